package cli

import "github.com/spf13/cobra"

// completeDirectories completes an argument or the value of a flag with directories.
func completeDirectories(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// complete sets how a shell completes the value of a flag that the command has.
func complete(cmd *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // cannot happen: the flag is defined
	}
}
