package componentconfig

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

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
		return nil, Problems{{Message: err.Error(), Code: string(layers.Dynamic)}}
	}
	if session == nil {
		return local, nil
	}
	out, ok := session.Loaded().(*Loaded[T])
	if !ok {
		panic(fmt.Sprintf("an extension returned a %T", session.Loaded()))
	}
	out.session = session
	for _, text := range session.Warnings() {
		out.warned = append(out.warned, layers.Problem{Message: text, Code: layers.Dynamic})
	}
	out.Warnings = problemsOf(out.warned)
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
