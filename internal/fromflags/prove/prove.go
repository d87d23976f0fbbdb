package prove

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/fromflags/observe"
	"github.com/configgen/configgen/internal/fromflags/table"
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
	jobs  *jobs
	files Files
	count int
	// differs has why a flag is not equal.
	differs map[string]string
}

// point is a flag with one of the candidates that it is tried with.
type point struct {
	row table.Row
	at  tried
}

// Prove runs the component with files and compares it with Trial. It returns why flags are not equal, by their names.
func Prove(ctx context.Context, p *observe.Program, t *Trial, files Files) (map[string]string, error) {
	pr := &proof{Trial: t, jobs: &jobs{ctx: ctx, program: p}, files: files, differs: map[string]string{}}
	var batches [][]point
	var refused []point
	for _, row := range table.Kept(t.Rows) {
		for i, at := range t.accepted(row.Flag.Name) {
			if i == len(batches) {
				batches = append(batches, nil)
			}
			batches[i] = append(batches[i], point{row, at})
		}
		for _, at := range t.alone[row.Flag.Name] {
			if at.outcome.Refused() {
				refused = append(refused, point{row, at})
			}
		}
	}
	for _, kind := range []func([]point) error{pr.file, pr.under, pr.commandLine} {
		for _, batch := range batches {
			if err := kind(batch); err != nil {
				return nil, err
			}
		}
	}
	if err := pr.refuse(refused); err != nil {
		return nil, err
	}
	return pr.differs, pr.nothing()
}

// write makes a file that gives flags their values, and returns the argument for it.
func (pr *proof) write(points []point) (string, error) {
	pr.count++
	name := filepath.Join(pr.files.Dir, fmt.Sprintf("case%d.yaml", pr.count))
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: %s\nkind: %s\n", pr.files.APIVersion, pr.files.Kind)
	nest(&b, points, "", "")
	return "--" + pr.files.Flag + "=" + name, os.WriteFile(name, []byte(b.String()), 0o600)
}

// nest writes the fields below a path.
func nest(b *strings.Builder, points []point, path, indent string) {
	done := map[string]bool{}
	for _, one := range points {
		rest, found := strings.CutPrefix(one.row.Field, path)
		if !found {
			continue
		}
		name, _, deeper := strings.Cut(rest, ".")
		switch {
		case !deeper:
			fmt.Fprintf(b, "%s%s: %s\n", indent, name, one.at.file)
		case !done[name]:
			done[name] = true
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			nest(b, points, path+name+".", indent+"  ")
		}
	}
}

// batch runs all points at once, and each of those that differ, or all if the component refuses them together, by
// itself.
func (pr *proof) batch(points []point, what string, args func([]point) ([]string, error),
	want func(point) *observe.Outcome) error {
	var again []point
	run := func(group []point, differ func(point, string)) error {
		given, err := args(group)
		if err != nil {
			return err
		}
		pr.jobs.add(given, func(o *observe.Outcome) {
			for _, one := range group {
				if why := difference(one, o, want(one)); why != "" {
					differ(one, why)
				}
			}
		})
		return nil
	}
	if err := run(points, func(one point, _ string) { again = append(again, one) }); err != nil {
		return err
	}
	if err := pr.jobs.run(); err != nil {
		return err
	}
	for _, one := range again {
		if err := run([]point{one}, func(one point, why string) {
			pr.differs[one.row.Flag.Name] = fmt.Sprintf("%s %s %s", what, one.at.file, why)
		}); err != nil {
			return err
		}
	}
	return pr.jobs.run()
}

// difference is how an outcome differs from another one with respect to a flag; empty if it does not.
func difference(one point, got, want *observe.Outcome) string {
	name := one.row.Flag.Name
	switch {
	case want == nil || want.Refused():
		return ""
	case got.Refused():
		return "is refused: " + got.Printed
	case got.After.Values[name] != want.After.Values[name]:
		return fmt.Sprintf("gives %q, and the command line %q", got.After.Values[name], want.After.Values[name])
	case slices.Contains(got.After.Changed, name) != slices.Contains(want.After.Changed, name):
		return "is not a change for the component as it is on the command line"
	}
	return ""
}

// required are the arguments for required flags that are not among the points.
func (pr *proof) required(points []point) []string {
	base := maps.Clone(pr.base)
	for _, one := range points {
		delete(base, one.row.Flag.Name)
	}
	return slices.Concat(slices.Collect(maps.Values(base))...)
}

// file compares a file with the same arguments.
func (pr *proof) file(points []point) error {
	return pr.batch(points, "in a file,", func(group []point) ([]string, error) {
		arg, err := pr.write(group)
		return append(pr.required(group), arg), err
	}, func(one point) *observe.Outcome { return one.at.outcome })
}

// under compares a file below a command line with the command line alone, or with both if the values are merged.
func (pr *proof) under(points []point) error {
	second := func(one point) tried { return pr.accepted(one.row.Flag.Name)[1] }
	points = slices.DeleteFunc(slices.Clone(points), func(one point) bool {
		accepted := pr.accepted(one.row.Flag.Name)
		return len(accepted) < 2 || !slices.Equal(one.at.given, accepted[0].given)
	})
	if len(points) == 0 {
		return nil
	}
	return pr.batch(points, "below the command line, a file with", func(group []point) ([]string, error) {
		arg, err := pr.write(group)
		args := append(pr.required(group), arg)
		for _, one := range group {
			args = append(args, second(one).args(one.row.Flag.Name)...)
		}
		return args, err
	}, func(one point) *observe.Outcome {
		if one.row.Type == "map[string]bool" {
			return pr.twice[one.row.Flag.Name]
		}
		return second(one).outcome
	})
}

// commandLine compares the command line alone, without a file.
func (pr *proof) commandLine(points []point) error {
	return pr.batch(points, "on the command line,", func(group []point) ([]string, error) {
		args := pr.required(group)
		for _, one := range group {
			args = append(args, one.at.args(one.row.Flag.Name)...)
		}
		return args, nil
	}, func(one point) *observe.Outcome { return one.at.outcome })
}

// refuse expects that a file is refused for what the command line is refused for.
func (pr *proof) refuse(points []point) error {
	for _, one := range points {
		arg, err := pr.write([]point{one})
		if err != nil {
			return err
		}
		pr.jobs.add(append(pr.required([]point{one}), arg), func(o *observe.Outcome) {
			if !o.Refused() {
				pr.differs[one.row.Flag.Name] = fmt.Sprintf(
					"a file with %s is accepted, and the command line refuses it", one.at.file)
			}
		})
	}
	return pr.jobs.run()
}

// nothing expects that a file without values changes nothing, and neither does no file.
func (pr *proof) nothing() error {
	arg, err := pr.write(nil)
	if err != nil {
		return err
	}
	rows := table.Kept(pr.Rows)
	for _, args := range [][]string{{arg}, nil} {
		pr.jobs.add(append(pr.arguments(""), args...), func(o *observe.Outcome) {
			for _, row := range rows {
				if why := difference(point{row: row}, o, pr.unset); why != "" && !row.Flag.Varies {
					pr.differs[row.Flag.Name] = "without a value, it " + why
				}
			}
		})
	}
	return pr.jobs.run()
}
