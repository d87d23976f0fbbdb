package configcommand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/running"
)

// answer is what a running process says about its configuration.
type answer struct {
	name string
	// shown are its roots, in the newest version of this program.
	shown []extension.Shown
	files []string
	// status is the state of its configuration; the zero value if it does not say.
	status processStatus
	// dynamic is the dynamic configuration that is in use: its layer and its digest.
	dynamic string
	// old says that it has no page of the sources.
	old bool
}

// shown asks all processes for their configurations. See ask.
func (q *asking) shown(a *client, cmd *cobra.Command) (answers []answer, silent int, err error) {
	return q.ask(a, cmd, func(ctx context.Context, t target) (answer, error) { return t.answer(ctx, a) })
}

// warn prints which processes do not use their files, and why.
func warn(cmd *cobra.Command, answers []answer, silent int) {
	for _, c := range conditionsOf(answers) {
		if c.State != isCurrent {
			//nolint:errcheck // A warning must not stop anything.
			fmt.Fprint(cmd.ErrOrStderr(), "warning: "+c.text(len(answers)+silent == 1))
		}
	}
}

// ask asks all processes that --running names, and returns their answers. Those that do not answer are printed, each
// with its reason, and silent is their number. The error is about the question, or that there is no answer.
func (q *asking) ask(a *client, cmd *cobra.Command, question func(context.Context, target) (answer, error)) (
	answers []answer, silent int, err error) {
	targets, err := q.targets(cmd)
	if err != nil {
		return nil, 0, err
	}
	if _, err := a.Component(); err != nil {
		return nil, 0, err
	}
	all := make([]answer, len(targets))
	for i, err := range q.each(cmd.Context(), targets, func(ctx context.Context, i int) (err error) {
		all[i], err = question(ctx, targets[i])
		return err
	}) {
		switch {
		case err != nil:
			silent++
			fmt.Fprintf(cmd.ErrOrStderr(), "error: %s: %v\n", targets[i].name, err) //nolint:errcheck // See report.
			continue
		case all[i].old && targets[i].read == nil:
			//nolint:errcheck // A warning must not stop anything.
			fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s: the process has no page %s; its values are those of %s, without "+
				"their sources\n", targets[i].name, running.OriginsPath, running.ConfigzPath)
		}
		answers = append(answers, all[i])
	}
	if len(answers) == 0 {
		return nil, silent, extension.Exit{Status: failed}
	}
	return answers, silent, nil
}

// answer asks the process.
func (t target) answer(ctx context.Context, a *client) (answer, error) {
	if t.read != nil {
		data, err := t.read()
		if err != nil {
			return answer{}, err
		}
		return a.parse(t.name, data)
	}
	data, err := t.do(ctx, http.MethodGet, running.OriginsPath)
	if errors.Is(err, errNoPage) {
		data, err = t.do(ctx, http.MethodGet, running.ConfigzPath)
	}
	switch {
	case errors.Is(err, errNoPage):
		return answer{}, fmt.Errorf("the process does not serve %s or %s at this address; it may serve them on a loopback "+
			"address alone, and its author adds them by the package componentconfig/running", running.OriginsPath,
			running.ConfigzPath)
	case err != nil:
		return answer{}, err
	}
	return a.parse(t.name, data)
}

