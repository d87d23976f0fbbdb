package cli

import "github.com/spf13/cobra"

func (t *tool) initVersionCommand() *cobra.Command { return &cobra.Command{Use: "version"} }
