package extension

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// Extension is what an option adds to a loader.
type Extension interface {
	// Register adds the flags of one load to fs and returns the part of the extension in that load.
	Register(fs *pflag.FlagSet) Load
	// Command returns the subcommand for operators.
	Command() *cobra.Command
}

// Load is the part of an extension in one load.
type Load interface {
	// Start chooses the configuration of this process once the local one is known to be valid. It returns nil if the
	// flags do not ask for the extension.
	Start(Local) (Session, error)
}

// Local is the valid local configuration, and what can be loaded in its place.
type Local struct {
	// Loaded is a *componentconfig.Loaded[T].
	Loaded any
	// LoadWith loads and validates other files in place of the main file, which is below the drop-in files, the instance
	// file and the command line. It returns a *componentconfig.Loaded[T].
	LoadWith func(main []layers.File) (loaded any, err error)
	// Overlay identifies the present state of what is above the main file. It returns "" if that cannot be read.
	Overlay func() string
	// Dir is what relative paths in the main file are resolved against.
	Dir string
	// ShowsOnly: the process shows its configuration and exits.
	ShowsOnly bool
	// BeforeEnd sets what is done before a process ends that is asked to end before Session.Run is called. It is nil if
	// the loader does not call Session.Run; otherwise nothing of the component runs before.
	BeforeEnd func(do func())
	// WorldWritableFiles: files that anyone may write are read, even as root.
	WorldWritableFiles bool
}

// Session is the part of an extension in the life of a process.
type Session interface {
	// Loaded is the configuration to use: Local.Loaded, or a result of LoadWith.
	Loaded() any
	// Warnings are for the operator, at once.
	Warnings() []string
	// Choice says what was chosen, and what is known of it now.
	Choice() *running.Dynamic
	// Log logs what was chosen, once the log is set up.
	Log(klog.Logger)
	// Run runs the component, and the extension at the same time. The extension may end the context of the component.
	Run(ctx context.Context, stderr io.Writer, component func(context.Context) error) error
}
