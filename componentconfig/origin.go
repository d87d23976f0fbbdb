package componentconfig

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// OriginSource is the kind of layer that a value comes from.
type OriginSource uint8

// The layers, lowest first.
const (
	OriginDefault OriginSource = iota
	OriginLegacyDefault
	OriginFile
	OriginFlag
	// OriginCompleted is a function of WithComplete. What it overrides may come from any other layer.
	OriginCompleted
)

// Origin is where a value comes from.
type Origin struct {
	Source OriginSource
	// Name is the file, by the name that it was given, or the flag.
	Name string
	// Line and Column are the position in the file. They count from 1.
	Line, Column int
}

// String returns the origin in a few words: default, flag --port, 20-site.conf:3.
func (o Origin) String() string {
	switch o.Source {
	case OriginLegacyDefault:
		return "legacy default"
	case OriginFile:
		return layers.Plain(filepath.Base(o.Name)) + ":" + strconv.Itoa(o.Line)
	case OriginFlag:
		return "flag --" + o.Name
	case OriginCompleted:
		return "completed"
	}
	return "default"
}

// pos returns the origin as the position of a problem.
func (o Origin) pos() layers.Pos {
	if o.Source == OriginFile {
		return layers.Pos{File: o.Name, Line: o.Line, Column: o.Column}
	}
	return layers.Pos{}
}

// Origins maps the JSON path of every leaf of the newest version (zones[0].file, featureGates[Foo]) to its origins: the
// value in use first, then what it overrides, highest layer first. Overridden defaults are not listed.
type Origins map[string][]Origin

// Of returns the origins of a path. If the path is not a leaf, it returns those of the nearest leaf below it or the
// object above it.
func (o Origins) Of(path string) []Origin {
	if found, ok := o[path]; ok {
		return found
	}
	best := ""
	for p, origins := range o {
		if layers.Below(p, path) && len(userOrigins(origins)) > 0 && (best == "" || p < best) {
			best = p
		}
	}
	if best != "" {
		return o[best]
	}
	if i := strings.LastIndexAny(path, ".["); i > 0 {
		if parent := path[:i]; len(o[parent]) > 0 {
			return o[parent]
		}
	}
	return nil
}

// userOrigins returns the origins in the files and on the command line.
func userOrigins(origins []Origin) []Origin {
	if len(origins) > 0 && origins[0].Source == OriginCompleted {
		origins = origins[1:]
	}
	if len(origins) > 0 && origins[0].Source < OriginFile {
		return nil
	}
	return origins
}

// Sources say where the values of a configuration come from, for a function of WithComplete.
type Sources struct {
	of    *candidate
	given []flagset.Given
}

// IsSet reports whether a file or a flag sets the value at a JSON path of the newest version, or a part of it.
func (s Sources) IsSet(path string) bool { return s.of.view != nil && s.of.view.isSet(path) }

// Origins returns the origins of the value at a JSON path of the newest version, as [Origins.Of] does.
func (s Sources) Origins(path string) []Origin {
	if s.of.view == nil {
		return nil
	}
	return s.of.view.origins().Of(path)
}

// HasFlag reports whether the command line has a flag, be it one of the configuration or another one.
func (s Sources) HasFlag(name string) bool {
	return slices.ContainsFunc(s.given, func(g flagset.Given) bool { return g.Name == name })
}

// HasFiles reports whether there is a configuration file, so that versioned defaults apply and not legacy defaults.
func (s Sources) HasFiles() bool { return s.of.hasFiles }

// describe returns the comment of --explain-config for a value.
func describe(origins []Origin) string {
	if len(origins) == 0 {
		return Origin{}.String()
	}
	text := origins[0].String()
	if len(origins) > 1 {
		over := make([]string, len(origins)-1)
		for i, o := range origins[1:] {
			over[i] = o.String()
		}
		text += " (overrides " + strings.Join(over, ", ") + ")"
	}
	return text
}
