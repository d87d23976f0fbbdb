package componentconfig

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// WithExtension is for the options of other packages of this module, such as dynamic.WithConfig. A loader has at most
// one extension.
func WithExtension(e extension.Extension) Option { return func(s *settings) { s.extension = e } }

// WithCommand is for the options of other packages of this module, such as configcommand.WithCommand: it adds a
// subcommand to Loader.Command.
func WithCommand(c extension.Subcommand) Option {
	return func(s *settings) { s.subcommands = append(s.subcommands, c) }
}

// WithObserver is for the options of other packages of this module, such as reloadmetrics.WithMetrics.
func WithObserver(o extension.Observer) Option {
	return func(s *settings) { s.observers = append(s.observers, o) }
}

// Extension returns the extension's part in this process, or nil if the flags do not enable it. The package of the
// extension interprets it, such as dynamic.ControllerOf.
func (l *Loaded[T]) Extension() extension.Session { return l.session }

// extend lets the extension choose the configuration of this process.
func (l *Loader[T]) extend(args []string, local *Loaded[T], runs bool) (*Loaded[T], error) {
	from := extension.Local{
		Loaded:             local,
		LoadWith:           func(main []layers.File) (any, error) { return l.load(args, false, &Loaded[T]{instead: main}) },
		Overlay:            func() string { return l.overlay(args, local.flags) },
		Dir:                layers.Directory(local.flags.config),
		ShowsOnly:          local.inspected || local.shows(),
		WorldWritableFiles: l.worldWritable,
	}
	if runs && l.guard != nil {
		from.BeforeEnd = l.guard.Last
	}
	session, err := local.flags.extension.Start(from)
	if err != nil {
		return nil, Problems{{Message: err.Error()}}
	}
	if session == nil {
		return local, nil
	}
	out, ok := session.Loaded().(*Loaded[T])
	if !ok {
		panic(fmt.Sprintf("an extension returned a %T", session.Loaded()))
	}
	out.session = session
	out.Warnings = append(out.Warnings, session.Warnings()...)
	return out, nil
}

// overlay identifies the present layers above the main file: the drop-in files, the instance file and the command line.
func (l *Loader[T]) overlay(args []string, own ownFlags) string {
	own.config = ""
	snap, _ := l.reader.Read(l.sources(own))
	if snap == nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %s", args, snap.Digest()) //nolint:errcheck // A hash accepts everything.
	return hex.EncodeToString(h.Sum(nil))
}
