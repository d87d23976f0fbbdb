package fromflags

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/fromflags/observer"
)

// observe finds the flags, in the order of their names. What keeps it from that is in the findings.
func (p *program) observe() (entry *observer.Entry, rows []*Row, findings []diag.Diagnostic) {
	first := p.run(plainly)
	if p.failed != nil {
		return nil, nil, nil
	}
	if first.before == nil {
		return nil, nil, p.unreached(first)
	}
	if findings := p.unfit(first.before); findings != nil {
		return nil, nil, findings
	}
	other := p.run(otherwise)
	select { // the third process runs in another second
	case <-p.ctx.Done():
	case <-time.After(time.Second):
	}
	outcomes := []*outcome{first, other, p.run(plainly)}
	outcomes = slices.DeleteFunc(outcomes, func(o *outcome) bool { return o.before == nil })
	count := map[string]int{}
	for _, o := range outcomes {
		for _, f := range o.before.Flags {
			count[f.Name]++
			if row := rowOf(rows, f.Name); row == nil {
				rows = append(rows, &Row{Flag: f})
			} else if row.Text != f.Text {
				row.Varies = true
			}
		}
	}
	for _, row := range rows {
		row.Unsettled = count[row.Name] < len(outcomes)
	}
	slices.SortFunc(rows, func(a, b *Row) int { return strings.Compare(a.Name, b.Name) })
	return first.before, rows, nil
}

// unreached returns the finding about a process that did not come to the flags.
func (p *program) unreached(o *outcome) []diag.Diagnostic {
	const where, byFunction = "before its flags are parsed", "name a function that registers the flags by --func"
	at, printed := p.position(), ""
	if o.printed != "" {
		printed = ": " + o.printed
	}
	switch {
	case o.hangs:
		return finding(at, "hangs", fmt.Sprintf("the program does not return within %s %s%s", patience, where, printed),
			byFunction+", or parse the flags first")
	case strings.Contains(o.printed, "flag redefined: "):
		return finding(at, "flag-redefined", "the program registers a flag twice"+printed,
			"remove one of the registrations, or name a function by --func that does not make both")
	case strings.HasPrefix(o.printed, "panic: ") || strings.HasPrefix(o.printed, "fatal error: "):
		return finding(at, "panics", "the program panics "+where+printed, "correct it, or "+byFunction)
	}
	return finding(at, "not-reached", fmt.Sprintf("the program ends %s, with %s%s", where, o.status, printed), byFunction)
}

// unfit returns the finding about flags that cannot be taken.
func (p *program) unfit(e *observer.Entry) []diag.Diagnostic {
	at, commands := p.position(), strings.Join(e.Commands, ", ")
	if e.Call >= 0 {
		at = p.calls[e.Call].at
	}
	switch {
	case e.Unknown != "":
		return finding(at, "flag-set", "the flags are in a "+e.Unknown+", which cannot be observed", functions)
	case p.Command != "" && len(e.Commands) == 0:
		return finding(at, "command", "the component does not have commands", "leave out --command")
	case p.Command != "" && !slices.Contains(e.Commands, p.Command):
		return finding(at, "command", fmt.Sprintf("the component does not have a command %q", p.Command),
			"name one of "+commands)
	case !e.Runnable && len(e.Commands) > 0:
		return finding(at, "command", "the command does nothing itself and has the subcommands "+commands,
			"name one of them by --command; each has a group of its own")
	case len(e.Flags) == 0:
		return finding(at, "no-flags", "no flag is registered when the flags are parsed",
			"add --run-main if main registers them, or name a function by --func")
	}
	return nil
}

// missing returns the finding about a program whose entrance cannot be built; nil if it can be.
func (c *code) missing() []diag.Diagnostic {
	// inMain reports whether a position is in the package of the program.
	inMain := func(of call) bool { return filepath.Dir(of.at.Filename) == c.program.Dir }
	switch at := c.position(); {
	case len(c.bridged) > 0:
		return c.bridged
	case c.Function != "":
		return nil
	case c.program.Name != "main":
		return finding(at, "package", fmt.Sprintf("package %s is not a program", c.program.Path),
			"name the package of a program, or a function by --func")
	case len(c.foreign) > 0 && (len(c.calls) == 0 ||
		inMain(call{at: c.foreign[0].Position}) && !slices.ContainsFunc(c.calls, inMain)):
		return c.foreign
	case len(c.calls) == 0:
		return finding(at, "no-parse", "no package of the module parses flags by package flag, pflag or cobra",
			"name a function that registers the flags by --func")
	case !c.RunMain && c.entry() == nil:
		return finding(c.calls[0].at, "run-main", "the flags are parsed after code of main, which is not run",
			"add --run-main if this code can run here, or name a function that registers the flags by --func")
	}
	return nil
}

// runs says which code of the component is going to run.
func (c *code) runs() string {
	what := "initializes the packages of " + c.program.Path
	switch {
	case c.Function != "":
		return what + ", and calls " + c.Function
	case c.RunMain:
		return what + ", and runs its function main up to the call that parses the flags"
	}
	return what + "; its function main does not run without --run-main"
}
