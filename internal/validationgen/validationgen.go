package validationgen

import (
	"bytes"
	"maps"
	"runtime"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/adapter"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// fileName is the name of the tool's output in kube_codegen.sh.
const fileName = "zz_generated.validations.go"

// Outcome is the result of validation-gen for one package.
type Outcome struct {
	// Files go into the package; none where a finding is an error.
	Files    []generators.File
	Findings []diag.Diagnostic

	functions map[string]bool // that the files declare
	tags      map[string]bool // that the tool knows, without plus signs
}

// Adapter runs validation-gen. Group.Declarative has the facts about its results for generators.
var Adapter = adapter.Adapter{Name: "validation-gen", Prepare: prepare}

func prepare(
	session *load.Session, groups []*group.Group,
) func(*generators.Input) ([]generators.File, []diag.Diagnostic) {
	outcomes := Run(session, groups)
	for _, g := range groups {
		g.Declarative = map[string]*group.Declarative{}
		for _, path := range g.Paths() {
			if outcome := outcomes[path]; outcome != nil {
				g.Declarative[path] = outcome.facts()
			}
		}
	}
	return func(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
		g := in.Model(group.Access{})
		var files []generators.File
		var findings []diag.Diagnostic
		for _, path := range g.Paths() {
			if outcome := outcomes[path]; outcome != nil {
				files = append(files, outcome.Files...)
				findings = append(findings, outcome.Findings...)
			}
		}
		return files, findings
	}
}

// facts returns the facts about an outcome that generators need.
func (o *Outcome) facts() *group.Declarative {
	return &group.Declarative{
		Functions: slices.Sorted(maps.Keys(o.functions)),
		Tags:      slices.Sorted(maps.Keys(o.tags)),
		Alpha: slices.ContainsFunc(o.Files, func(file generators.File) bool {
			return bytes.Contains(file.Content, []byte(").MarkAlpha()"))
		}),
		Failed: diag.Failed(o.Findings),
	}
}

// Run runs validation-gen on every package of the groups that asks for it, and returns the outcomes by import path. If
// no package requests it, nothing is run.
func Run(session *load.Session, groups []*group.Group) map[string]*Outcome {
	outcomes := map[string]*Outcome{}
	var jobs []*job
	for _, g := range groups {
		for _, path := range g.Paths() {
			pkg := session.Source(path)
			if pkg == nil || outcomes[path] != nil {
				continue
			}
			asked, findings := asks(pkg)
			switch {
			case len(findings) > 0:
				outcomes[path] = &Outcome{Findings: findings}
			case asked != nil && !ofAnotherTool(pkg):
				outcomes[path] = &Outcome{}
				jobs = append(jobs, &job{session: session, pkg: pkg, asked: *asked, outcome: outcomes[path]})
			}
		}
	}
	if len(jobs) > 0 {
		runAll(session, jobs)
	}
	return outcomes
}

// runAll finds the tool and runs every job.
func runAll(session *load.Session, jobs []*job) {
	tools, err := newToolchain(session, jobs)
	if tools != nil {
		defer tools.close()
	}
	if err != nil {
		for _, j := range jobs {
			j.outcome.Findings = []diag.Diagnostic{err.finding(j.asked)}
		}
		return
	}
	for _, j := range jobs {
		j.source = sourceOf(session, j.pkg)
	}
	workers := &crew{toolchain: tools, free: make(chan struct{}, runtime.GOMAXPROCS(0))}
	workers.start(jobs)
	workers.running.Wait()
	for _, j := range jobs {
		j.registration()
	}
}
