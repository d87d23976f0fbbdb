package flagset

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Values is the annotation of a flag with the values that it accepts.
const Values = "componentconfig_values"

// Annotate adds an annotation to a flag.
func Annotate(f *pflag.Flag, name string, values ...string) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[name] = values
}

// complete completes the names of flags and their values: by the function that was registered with the command, else by
// the annotations of the flag.
func (s *Set) complete(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	all := s.all()
	all.AddFlagSet(s.Inherited(cmd))
	if f, value := valueOf(all, args, toComplete); f != nil {
		if registered, ok := cmd.GetFlagCompletionFunc(f.Name); ok {
			return registered(cmd, args, value)
		}
		return values(f, value)
	}
	if s.TakesArguments || strings.HasPrefix(toComplete, "-") {
		return nil, cobra.ShellCompDirectiveDefault // Cobra itself completes names after a dash.
	}
	var names []string
	all.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && toComplete == "" {
			summary, _, _ := strings.Cut(f.Usage, "\n")
			names = append(names, "--"+f.Name+"\t"+summary)
		}
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}

// valueOf returns the flag whose value is to be completed, and the beginning of the value; nil for none.
func valueOf(all *pflag.FlagSet, args []string, toComplete string) (f *pflag.Flag, value string) {
	if name, value, ok := strings.Cut(toComplete, "="); ok && strings.HasPrefix(name, "--") {
		return all.Lookup(name[2:]), value
	}
	if len(args) == 0 || strings.HasPrefix(toComplete, "-") {
		return nil, ""
	}
	last := args[len(args)-1]
	switch name, isLong := strings.CutPrefix(last, "--"); {
	case strings.Contains(last, "=") || slices.Contains(args, "--"):
	case isLong:
		f = all.Lookup(name)
	case len(last) == 2 && last[0] == '-':
		f = all.ShorthandLookup(last[1:])
	}
	if f == nil || f.NoOptDefVal != "" {
		return nil, ""
	}
	return f, toComplete
}

// values completes the value of a flag by its annotations. A flag without any has free values.
func values(f *pflag.Flag, prefix string) ([]string, cobra.ShellCompDirective) {
	if known, ok := f.Annotations[Values]; ok {
		return matching(known, prefix), cobra.ShellCompDirectiveNoFileComp
	}
	if extensions, ok := f.Annotations[cobra.BashCompFilenameExt]; ok {
		if len(extensions) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
	if _, ok := f.Annotations[cobra.BashCompSubdirsInDir]; ok {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	if f.Value.Type() == "bool" {
		return matching([]string{"false", "true"}, prefix), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func matching(values []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !strings.HasPrefix(v, prefix) })
}
