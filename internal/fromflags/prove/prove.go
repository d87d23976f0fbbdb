package prove

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/table"
	"github.com/configgen/configgen/internal/fromflags/value"
)

// Files says how the files of a component look like.
type Files struct {
	// APIVersion and Kind are those of the header.
	APIVersion, Kind string
	// Flag is the name of the flag that names a file.
	Flag string
	// Dir is a directory for them.
	Dir string
}

// proof is a proof that is being made.
type proof struct {
	*Trial
	bridged *runs
	files   Files
	mutex   sync.Mutex
	count   int
	// differs has why a flag is not equal.
	differs map[string]string
}

// point is what one flag gets in a comparison: in the file, and on the command line of both programs; ahead is on that
// of the component as it is alone, and has to have the effect of the file. Each can be nil.
type point struct {
	row               table.Row
	file, ahead, line *trial
}

// comparison are points that are compared at once. Without any, it is that of the component with a file that sets
// nothing, or of the component without a file.
type comparison struct {
	what   string
	file   bool
	points []point
}

// Prove runs the component with files and compares it with the component as it is. It returns why flags are not equal,
// by their names.
func Prove(ctx context.Context, p *observe.Program, t *Trial, files Files) (map[string]string, error) {
	pr := &proof{Trial: t, bridged: &runs{ctx: ctx, program: p}, files: files, differs: map[string]string{}}
	all := []comparison{{what: "without a file,"}, {what: "with a file that sets nothing,", file: true}}
	var wrong []point
	under := comparison{what: "in a file, below the command line,", file: true}
	reversed := comparison{what: "in a file, against arguments in another order,", file: true}
	for i, row := range t.Rows {
		if row.Field == "" {
			continue
		}
		for k := range t.accepted[i] {
			if at := 2 + 2*k; at == len(all) {
				all = append(all, comparison{what: "in a file,", file: true}, comparison{what: "on the command line,"})
			}
			one := &t.accepted[i][k]
			if k == 0 {
				reversed.points = slices.Insert(reversed.points, 0, point{row: row, file: one, ahead: one})
			}
			all[2+2*k].points = append(all[2+2*k].points, point{row: row, file: one, ahead: one})
			all[3+2*k].points = append(all[3+2*k].points, point{row: row, line: one})
		}
		if accepted := t.accepted[i]; len(accepted) > 1 {
			one := point{row: row, file: &accepted[0], line: &accepted[1]}
			if row.Type == "map[string]bool" { // they are merged
				one.ahead = one.file
			}
			under.points = append(under.points, one)
		}
		for k := range t.refused[i] {
			wrong = append(wrong, point{row: row, file: &t.refused[i][k]})
		}
	}
	all = append(all, under, reversed)
	err := pr.bridged.each(len(all), func(i int) { pr.compare(all[i]) })
	if err = cmp.Or(err, t.runs.failed); err != nil {
		return nil, err
	}
	return pr.differs, pr.bridged.each(len(wrong), func(i int) { pr.refuse(wrong[i]) })
}

// plain are the arguments of the component as it is.
func (pr *proof) plain(points []point) []string {
	var names, ahead, line []string
	for _, one := range points {
		name := one.row.Flag.Name
		names = append(names, name)
		if one.ahead != nil {
			ahead = append(ahead, one.ahead.args(name)...)
		}
		if one.line != nil {
			line = append(line, one.line.args(name)...)
		}
	}
	return slices.Concat(pr.base(names...), ahead, line)
}

// withFile are the arguments of the program with files, and the name of the file.
func (pr *proof) withFile(c comparison) (args []string, file string) {
	values := map[string]any{}
	points := slices.Clone(c.points)
	for i, one := range points {
		if one.file != nil {
			values[one.row.Field] = one.file.file
		}
		points[i].ahead = nil
	}
	args = pr.plain(points)
	if !c.file {
		return args, ""
	}
	pr.mutex.Lock()
	defer pr.mutex.Unlock()
	pr.count++
	file = filepath.Join(pr.files.Dir, fmt.Sprintf("case%d.yaml", pr.count))
	content, err := value.File(pr.files.APIVersion, pr.files.Kind, values)
	if err == nil {
		err = os.WriteFile(file, content, 0o600)
	}
	if err != nil {
		pr.bridged.fail(err)
	}
	return slices.Insert(args, 0, "--"+pr.files.Flag+"="+file), file
}

