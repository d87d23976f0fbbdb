// Package prove compares a component that files configure with the component as it is: what a file says has the effect
// of the same arguments.
package prove

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/parallel"
)

// Trial is what the component does with the arguments that each flag is tried with.
type Trial struct {
	// Rows are those of the table. Flags that stay by hand have no field, and the reason in the note.
	Rows []table.Row
	// base gives required flags a value, by flag.
	base map[string][]string
	// unset is the component without arguments but those of base. alone has the result of each candidate by flag, as
	// candidates returns them; twice has the first two that the flag accepts after each other.
	unset *observe.Outcome
	alone map[string][]tried
	twice map[string]*observe.Outcome
}

// tried is a candidate with what the component makes of it.
type tried struct {
	candidate
	outcome *observe.Outcome
}

// accepted are the candidates that the flag accepts.
func (t *Trial) accepted(flag string) []tried {
	return slices.DeleteFunc(slices.Clone(t.alone[flag]), func(one tried) bool { return one.outcome.Refused() })
}

// Try gives each flag with a field some values, and finds the types of those whose values are of a type of their own.
func Try(ctx context.Context, p *observe.Program, rows []table.Row) (*Trial, error) {
	t := &Trial{Rows: slices.Clone(rows), base: map[string][]string{}, alone: map[string][]tried{}}
	if err := t.require(ctx, p); err != nil {
		return nil, err
	}
	var err error
	if t.unset, err = p.Run(ctx, observe.Plain, t.arguments("")...); err != nil {
		return nil, err
	}
	if t.unset.Refused() {
		for i := range t.Rows {
			t.Rows[i].Refuse("the component does not accept a command line without it: " + t.unset.Printed)
		}
		return t, nil
	}
	for i, row := range t.Rows { // of a type of its own: a list if it keeps what it had
		if row.Field != "" && row.Type == "string" && !table.Known(row.Flag) {
			t.Rows[i].Each = true
		}
	}
	if err := t.run(ctx, p); err != nil {
		return nil, err
	}
	for i, row := range t.Rows {
		if row.Field != "" {
			t.judge(i)
		}
	}
	return t, nil
}

// arguments are those that give required flags a value, but for one.
func (t *Trial) arguments(but string) []string {
	var args []string
	for _, flag := range slices.Sorted(maps.Keys(t.base)) {
		if flag != but {
			args = append(args, t.base[flag]...)
		}
	}
	return args
}

// require finds a value for each required flag.
func (t *Trial) require(ctx context.Context, p *observe.Program) error {
	for _, row := range t.Rows {
		if !row.Flag.Required {
			continue
		}
		for _, c := range candidates(row) {
			t.base[row.Flag.Name] = c.args(row.Flag.Name)
			outcome, err := p.Run(ctx, observe.Plain, t.arguments("")...)
			if err != nil {
				return err
			}
			if !outcome.Refused() || !strings.Contains(outcome.Printed, row.Flag.Name) {
				break
			}
		}
	}
	return nil
}

// run runs the component with each candidate.
func (t *Trial) run(ctx context.Context, p *observe.Program) error {
	twice := map[string]*observe.Outcome{}
	jobs := &jobs{ctx: ctx, program: p}
	for _, row := range t.Rows {
		if row.Field == "" {
			continue
		}
		name := row.Flag.Name
		for _, c := range candidates(row) {
			t.alone[name] = append(t.alone[name], tried{candidate: c})
		}
		for i := range t.alone[name] {
			at := &t.alone[name][i]
			jobs.add(append(t.arguments(name), at.args(name)...), func(o *observe.Outcome) { at.outcome = o })
		}
	}
	if err := jobs.run(); err != nil {
		return err
	}
	for _, row := range t.Rows {
		name := row.Flag.Name
		if accepted := t.accepted(name); row.Field != "" && len(accepted) > 1 {
			args := slices.Concat(t.arguments(name), accepted[0].args(name), accepted[1].args(name))
			jobs.add(args, func(o *observe.Outcome) { twice[name] = o })
		}
	}
	t.twice = twice
	return jobs.run()
}

// jobs are processes that run side by side.
type jobs struct {
	ctx     context.Context
	program *observe.Program
	list    []job
	failed  error
	mutex   sync.Mutex
}

type job struct {
	args []string
	done func(*observe.Outcome)
}

func (j *jobs) add(args []string, done func(*observe.Outcome)) {
	j.list = append(j.list, job{args, done})
}

// run runs all and forgets them.
func (j *jobs) run() error {
	workers := parallel.Limited(4)
	for _, one := range j.list {
		workers.Go(func() {
			if j.ctx.Err() != nil {
				return
			}
			outcome, err := j.program.Run(j.ctx, observe.Plain, one.args...)
			j.mutex.Lock()
			defer j.mutex.Unlock()
			if err != nil {
				j.failed = err
				return
			}
			one.done(outcome)
		})
	}
	workers.Wait()
	j.list = nil
	if j.failed != nil {
		return j.failed
	}
	return j.ctx.Err()
}

// judge says whether the component does with a flag what a file can say.
func (t *Trial) judge(i int) {
	row := &t.Rows[i]
	name := row.Flag.Name
	accepted := t.accepted(name)
	texts := map[string]bool{}
	for _, one := range accepted {
		texts[one.outcome.After.Values[name]] = true
	}
	switch {
	case row.Flag.Unsettled:
		t.Rows[i].Refuse("it is not registered in each environment")
		return
	case t.base[name] == nil && t.unset.Before.Default(name) != t.unset.After.Values[name]:
		t.Rows[i].Refuse("its text changes without being set")
		return
	case len(accepted) == 0:
		t.Rows[i].Refuse("it accepts none of the values that were tried, such as " + t.alone[name][0].given[0])
		return
	case len(texts) == 1 && len(accepted) > 1:
		t.Rows[i].Refuse("its value cannot be read back")
		return
	}
	for _, one := range accepted {
		for _, other := range t.Rows {
			text, known := one.outcome.After.Values[other.Flag.Name]
			if other.Flag.Name != name && known && text != t.unset.After.Values[other.Flag.Name] && !other.Flag.Varies {
				t.Rows[i].Refuse("it changes --" + other.Flag.Name + ", too")
				return
			}
		}
	}
	last := ""
	if len(accepted) > 1 {
		last = accepted[1].outcome.After.Values[name]
	}
	twice := t.twice[name]
	appends := twice != nil && !twice.Refused() && twice.After.Values[name] != last
	keeps := !slices.ContainsFunc(accepted, func(one tried) bool {
		return !adds(one.outcome.After.Values[name], row.Flag.Default)
	})
	if appends && keeps {
		t.Rows[i].Refuse(fmt.Sprintf("it adds to its default %q, which a file cannot replace", row.Flag.Default))
		return
	}
	if row.Type == "string" && !table.Known(row.Flag) {
		if row.Each = appends; appends {
			row.Type = "[]string"
			for k, one := range t.alone[name] {
				t.alone[name][k].file = quoted(one.given)
			}
		}
	}
	if row.Flag.Varies && row.Note == "" {
		row.Note = "its default depends on the host, the user or the time"
	}
}

// adds reports whether a text still has what was there before.
func adds(text, before string) bool {
	before = strings.Trim(before, "[]{}")
	return before != "" && before != "map" && strings.Contains(text, before)
}
