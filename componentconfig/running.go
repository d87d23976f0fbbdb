package componentconfig

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/running"
	"github.com/configgen/configgen/componentconfig/internal/schema"
)

// runner implements extension.Running.
type runner[T any] struct{ *Loader[T] }

// Document returns the configuration in use. All of it is computed when it is asked for: a start does not pay for it.
func (r runner[T]) Document() (*running.Document, error) {
	doc, session, err := r.document()
	if err == nil && session != nil { // Without the lock of the loader, which the session may wait for with its own.
		doc.Dynamic = session.Choice()
	}
	return doc, err
}

// Status returns the status as JSON.
func (r runner[T]) Status(context.Context) ([]byte, error) { return json.Marshal(r.Loader.Status()) }

// Reload reads the files now, and returns the status afterwards as JSON.
func (r runner[T]) Reload(ctx context.Context) ([]byte, error) {
	now, err := r.Loader.Reload(ctx)
	if err != nil {
		return nil, err
	}
	return json.Marshal(now)
}

func (r runner[T]) document() (*running.Document, extension.Session, error) {
	r.mu.Lock()
	now, state := r.inUse, r.status
	r.mu.Unlock()
	if now == nil {
		return nil, nil, errors.New("no configuration is in use")
	}
	shown, err := now.showIn("")
	if err != nil {
		return nil, nil, err
	}
	status, err := json.Marshal(state)
	if err != nil {
		return nil, nil, err
	}
	digests := digestsOf(now.candidates)
	doc := &running.Document{Kind: running.Kind, APIVersion: running.APIVersion, Component: r.name, Release: r.version,
		Status: status, Files: []running.File{}, Gates: gatesOf(now.candidates, digests)}
	for _, name := range filesOf(now.candidates).names {
		doc.Files = append(doc.Files, running.File{Name: name, Digest: digests[name]})
	}
	for i, root := range shown {
		doc.Roots = append(doc.Roots, rootDocument(now.candidates[i], root, digests))
	}
	for _, change := range state.Pending {
		sources := sourcesOf(textual([]Origin{change.Origin}, filesOf(now.candidates)), nil)
		addPending(doc, now.candidates, change, running.Pending{Value: json.RawMessage(change.New), Source: sources.Source})
	}
	return doc, now.session, nil
}

// digestsOf are the digests of the files that candidates were read from, by their names.
func digestsOf(candidates []*candidate) map[string]string {
	out := map[string]string{}
	for _, c := range candidates {
		for _, d := range c.docs {
			sum := sha256.Sum256(d.Data)
			out[d.Name] = hex.EncodeToString(sum[:])
		}
	}
	return out
}

func rootDocument(c *candidate, shown extension.Shown, digests map[string]string) running.Root {
	flags := map[string][]string{}
	c.flags.own.VisitAll(func(f *pflag.Flag) {
		for _, pattern := range c.flags.patterns(f.Name) {
			flags[pattern] = append(flags[pattern], f.Name)
		}
	})
	out := running.Root{Kind: shown.Kind, Instance: shown.Instance, Partial: shown.Partial,
		Configuration: shown.Tree.JSON(), Fields: make([]running.Field, len(shown.Leaves))}
	if at := slices.Index(shown.Versions, shown.Version); at >= 0 {
		out.APIVersion = shown.APIVersions[at]
	}
	for i, leaf := range shown.Leaves {
		out.Fields[i] = running.Field{Path: leaf.Path, Value: leaf.Value.JSON(), Sources: sourcesOf(leaf.Origins, digests),
			Reload: leaf.Reload, Secret: leaf.Secret}
		for _, owner := range leaf.Owners {
			out.Fields[i].Owners = append(out.Fields[i].Owners, owner.Text)
		}
		for at := leaf.Pattern; at != ""; at = at[:max(0, strings.LastIndexAny(at, ".["))] {
			out.Fields[i].Flags = append(out.Fields[i].Flags, flags[at]...)
		}
		if leaf.Default != nil {
			out.Fields[i].Default = leaf.Default.JSON()
		}
	}
	return out
}

// sourcesOf are origins with the digests of their files.
func sourcesOf(origins []extension.Origin, digests map[string]string) (out running.Sources) {
	for i, o := range origins {
		source := running.Source{Layer: o.Source, Line: o.Line, Column: o.Column, Converted: o.Converted, Text: o.Text}
		switch o.Source {
		case "file":
			source.File, source.Digest = o.Name, digests[o.Name]
		case "flag":
			source.Flag = o.Name
		}
		if i == 0 {
			out.Source = source
		} else {
			out.Overrides = append(out.Overrides, source)
		}
	}
	return out
}

// gatesOf are the feature gates that the configuration sets or that a field requires.
func gatesOf(candidates []*candidate, digests map[string]string) (out []running.Gate) {
	shared, read := candidates[0], filesOf(candidates)
	enabled := *shared.enabled
	if enabled == nil {
		return nil
	}
	settings := schema.BoolsAt(shared.config, shared.gatesField)
	names := map[string]bool{}
	for name := range settings {
		names[name] = true
	}
	for _, c := range candidates {
		for _, f := range c.fields {
			for _, name := range f.Gates {
				names[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		gate := running.Gate{Name: name, Enabled: enabled(name)}
		if describe := *shared.describe; describe != nil {
			gate.Stage = describe(name)
		}
		origins := []Origin{{}}
		if _, set := settings[name]; set {
			origins = shared.view.originsOf(shared.patternsOf(shared.gatesField)[0] + "[" + name + "]")
		}
		gate.Sources = sourcesOf(textual(origins, read), digests)
		out = append(out, gate)
	}
	return out
}

// addPending adds a change that waits for a restart to its field. A field that is not set yet is added without a value.
func addPending(doc *running.Document, candidates []*candidate, change Change, pending running.Pending) {
	for i := range doc.Roots {
		fields := doc.Roots[i].Fields
		if at := slices.IndexFunc(fields, func(f running.Field) bool { return f.Path == change.Path }); at >= 0 {
			fields[at].Pending = &pending
			return
		}
	}
	pattern, _ := layers.Blank(change.Path)
	for i, c := range candidates {
		if c.types.Has(pattern, c.newest()) {
			doc.Roots[i].Fields = append(doc.Roots[i].Fields, running.Field{Path: change.Path,
				Sources: sourcesOf(textual([]Origin{{}}, files{}), nil), Reload: string(change.Reload), Pending: &pending})
			return
		}
	}
}
