// Package observe tells which flags a component has when it parses them, and what happens when they are set. It
// compiles the component with calls of package observer in place of those that parse the flags, and runs it, each time
// as a process of its own with a temporary directory. Nothing else is written.
package observe

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
)

// Flag is a flag of a component.
type Flag struct {
	observer.Flag
	// Varies is set if the default depends on the host, the user or the time.
	Varies bool
	// Unsettled is set if the flag is not registered in each environment.
	Unsettled bool
}

// Result is what is known of a component.
type Result struct {
	// Entry is what there was when the flags were to be parsed.
	Entry *observer.Entry
	// Flags are those of all environments, in the order of their names.
	Flags []Flag
	// Call is the call that parses the flags; nil for a function of --func.
	Call *Call
	// Notes are warnings.
	Notes []diag.Diagnostic
}

// Observe finds the flags. What keeps it from that is in the findings.
func (p *Program) Observe(ctx context.Context) (*Result, []diag.Diagnostic, error) {
	start := time.Now()
	first, err := p.Run(ctx, Plain)
	if err != nil || ctx.Err() != nil {
		return nil, nil, cmp.Or(ctx.Err(), err)
	}
	if found := p.unreached(first); found != nil {
		return nil, []diag.Diagnostic{*found}, nil
	}
	r := &Result{Entry: first.Before}
	for i, call := range p.source.Calls {
		if call.ID() == first.Before.Call {
			r.Call = &p.source.Calls[i]
		}
	}
	if found := p.unfit(r); found != nil {
		return nil, []diag.Diagnostic{*found}, nil
	}
	other, err := p.Run(ctx, Other)
	if err != nil {
		return nil, nil, err
	}
	select { // the third process runs in another second
	case <-ctx.Done():
	case <-time.After(time.Second - time.Since(start)):
	}
	again, err := p.Run(ctx, Plain)
	if err != nil || ctx.Err() != nil {
		return nil, nil, cmp.Or(ctx.Err(), err)
	}
	r.merge(first, other, again)
	return r, nil, nil
}

// merge compares what processes have found.
func (r *Result) merge(outcomes ...*Outcome) {
	found := map[string]*Flag{}
	count := map[string]int{}
	for _, outcome := range outcomes {
		if outcome.Before == nil {
			continue
		}
		for _, f := range outcome.Before.Flags {
			count[f.Name]++
			if known := found[f.Name]; known == nil {
				found[f.Name] = &Flag{Flag: f}
			} else if known.Default != f.Default {
				known.Varies = true
			}
		}
	}
	for name, f := range found {
		f.Unsettled = count[name] < len(outcomes)
		r.Flags = append(r.Flags, *f)
	}
	slices.SortFunc(r.Flags, func(a, b Flag) int { return strings.Compare(a.Name, b.Name) })
}

// nowhere is the position of a finding about the component as a whole.
func (p *Program) nowhere() token.Position {
	if p.source.main != nil {
		return p.source.fset.Position(p.source.main.Name.Pos())
	}
	return token.Position{Filename: p.source.Main.GoFiles[0], Line: 1, Column: 1}
}

// unreached is the finding about a process that did not come to the flags.
func (p *Program) unreached(o *Outcome) *diag.Diagnostic {
	at := p.nowhere()
	say := func(code, message, fix string) *diag.Diagnostic {
		found := finding(at, code, message, fix)
		return &found
	}
	printed := ""
	if o.Printed != "" {
		printed = ": " + o.Printed
	}
	where := "before its flags are parsed"
	switch {
	case o.Before != nil:
		return nil
	case o.Hangs:
		return say("hangs", fmt.Sprintf("the program does not return within %s %s%s", patience, where, printed),
			"name a function that registers the flags by --func, or parse the flags first")
	case strings.Contains(o.Printed, "flag redefined: "):
		return say("flag-redefined", "the program registers a flag twice"+printed,
			"remove one of the registrations, or name a function by --func that does not make both")
	case strings.HasPrefix(o.Printed, "panic: ") || strings.HasPrefix(o.Printed, "fatal error: "):
		return say("panics", "the program panics "+where+printed,
			"correct it, or name a function that registers the flags by --func")
	default:
		return say("not-reached", fmt.Sprintf("the program ends %s, with %s%s", where, o.Status, printed),
			"name a function that registers the flags by --func")
	}
}

// unfit is the finding about flags that cannot be taken.
func (p *Program) unfit(r *Result) *diag.Diagnostic {
	at := p.nowhere()
	if r.Call != nil {
		at = r.Call.Position
	}
	say := func(code, message, fix string) *diag.Diagnostic {
		found := finding(at, code, message, fix)
		return &found
	}
	switch e := r.Entry; {
	case e.Unknown != "":
		return say("flag-set", "the flags are in a "+e.Unknown+", which cannot be observed", forms)
	case p.entrance.Command != "" && !slices.Contains(e.Commands, p.entrance.Command):
		return say("command", fmt.Sprintf("the component does not have a command %q", p.entrance.Command),
			"name one of "+strings.Join(e.Commands, ", "))
	case !e.Runnable && len(e.Commands) > 0:
		return say("command", "the command does nothing itself and has the subcommands "+strings.Join(e.Commands, ", "),
			"name one of them by --command; each has a group of its own")
	case len(e.Flags) == 0:
		return say("no-flags", "no flag is registered when the flags are parsed",
			"add --run-main if main registers them, or name a function by --func")
	}
	return nil
}

// Missing is the finding about a program whose entrance cannot be built; nil if it can be.
func (s *Source) Missing(entrance Entrance) *diag.Diagnostic {
	at := token.Position{Filename: s.Main.GoFiles[0], Line: 1, Column: 1}
	if s.main != nil {
		at = s.fset.Position(s.main.Name.Pos())
	}
	say := func(code, message, fix string) *diag.Diagnostic {
		found := finding(at, code, message, fix)
		return &found
	}
	switch {
	case entrance.Function != nil:
		return nil
	case s.Main.Name != "main":
		return say("package", fmt.Sprintf("package %s is not a program", s.Main.PkgPath),
			"name the package of a program, or a function by --func")
	case len(s.Calls) == 0 && len(s.Foreign) > 0:
		return &s.Foreign[0]
	case len(s.Calls) == 0:
		return say("no-parse", "no package of the module parses flags by package flag, pflag or cobra",
			"name a function that registers the flags by --func")
	case !entrance.RunMain && s.Entry() == nil:
		call := s.Calls[0]
		at = call.Position
		return say("run-main", "the flags are parsed after code of main, which is not run",
			"add --run-main if this code can run here, or name a function that registers the flags by --func")
	}
	return nil
}

// Runs says which code of the component is going to run.
func (s *Source) Runs(entrance Entrance) string {
	what := "initializes the packages of " + s.Main.PkgPath
	switch {
	case entrance.Function != nil:
		return what + ", and calls " + entrance.Function.name
	case entrance.RunMain:
		return what + ", and runs its function main up to the call that parses the flags"
	}
	call := s.Entry()
	if call.Before > 0 {
		return fmt.Sprintf("%s; the %d statements of main before the flags are parsed do not run without --run-main", what,
			call.Before)
	}
	return what
}