// together are points that the component accepts with each other: those that are kept, and as many more as possible.
func (pr *proof) together(kept, more []point) []point {
	all := slices.Concat(kept, more)
	half := len(more) / 2
	switch {
	case !pr.runs.run(pr.plain(all)).Refused():
		return all
	case half == 0:
		return kept
	}
	return pr.together(pr.together(kept, more[:half]), more[half:])
}

// compare compares all points at once that the component accepts with each other, and those that differ again in
// halves. It reports whether there are some.
func (pr *proof) compare(c comparison) bool {
	half := len(c.points) / 2
	if fit := c.points; half > 0 {
		c.points = pr.together(nil, fit)
		if len(c.points) < len(fit) {
			found := pr.compare(c)
			for _, one := range fit {
				alone := !slices.ContainsFunc(c.points, func(p point) bool { return p.row.Flag.Name == one.row.Flag.Name })
				found = alone && pr.compare(comparison{c.what, c.file, []point{one}}) || found
			}
			return found
		}
	}
	args, _ := pr.withFile(c)
	flag, why := pr.difference(pr.bridged.run(args), pr.runs.run(pr.plain(c.points)))
	switch {
	case why == "":
		return false
	case half > 0:
		first := pr.compare(comparison{c.what, c.file, c.points[:half]})
		if second := pr.compare(comparison{c.what, c.file, c.points[half:]}); first || second {
			return true
		}
		c.what = "with other flags, " + c.what
	}
	is := func(one point) bool { return one.row.Flag.Name == flag }
	if len(c.points) > 0 && !slices.ContainsFunc(c.points, is) {
		flag, why = c.points[0].row.Flag.Name, "--"+flag+" "+why
	}
	text := c.what + " "
	if len(c.points) == 1 && c.points[0].file != nil {
		text += quoted(c.points[0].file.file) + " "
	}
	pr.differ(flag, text+why)
	return true
}

func (pr *proof) differ(flag, why string) {
	pr.mutex.Lock()
	defer pr.mutex.Unlock()
	pr.differs[flag] = why
}

// difference is how an outcome differs from another one, with the flag that does; empty if it does not.
func (pr *proof) difference(got, want *observe.Outcome) (flag, why string) {
	switch {
	case want.Refused() && got.Refused():
		return "", ""
	case got.Refused():
		return "", "is refused: " + got.Printed
	case want.Refused():
		return "", "is accepted, and the command line is refused: " + want.Printed
	}
	for _, row := range pr.Rows {
		name := row.Flag.Name
		g, w := got.After.Flag(name), want.After.Flag(name)
		switch {
		case g == nil || w == nil || row.Flag.Varies && !w.Changed && !g.Changed:
		case g.Text != w.Text:
			return name, fmt.Sprintf("gives %q, and the command line %q", g.Text, w.Text)
		case g.Changed != w.Changed && !(container(row.Type) && empty(w.Text)): // no items, no arguments
			return name, "is not a change for the component as it is on the command line"
		}
	}
	if !slices.Equal(got.After.Arguments, want.After.Arguments) {
		return "", fmt.Sprintf("leaves the arguments %q, and the command line %q", got.After.Arguments, want.After.Arguments)
	}
	return "", ""
}

// refuse expects that a file is refused for what the command line is refused for, at a position in the file. The
// command line may not have a form for an empty list.
func (pr *proof) refuse(one point) {
	args, file := pr.withFile(comparison{file: true, points: []point{one}})
	name, text := one.row.Flag.Name, quoted(one.file.file)
	switch o := pr.bridged.run(args); {
	case o.Refused() && !strings.Contains(o.Output, file+":"):
		pr.differ(name, "a file with "+text+" is refused without its position: "+cmp.Or(o.Printed, o.Status))
	case o.Refused():
	case container(one.row.Type) && empty(text) && empty(o.Text(name)):
	default:
		pr.differ(name, "a file with "+text+" is accepted, and the command line refuses it")
	}
}

// container reports whether a field has items, and empty whether a text has none.
func container(of string) bool { return strings.Contains(of, "[") }

func empty(text string) bool { return slices.Contains([]string{"", "[]", "{}", "map[]"}, text) }

// quoted is a value in JSON.
func quoted(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}
