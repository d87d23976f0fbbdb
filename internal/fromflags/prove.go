package fromflags

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/internal/scaffold"
)

// proof compares a component that files configure with the component as it is.
type proof struct {
	*Component
	bridged *program
	of      scaffold.Component
	// dir is a directory for files.
	dir   string
	mutex sync.Mutex
	// differs has why a flag is not equal.
	differs map[string]string
}

// point is the part of one flag in a comparison: a value in the file, the arguments without the file, and the arguments
// in addition to the file.
type point struct {
	row          *Row
	file         *trial
	plain, other []string
}

// comparison is a set of points that are compared at once. Without points, it compares the component with a file that
// sets nothing, or without a file.
type comparison struct {
	what   string
	file   bool
	points []point
}

// prove runs the component with files and compares it with the component as it is. It says why flags are not equal.
func (p *proof) prove() error {
	all := []comparison{{what: "without a file,"}, {what: "with a file that sets nothing,", file: true}}
	var wrong []point
	for _, row := range withField(p.Rows) {
		if p.of.Manager {
			row.narrow()
		}
		for k := range row.accepted {
			if at := 2 + 2*k; at == len(all) {
				all = append(all, comparison{what: "in a file,", file: true},
					comparison{what: "in a file, below the command line,", file: true})
			}
			one, below := &row.accepted[k], &row.accepted[(k+1)%len(row.accepted)]
			line := one.args(row.Name)
			plain := line
			if row.Type == "map[string]bool" { // they are merged
				plain = append(below.args(row.Name), line...)
			}
			all[2+2*k].points = append(all[2+2*k].points, point{row, one, line, nil})
			all[3+2*k].points = append(all[3+2*k].points, point{row, below, plain, line})
		}
		for k := range row.refused {
			wrong = append(wrong, point{row: row, file: &row.refused[k]})
		}
	}
	reversed := slices.Clone(all[2].points)
	slices.Reverse(reversed)
	all = append(all, comparison{"in a file, against arguments in another order,", true, reversed})
	err := p.bridged.each(len(all), func(i int) { p.compare(all[i]) })
	if err = cmp.Or(err, p.plain.failed); err != nil {
		return err
	}
	return p.bridged.each(len(wrong), func(i int) { p.refuse(wrong[i]) })
}

// args returns the arguments of points, in addition to the arguments that the component requires.
func (p *proof) args(points []point, of func(point) []string) []string {
	var rows []*Row
	var args []string
	for _, one := range points {
		rows, args = append(rows, one.row), append(args, of(one)...)
	}
	return append(p.base(rows...), args...)
}

// without runs the component as it is.
func (p *proof) without(points []point) *outcome {
	return p.plain.run(plainly, p.args(points, func(one point) []string { return one.plain })...)
}

// with runs the component with a file, if there is to be one, and returns the name of the file.
func (p *proof) with(file bool, points []point) (o *outcome, name string) {
	args := p.args(points, func(one point) []string { return one.other })
	if file {
		values := map[string]any{}
		for _, one := range points {
			values[one.row.Field] = one.file.file
		}
		content, err := fileOf(p.of.Group+"/"+p.of.Version, p.of.Kind, values)
		created, createErr := os.CreateTemp(p.dir, "case*.yaml")
		if err = cmp.Or(err, createErr); err == nil {
			name = created.Name()
			_, err = created.Write(content)
			err = cmp.Or(err, created.Close())
		}
		if err != nil {
			return p.bridged.fail(err), ""
		}
		args = slices.Insert(args, 0, "--"+cmp.Or(p.ConfigFlag, "config")+"="+name)
	}
	o = p.bridged.run(plainly, args...)
	if file {
		o.printed = strings.ReplaceAll(o.printed, name+":", "line ")
	}
	return o, name
}

// together returns points that the component accepts together: the kept points, and as many more as possible.
func (p *proof) together(kept, more []point) []point {
	all := slices.Concat(kept, more)
	half := len(more) / 2
	switch {
	case !p.without(all).refused():
		return all
	case half == 0:
		return kept
	}
	return p.together(p.together(kept, more[:half]), more[half:])
}

// compare compares all points at once that the component accepts with each other, and each alone if they differ, or are
// not accepted. It reports whether one does differ.
func (p *proof) compare(c comparison) (found bool) {
	fit := c.points
	if len(fit) > 1 {
		fit = p.together(nil, fit)
	}
	got, _ := p.with(c.file, fit)
	flag, why := p.difference(got, p.without(fit))
	for _, one := range c.points {
		fits := slices.ContainsFunc(fit, func(other point) bool { return other.row == one.row })
		if len(c.points) > 1 && (why != "" || !fits) {
			found = p.compare(comparison{c.what, c.file, []point{one}}) || found
		}
	}
	if why == "" || found {
		return found
	}
	text := c.what + " "
	switch len(c.points) {
	case 0:
	case 1:
		text += quoted(fit[0].file.file) + " "
	default:
		text = "with other flags, " + text
	}
	if len(fit) > 0 && !slices.ContainsFunc(fit, func(one point) bool { return one.row.Name == flag }) {
		flag, why = fit[0].row.Name, "--"+flag+" "+why
	}
	p.differ(flag, text+why)
	return true
}

func (p *proof) differ(flag, why string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.differs[flag] = why
}

// difference is how an outcome differs from another one, with the flag that does; empty if it does not.
func (p *proof) difference(got, want *outcome) (flag, why string) {
	switch {
	case want.refused() && got.refused():
		return "", ""
	case got.refused():
		return "", "is refused: " + got.printed
	case want.refused():
		return "", "is accepted, and the command line is refused: " + want.printed
	}
	for _, row := range p.Rows {
		g, w := got.after.Flag(row.Name), want.after.Flag(row.Name)
		switch {
		case g == nil || w == nil || row.Varies && !w.Changed && !g.Changed:
		case g.Text != w.Text:
			return row.Name, fmt.Sprintf("gives %q, and the command line %q", g.Text, w.Text)
		case g.Changed != w.Changed && !(row.container() && empty(w.Text)): // no items, no arguments
			return row.Name, "is not a change for the component as it is on the command line"
		}
	}
	if !slices.Equal(got.after.Arguments, want.after.Arguments) {
		return "", fmt.Sprintf("leaves the arguments %q, and the command line %q", got.after.Arguments, want.after.Arguments)
	}
	return "", ""
}

// refuse expects that a file is refused for the values for which the command line is refused, at a position in the
// file. The command line may not have a notation for an empty list.
func (p *proof) refuse(one point) {
	o, file := p.with(true, []point{one})
	name, text := one.row.Name, quoted(one.file.file)
	switch {
	case o.refused() && !strings.Contains(o.output, file+":"):
		p.differ(name, "a file with "+text+" is refused without its position: "+cmp.Or(o.printed, o.status))
	case !o.refused() && !(one.row.container() && empty(text) && empty(o.text(name))):
		p.differ(name, "a file with "+text+" is accepted, and the command line refuses it")
	}
}

// container reports whether a field has items, and empty whether a text has none.
func (r *Row) container() bool { return strings.Contains(r.Type, "[") }

func empty(text string) bool { return slices.Contains([]string{"", "[]", "{}", "map[]"}, text) }

// quoted returns a value in JSON.
func quoted(value any) string {
	text, _ := json.Marshal(value) //nolint:errcheck // It is also in a file.
	return string(text)
}
