// Package observe tells which flags a component has when it parses them, and what happens when they are set. It
// compiles the component with calls of package observer in place of those that parse the flags, and runs it, each time
// as a process of its own with a temporary directory. Nothing else is written.
package observe

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"path/filepath"
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
}

// Observe finds the flags. What keeps it from that is in the findings.
func (p *Program) Observe(ctx context.Context) (*Result, []diag.Diagnostic, error) {
	first, err := p.Run(ctx, Plain)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, nil, err
	}
	if first.Before == nil {
		return nil, p.unreached(first), nil
	}
	r := &Result{Entry: first.Before}
	at := p.source.position()
	if number := first.Before.Call; number >= 0 {
		r.Call = &p.source.Calls[number]
		at = r.Call.Position
	}
	if found := p.unfit(at, r.Entry); found != nil {
		return nil, found, nil
	}
	other, err := p.Run(ctx, Other)
	if err != nil {
		return nil, nil, err
	}
	select { // the third process runs in another second
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
	again, err := p.Run(ctx, Plain)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, nil, err
	}
	r.merge(first, other, again)
	return r, nil, nil
}

// merge compares what processes have found.
func (r *Result) merge(outcomes ...*Outcome) {
	outcomes = slices.DeleteFunc(outcomes, func(o *Outcome) bool { return o.Before == nil })
	found := map[string]*Flag{}
	count := map[string]int{}
	for _, outcome := range outcomes {
		for _, f := range outcome.Before.Flags {
			count[f.Name]++
			if known := found[f.Name]; known == nil {
				found[f.Name] = &Flag{Flag: f}
			} else if known.Text != f.Text {
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

// position is the position of a finding about the component as a whole.
func (s *Source) position() token.Position {
	if s.main != nil {
		return s.fset.Position(s.main.Name.Pos())
	}
	return token.Position{Filename: s.Main.GoFiles[0], Line: 1, Column: 1}
}

// unreached is the finding about a process that did not come to the flags.
func (p *Program) unreached(o *Outcome) []diag.Diagnostic {
	printed := ""
	if o.Printed != "" {
		printed = ": " + o.Printed
	}
	const where, byFunction = "before its flags are parsed", "name a function that registers the flags by --func"
	at := p.source.position()
	switch {
	case o.Hangs:
		return finding(at, "hangs", fmt.Sprintf("the program does not return within %s %s%s", patience, where, printed),
			byFunction+", or parse the flags first")
	case strings.Contains(o.Printed, "flag redefined: "):
		return finding(at, "flag-redefined", "the program registers a flag twice"+printed,
			"remove one of the registrations, or name a function by --func that does not make both")
	case strings.HasPrefix(o.Printed, "panic: ") || strings.HasPrefix(o.Printed, "fatal error: "):
		return finding(at, "panics", "the program panics "+where+printed, "correct it, or "+byFunction)
	}
	return finding(at, "not-reached", fmt.Sprintf("the program ends %s, with %s%s", where, o.Status, printed), byFunction)
}

// unfit is the finding about flags that cannot be taken.
func (p *Program) unfit(at token.Position, e *observer.Entry) []diag.Diagnostic {
	commands := strings.Join(e.Commands, ", ")
	switch asked := p.entrance.Command; {
	case e.Unknown != "":
		return finding(at, "flag-set", "the flags are in a "+e.Unknown+", which cannot be observed", forms)
	case asked != "" && len(e.Commands) == 0:
		return finding(at, "command", "the component does not have commands", "leave out --command")
	case asked != "" && !slices.Contains(e.Commands, asked):
		return finding(at, "command", fmt.Sprintf("the component does not have a command %q", asked), "name one of "+commands)
	case !e.Runnable && len(e.Commands) > 0:
		return finding(at, "command", "the command does nothing itself and has the subcommands "+commands,
			"name one of them by --command; each has a group of its own")
	case len(e.Flags) == 0:
		return finding(at, "no-flags", "no flag is registered when the flags are parsed",
			"add --run-main if main registers them, or name a function by --func")
	}
	return nil
}

// Missing is the finding about a program whose entrance cannot be built; nil if it can be.
func (s *Source) Missing(entrance Entrance) []diag.Diagnostic {
	switch at := s.position(); {
	case len(s.bridged) > 0:
		return s.bridged
	case entrance.Function != nil:
		return nil
	case s.Main.Name != "main":
		return finding(at, "package", fmt.Sprintf("package %s is not a program", s.Main.PkgPath),
			"name the package of a program, or a function by --func")
	case len(s.foreign) > 0 && (len(s.Calls) == 0 || s.inMain(s.foreign[0].Position) &&
		!slices.ContainsFunc(s.Calls, func(c Call) bool { return s.inMain(c.Position) })):
		return s.foreign
	case len(s.Calls) == 0:
		return finding(at, "no-parse", "no package of the module parses flags by package flag, pflag or cobra",
			"name a function that registers the flags by --func")
	case !entrance.RunMain && s.entry() == nil:
		return finding(s.Calls[0].Position, "run-main", "the flags are parsed after code of main, which is not run",
			"add --run-main if this code can run here, or name a function that registers the flags by --func")
	}
	return nil
}

// inMain reports whether a position is in the package of the program.
func (s *Source) inMain(at token.Position) bool {
	return filepath.Dir(at.Filename) == filepath.Dir(s.Main.GoFiles[0])
}

// Runs says which code of the component is going to run.
func (s *Source) Runs(entrance Entrance) string {
	what := "initializes the packages of " + s.Main.PkgPath
	switch {
	case entrance.Function != nil:
		return what + ", and calls " + entrance.Function.name
	case entrance.RunMain:
		return what + ", and runs its function main up to the call that parses the flags"
	case s.entry().before > 0:
		return fmt.Sprintf("%s; the %d statements of main before the flags are parsed do not run without --run-main", what,
			s.entry().before)
	}
	return what
}