// parse reads what a process returned: a document with sources, or what configz shows.
func (a *client) parse(name string, data []byte) (answer, error) {
	component, err := a.Component()
	if err != nil {
		return answer{}, err
	}
	var kind struct{ Kind, APIVersion string }
	var doc running.Document
	switch isDocument := json.Unmarshal(data, &kind) == nil && kind.Kind == running.Kind; {
	case isDocument && kind.APIVersion != running.APIVersion:
		return answer{}, fmt.Errorf("the document of the process has the apiVersion %q, and this program reads %s; use the "+
			"program of the release that the process runs", layers.Cut(kind.APIVersion), running.APIVersion)
	case isDocument:
		err = json.Unmarshal(data, &doc)
	default:
		data, err = configurationIn(data, component.Roots[0])
	}
	if err != nil {
		return answer{}, err
	}
	if kind.Kind != running.Kind {
		shown, err := a.Parse(0, layers.File{Name: name, Data: data})
		return answer{name: name, old: true, shown: []extension.Shown{shown}}, err
	}
	out := answer{name: name}
	if err := json.Unmarshal(doc.Status, &out.status); err != nil {
		return answer{}, errors.New("the answer has an invalid status")
	}
	if d := doc.Dynamic; d != nil && d.Digest != "" {
		out.dynamic = layers.Plain(d.Layer) + " " + short(d.Digest)
	}
	for _, file := range doc.Files {
		out.files = append(out.files, file.Name)
	}
	for _, root := range doc.Roots {
		at := slices.IndexFunc(component.Roots, func(r extension.Root) bool { return sameRoot(r, root) })
		if at < 0 {
			return answer{}, fmt.Errorf("the process is another component: %s, with the kind %s",
				layers.Plain(doc.Component), layers.Plain(strings.TrimSpace(root.APIVersion+" "+root.Kind)))
		}
		if root.Partial != "" {
			return answer{}, errors.New(layers.Plain(root.Partial))
		}
		shown, err := a.Parse(at, layers.File{Name: name, Data: root.Configuration})
		if err != nil {
			return answer{}, err
		}
		_, version, _ := strings.Cut(root.APIVersion, "/")
		a.addSources(&shown, at, root.Fields, version)
		out.shown = append(out.shown, shown)
	}
	return out, nil
}

func sameRoot(r extension.Root, root running.Root) bool {
	group, _, _ := strings.Cut(root.APIVersion, "/")
	return r.Kind == root.Kind && (r.Group == group || root.APIVersion == "")
}

// addSources gives the leaves of a root the sources of a document, with the paths of its version.
func (a *client) addSources(shown *extension.Shown, root int, fields []running.Field, version string) {
	byPath := map[string]running.Field{}
	for _, f := range fields {
		byPath[f.Path] = f
	}
	for i := range shown.Leaves {
		leaf := &shown.Leaves[i]
		f, ok := byPath[leaf.Path]
		if !ok && version != shown.Version {
			_, items := layers.Blank(leaf.Path)
			for _, pattern := range a.Translated(root, leaf.Pattern, shown.Version, version) {
				f = byPath[filled(pattern, items)]
			}
		}
		leaf.Set = f.Source.Layer == "file" || f.Source.Layer == "flag" || f.Source.Layer == "completed"
		leaf.Changed = string(f.Default) != string(f.Value)
		leaf.Secret = leaf.Secret || f.Secret
		for _, owner := range f.Owners {
			leaf.Owners = append(leaf.Owners, extension.Origin{Text: layers.Plain(owner)})
		}
		for _, s := range append([]running.Source{f.Source}, f.Overrides...) {
			leaf.Origins = append(leaf.Origins, extension.Origin{Source: s.Layer, Name: s.File + s.Flag, Line: s.Line,
				Column: s.Column, Converted: s.Converted, Text: layers.Plain(s.Text)})
		}
	}
}

// filled returns a pattern with indexes and keys in its brackets.
func filled(pattern string, items []string) string {
	for _, item := range items {
		pattern = strings.Replace(pattern, "[]", "["+item+"]", 1)
	}
	return pattern
}

// configurationIn returns the configuration of a root in the output of configz, which may have several groups.
func configurationIn(data []byte, root extension.Root) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, errors.New("the answer is not a JSON object of " + running.OriginsPath + " or " +
			running.ConfigzPath)
	}
	if found, ok := all[root.Group]; ok && root.Group != "" {
		return found, nil
	}
	if found, ok := all[root.Kind]; ok {
		return found, nil
	}
	if _, ok := all["kind"]; ok {
		return data, nil
	}
	return nil, fmt.Errorf("configz has no configuration of %s: enable WithConfigz in the component", root.Group)
}

// leavesOf returns the leaves of all roots, with keys that tell leaves of the instance from others.
func leavesOf(shown []extension.Shown) (out []extension.Leaf) {
	for _, root := range shown {
		for _, leaf := range root.Leaves {
			if leaf.Instance = root.Instance; leaf.Instance {
				leaf.Key = root.Kind + "." + leaf.Key
			}
			out = append(out, leaf)
		}
	}
	return out
}
