// Package prove compares a component that files configure with the component as it is: what a file says has the effect
// of the same arguments.
package prove

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/parallel"
)

// runs are the processes of a program.
type runs struct {
	ctx     context.Context
	program *observe.Program
	mutex   sync.Mutex
	failed  error
}

// run runs a command line. After an error, which failed has, the outcome is empty.
func (r *runs) run(args []string) *observe.Outcome {
	outcome, err := r.program.Run(r.ctx, observe.Plain, args...)
	if err = cmp.Or(r.ctx.Err(), err); err != nil {
		r.fail(err)
		return &observe.Outcome{}
	}
	return outcome
}

func (r *runs) fail(err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.failed = err
}

// each calls a function with the numbers up to count, side by side.
func (r *runs) each(count int, do func(int)) error {
	workers := parallel.Limited(4)
	for i := range count {
		workers.Go(func() { do(i) })
	}
	workers.Wait()
	return r.failed
}

// Trial is what the component does with the arguments that each flag is tried with.
type Trial struct {
	// Rows are those of the table. Flags that stay by hand have no field, and the reason in the note.
	Rows []table.Row
	runs *runs
	// required gives required flags a value, by flag. unset is the component with these alone.
	required map[string][]string
	unset    *observe.Outcome
	// with are the flags that the component wants beside that of a row.
	with [][]string
	// accepted and refused are the values of each row that the component accepts, and those that it refuses.
	accepted, refused [][]trial
}

// Try gives each flag with a field some values, and finds the types of those whose values are of a type of their own.
func Try(ctx context.Context, p *observe.Program, rows []table.Row) (*Trial, error) {
	t := &Trial{
		Rows: slices.Clone(rows), runs: &runs{ctx: ctx, program: p}, required: map[string][]string{},
		with: make([][]string, len(rows)), accepted: make([][]trial, len(rows)), refused: make([][]trial, len(rows)),
	}
	for _, row := range t.Rows {
		if row.Flag.Required {
			t.require(row)
		}
	}
	t.unset = t.runs.run(t.base())
	if others := wanted(t.unset); len(others) > 0 {
		t.required[others[0]] = t.first(others[0])
		t.unset = t.runs.run(t.base())
	}
	if t.unset.Refused() {
		for i := range t.Rows {
			t.Rows[i].Refuse("the component does not accept a command line without it: " + t.unset.Printed)
		}
		return t, t.runs.failed
	}
	return t, t.runs.each(len(rows), func(i int) {
		if t.Rows[i].Field != "" {
			t.Rows[i].Refuse(t.try(i))
		}
	})
}

// base are the arguments beside those of flags that are named: they give required flags a value, and those that the
// component wants beside the named ones.
func (t *Trial) base(but ...string) []string {
	var args []string
	for i := range t.Rows {
		name := t.Rows[i].Flag.Name
		if !slices.Contains(but, name) {
			args = append(args, t.required[name]...)
			continue
		}
		for _, other := range t.with[i] {
			if !slices.Contains(but, other) {
				args = append(args, t.first(other)...)
			}
		}
	}
	return args
}

// first are the arguments that give a flag the first of its values.
func (t *Trial) first(name string) []string {
	for i := range t.Rows {
		if t.Rows[i].Flag.Name == name {
			return trials(table.Row{Flag: t.Rows[i].Flag, Type: table.Type(t.Rows[i].Flag)})[0].args(name)
		}
	}
	return nil
}

// wants is how cobra says which flags have to be beside others.
var wants = regexp.MustCompile(`(?:missing|at least one of the flags in the group) \[([^\]]+)\]`)

// wanted are the flags that a component wants in addition.
func wanted(o *observe.Outcome) []string {
	if o.After == nil {
		return nil
	}
	if found := wants.FindStringSubmatch(o.After.Refused); found != nil {
		return strings.Fields(found[1])
	}
	return nil
}

// require finds a value for a required flag.
func (t *Trial) require(row table.Row) {
	name := row.Flag.Name
	for _, one := range trials(row) {
		t.required[name] = one.args(name)
		if o := t.runs.run(t.base()); !o.Refused() || !strings.Contains(o.Printed, name) {
			return
		}
	}
}

// try says why the component does not do with a flag what a file can say; empty if it does.
func (t *Trial) try(i int) string {
	row, own := &t.Rows[i], t.Rows[i].Own()
	name := row.Flag.Name
	if row.Flag.Unsettled {
		return "it is not registered in each environment"
	}
	if t.required[name] == nil && t.unset.Before.Flag(name).Text != t.unset.Text(name) {
		return "its text changes without being set"
	}
	var texts []string
	refusal := ""
	for _, one := range trials(*row) {
		o := t.runs.run(append(t.base(name), one.args(name)...))
		if others := wanted(o); len(others) > 0 && t.with[i] == nil {
			t.with[i] = others
			o = t.runs.run(append(t.base(name), one.args(name)...))
		}
		if o.Refused() {
			t.refused[i] = append(t.refused[i], one)
			if refusal == "" && o.After != nil {
				refusal = ": " + o.After.Refused
			}
			continue
		}
		t.accepted[i] = append(t.accepted[i], one)
		texts = append(texts, o.Text(name))
		for k := range t.Rows {
			other := &t.Rows[k].Flag
			if other.Name != name && !other.Varies && !slices.Contains(t.with[i], other.Name) &&
				o.Text(other.Name) != t.unset.Text(other.Name) {
				return "it changes --" + other.Name + ", too"
			}
		}
	}
	different := len(slices.Compact(slices.Sorted(slices.Values(texts))))
	switch {
	case len(texts) == 0:
		return "it accepts none of the values that were tried, such as " + t.refused[i][0].given[0] + refusal
	case len(texts) > 1 && different == 1:
		return "its value cannot be read back"
	}
	appends := false
	if accepted := t.accepted[i]; len(accepted) > 1 {
		twice := t.runs.run(slices.Concat(t.base(name), accepted[0].args(name), accepted[1].args(name)))
		appends = !twice.Refused() && twice.Text(name) != texts[1]
	}
	if before := strings.Trim(row.Flag.Text, "[]{}"); appends && before != "" && before != "map" &&
		!slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(text, before) }) {
		return fmt.Sprintf("it adds to its default %q, which a file cannot replace", row.Flag.Text)
	}
	if own && appends {
		row.Type, row.Each = "[]string", true
		for _, list := range [][]trial{t.accepted[i], t.refused[i]} {
			for k := range list {
				list[k].file = list[k].given
			}
		}
	}
	if row.Flag.Varies && row.Note == "" {
		row.Note = "its default depends on the host, the user or the time"
	}
	return ""
}
