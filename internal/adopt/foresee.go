package adopt

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/plan"
	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/adopt/proof"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/load"
)

// foresee generates the constructors of the configurations that the source leads to, without legacy defaults. Where
// they make another value than the registration by hand, a legacy default is needed. They are observed with the
// registration: without them, it takes a program of its own to learn which ones. What is foreseen is proven as
// everything else, and corrected if it is wrong.
func foresee(ctx context.Context, r *run, read *probe.Result) (map[string][]byte, []probe.Side) {
	take(r, read)
	defer func() { r.extra = nil }()
	if r.theirs == nil || r.theirs.Type == "" || r.load(ctx) != nil || !generateConfigurations(ctx, r) {
		return nil, nil
	}
	files := map[string][]byte{}
	var sides []probe.Side
	for _, root := range r.plan.Roots {
		if !root.Config || !declares(r, root.Output, "New"+root.Type.Name, false) {
			continue
		}
		for name, content := range r.generated.Files {
			if filepath.Dir(name) == r.session.Directory(root.Output) {
				files[name] = content
			}
		}
		sides = append(sides, probe.Side{Constructor: root.Output + ".New" + root.Type.Name, Registrations: []string{}})
		r.foreseen = append(r.foreseen, foreseen{root: root})
	}
	return files, sides
}

// generateConfigurations generates the code of configurations that have no markers yet, without flags, and reports
// whether there is any.
func generateConfigurations(ctx context.Context, r *run) bool {
	for range rounds {
		if r.makePlan() != nil || !slices.ContainsFunc(r.plan.Roots, func(root plan.Root) bool { return root.Config }) {
			return false
		}
		var err error
		if r.overlay, err = withoutFlags(r); err != nil || len(r.overlay) == 0 {
			return false
		}
		if r.generated, err = r.Generate(ctx, rootPackages(r), r.overlay, r.exported); err != nil {
			return false
		}
		if !diag.Failed(r.generated.Findings) {
			return true
		}
		if !decide(r) {
			return false
		}
	}
	return false
}

// withoutFlags are the files with the markers of configurations themselves, where these are not there already, and of
// fields that must be marked one way or the other.
func withoutFlags(r *run) (map[string][]byte, error) {
	overlay := map[string][]byte{}
	for name, list := range r.plan.Files {
		list = slices.DeleteFunc(slices.Clone(list), func(m edit.Marker) bool {
			extra := plan.Extra{File: name, Type: m.Type, Field: m.Field, Text: m.Text}
			decided := slices.Contains(r.plan.Extra, extra) || strings.HasSuffix(m.Text, ")=+path")
			return strings.HasPrefix(m.Text, "+flags") || m.Field != "" && !decided
		})
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		changed, err := edit.Apply(name, old, list)
		if err != nil {
			return nil, err
		}
		if string(changed) != string(old) {
			overlay[name] = changed
		}
	}
	return overlay, nil
}

// decide marks the fields that must be marked one way or the other, and reports whether there are any.
func decide(r *run) bool {
	decided := false
	for _, finding := range r.generated.Findings {
		if found := undecided.FindStringSubmatch(finding.Fix); found != nil {
			decided = r.mark(finding, found[1]) || decided
		}
	}
	return decided
}

// take takes over what is known of the registration that is written by hand.
func take(r *run, seen *probe.Result) {
	r.source, r.exported = seen.Source, load.AsBuilt(source.Exported(seen.Source))
	if len(seen.Findings) > 0 || seen.Observations[0] == nil {
		return
	}
	r.theirs, r.facts, r.functions = seen.Observations[0], seen.Facts[0], seen.Functions[0]
	named := seen.Sides[0]
	r.Flags, r.AddFlags, r.PathRefs = named.Constructor, named.Registrations, named.PathRefs
}

// foreseen is a configuration, and what its generated constructor returns.
type foreseen struct {
	root plan.Root
	made *observe.Observation
}

// useForeseen gives fields of the configurations of a plan the legacy defaults that are foreseen, and reports whether
// there are any. A field whose flag stays in the code written by hand has its default there.
func useForeseen(r *run) bool {
	known := r.known()
	for _, f := range r.foreseen {
		below := func(path string) bool { return f.root.At == "" || strings.HasPrefix(path, f.root.At+".") }
		if f.made == nil || !slices.ContainsFunc(r.plan.Roots, func(root plan.Root) bool {
			return root.Config && root.Type == f.root.Type && root.At == f.root.At
		}) {
			continue
		}
		ours := &observe.Observation{}
		for _, flag := range r.theirs.Flags {
			if known.ByHand[flag.Name] == "" {
				ours.Flags = append(ours.Flags, flag)
			}
		}
		for _, field := range r.theirs.Fields {
			if !below(field.Path) {
				ours.Fields = append(ours.Fields, field)
			}
		}
		for _, field := range f.made.Fields {
			if f.root.At != "" {
				field.Path = f.root.At + "." + field.Path
			}
			ours.Fields = append(ours.Fields, field)
		}
		alsoMachine(r, ours)
		for _, field := range proof.Compare(r.theirs, ours, known).Fields {
			if text, ok := literal(field.Type, field.Theirs); ok && field.Intended == "" && below(field.Path) {
				r.legacy[field.Path] = text
			}
		}
	}
	r.foreseen = nil
	return len(r.legacy) > 0
}
