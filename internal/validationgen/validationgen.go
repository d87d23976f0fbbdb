package validationgen

import (
	"bytes"
	"runtime"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// fileName is what kube_codegen.sh calls the tool's output.
const fileName = "zz_generated.validations.go"

// Outcome is what validation-gen makes of one package.
type Outcome struct {
	// Files go into the package; none where a finding is an error.
	Files    []generators.File
	Findings []diag.Diagnostic

	functions map[string]bool // that the files declare
	tags      map[string]bool // that the tool knows, without plus signs
}

// Validates reports whether there is a function Validate_name. For a type without any constraint, and for one that the tag of
// the package leaves out, there is none. Where the tool has failed, nobody knows, and nothing is written anyway.
func (o *Outcome) Validates(name string) bool {
	return o != nil && (o.functions["Validate_"+name] || diag.Failed(o.Findings))
}

// Serves reports whether the tool knows a marker and all that it applies to inner values. Tags come with Kubernetes' minors, and
// what a tool does not know, it passes over in silence. A tool that has failed knows all of its kind, so that one mistake is
// one finding.
func (o *Outcome) Serves(m markers.Marker) bool {
	if !strings.HasPrefix(m.Name, "k8s:") || !o.tags[m.Name] && !diag.Failed(o.Findings) {
		return false
	}
	constraint, ok := m.Value.(*markers.Constraint)
	return !ok || constraint.Inner == nil || o.Serves(*constraint.Inner)
}

// Alpha reports whether some constraint is on trial, by +k8s:alpha: it reports errors that are not to be enforced.
func (o *Outcome) Alpha() bool {
	return slices.ContainsFunc(o.Files, func(file generators.File) bool { return bytes.Contains(file.Content, []byte(").MarkAlpha()")) })
}

// Run runs validation-gen on every package of the groups that asks for it, and returns what came out by import path. Where none
// does, nothing is run at all.
func Run(world *load.World, groups []*group.Group) map[string]*Outcome {
	outcomes := map[string]*Outcome{}
	var jobs []*job
	for _, g := range groups {
		for _, path := range g.Paths() {
			pkg, _ := world.Source(path)
			if pkg == nil || outcomes[path] != nil {
				continue
			}
			asked, findings := asks(world.Fset, pkg)
			switch {
			case len(findings) > 0:
				outcomes[path] = &Outcome{Findings: findings}
			case asked != nil && !leftToOthers(pkg):
				outcomes[path] = &Outcome{}
				jobs = append(jobs, &job{world: world, pkg: pkg, asked: *asked, outcome: outcomes[path]})
			}
		}
	}
	if len(jobs) > 0 {
		runAll(world, jobs)
	}
	return outcomes
}

// runAll finds the tool and has every job done.
func runAll(world *load.World, jobs []*job) {
	bench, err := newWorkshop(world, jobs)
	if bench != nil {
		defer bench.close()
	}
	if err != nil {
		for _, j := range jobs {
			j.outcome.Findings = []diag.Diagnostic{err.finding(j.asked)}
		}
		return
	}
	for _, j := range jobs {
		j.source = readSource(world, j.pkg) // before anything runs at the same time: the World is not made for that
	}
	workers := &crew{workshop: bench, free: make(chan struct{}, runtime.GOMAXPROCS(0))}
	workers.start(jobs)
	workers.running.Wait()
	for _, j := range jobs {
		j.registration()
	}
}
