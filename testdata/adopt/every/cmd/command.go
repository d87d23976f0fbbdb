// Package cmd is a command whose flags are its own, and persistent ones of its children.
package cmd

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// settings are set by flags of the commands.
type settings struct {
	server  string
	retries int
	wait    time.Duration
	output  string
	force   bool
}

// NewCommand returns the command.
func NewCommand(_ context.Context, out io.Writer) *cobra.Command {
	s := &settings{}
	c := &cobra.Command{
		Use: "every",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(out, s.server, s.retries, s.wait, s.output, s.force)
			return err
		},
	}
	c.PersistentFlags().StringVarP(&s.server, "server", "s", "localhost:8443", "Server that is asked.")
	c.PersistentFlags().IntVar(&s.retries, "retries", 3, "Number of attempts.")
	c.Flags().DurationVar(&s.wait, "wait", 0, "Time to wait for the server.")
	c.Flags().StringVarP(&s.output, "output", "o", "text", "Format of the output: text or json.")
	c.Flags().BoolVarP(&s.force, "force", "f", false, "Do not ask.")
	_ = c.MarkFlagRequired("wait")
	c.AddCommand(&cobra.Command{Use: "version", Run: func(*cobra.Command, []string) {}})
	return c
}
