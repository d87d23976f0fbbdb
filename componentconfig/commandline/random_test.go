package commandline

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
)

// drawn is a flag that random components can have.
type drawn struct {
	name, field string
	// addGo and addP register the flag with one of two defaults.
	addGo func(fs *flag.FlagSet, name string, other bool)
	addP  func(fs *pflag.FlagSet, name, shorthand string, other bool)
	// inFile are values in a file, each with the values of the flag.
	inFile map[string][]string
	// given are values on a command line; the component may refuse some.
	given []string
}

func either[T any](other bool, a, b T) T {
	if other {
		return b
	}
	return a
}

var pool = []drawn{
	{
		"address", "address",
		func(fs *flag.FlagSet, name string, other bool) { fs.String(name, either(other, ":8080", ""), "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.StringP(name, short, either(other, ":8080", ""), "")
		},
		map[string][]string{`":80"`: {":80"}, `""`: {""}, `"--retries=1"`: {"--retries=1"}, `"a b"`: {"a b"}},
		[]string{":1", "", "x y", "-1", "=", "$(X)"},
	},
	{
		"worker_threads", "workers",
		func(fs *flag.FlagSet, name string, other bool) { fs.Int(name, either(other, 10, 0), "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.IntP(name, short, either(other, 10, 0), "")
		},
		map[string][]string{"0": {"0"}, "16": {"16"}, "-3": {"-3"}}, []string{"1", "0", "0x10", "many", "-7"},
	},
	{
		"retries", "retries",
		func(fs *flag.FlagSet, name string, other bool) { fs.Uint(name, either[uint](other, 0, 4), "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.Int64P(name, short, either[int64](other, 0, 4), "")
		},
		map[string][]string{"0": {"0"}, "2": {"2"}}, []string{"1", "0", "one", ""},
	},
	{
		"verbose", "verbose",
		func(fs *flag.FlagSet, name string, other bool) { fs.Bool(name, other, "") },
		func(fs *pflag.FlagSet, name, short string, other bool) { fs.BoolP(name, short, other, "") },
		map[string][]string{"true": {"true"}, "false": {"false"}}, []string{"true", "false", "T", "0", "maybe"},
	},
	{
		"timeout", "timeout",
		func(fs *flag.FlagSet, name string, other bool) { fs.Duration(name, either(other, 0, time.Minute), "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.DurationP(name, short, either(other, 0, time.Minute), "")
		},
		map[string][]string{"90s": {"90s"}, "0s": {"0s"}}, []string{"5s", "0", "soon"},
	},
	{
		"node", "nodes",
		func(fs *flag.FlagSet, name string, other bool) { fs.Var(new(array), name, "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.StringArrayP(name, short, either(other, nil, []string{"z"}), "")
		},
		map[string][]string{`[a, "b,c"]`: {"a", "b,c"}, `[""]`: {""}}, []string{"d", "e,f", ""},
	},
	{
		"zones", "zones",
		func(fs *flag.FlagSet, name string, other bool) { fs.Var(&list{"a"}, name, "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.StringSliceP(name, short, either(other, nil, []string{"z"}), "")
		},
		map[string][]string{"[a, b]": {"a,b"}, "[c]": {"c"}}, []string{"d", "e,f"},
	},
	{
		"features", "features",
		func(fs *flag.FlagSet, name string, other bool) { fs.Var(pairs{}, name, "") },
		func(fs *pflag.FlagSet, name, short string, other bool) {
			fs.VarP(cliflag.NewMapStringBool(&map[string]bool{}), name, short, "")
		},
		map[string][]string{"{A: true}": {"A=true"}, "{A: false, B: true}": {"A=false", "B=true"}},
		[]string{"A=false", "C=true", "A"},
	},
	{
		"window", "window",
		func(fs *flag.FlagSet, name string, other bool) { fs.Var(new(clock), name, "") },
		func(fs *pflag.FlagSet, name, short string, other bool) { fs.VarP(new(clock), name, short, "") },
		map[string][]string{`"07:30"`: {"07:30"}}, []string{"08:00", "noon"},
	},
	{
		"kubeconfig", "",
		func(fs *flag.FlagSet, name string, other bool) { fs.String(name, "", "") },
		func(fs *pflag.FlagSet, name, short string, other bool) { fs.StringP(name, short, "", "") },
		nil, []string{"k", ""},
	},
}

// trial is a component, a file and a command line.
type trial struct {
	kind string
	// flags are the flags of the component, each with a default and a shorthand.
	flags      []drawn
	other      map[string]bool
	shorthands map[string]string
	// traverses, persistent and below are about cobra.
	traverses, persistent, below bool
	file                         string
	// args are the arguments of the user, want the arguments with the effect of args and of the file.
	args, want []string
}

func draw(r *rand.Rand, kind string) trial {
	t := trial{kind: kind, other: map[string]bool{}, shorthands: map[string]string{},
		traverses: r.IntN(2) == 0, persistent: r.IntN(2) == 0, below: r.IntN(2) == 0}
	given := map[string]bool{}
	for i, f := range pool {
		if r.IntN(4) > 0 {
			t.flags = append(t.flags, f)
		}
		t.other[f.name] = r.IntN(2) == 0
		if r.IntN(2) == 0 {
			t.shorthands[f.name] = string(rune('k' + i))
		}
	}
	for range r.IntN(5) {
		if len(t.flags) == 0 {
			break
		}
		f := t.flags[r.IntN(len(t.flags))]
		given[f.name] = true
		t.args = append(t.args, t.form(r, f)...)
	}
	switch r.IntN(8) {
	case 0:
		t.args = append(t.args, "one", "two")
	case 1:
		t.args = append(t.args, "--", "--retries=9")
	case 2:
		t.args = append(t.args, "--unknown=1")
	case 3:
		if slices.Contains(names(t.flags), "address") {
			t.args = append(t.args, "--address")
			given["address"] = true
		}
	}
	t.want = slices.Clone(t.args)
	var fromFile []string
	for _, f := range pool {
		if f.field == "" || r.IntN(2) == 0 {
			continue
		}
		texts := slices.Sorted(func(yield func(string) bool) {
			for text := range f.inFile {
				yield(text)
			}
		})
		text := texts[r.IntN(len(texts))]
		t.file += f.field + ": " + text + "\n"
		registered := slices.ContainsFunc(t.flags, func(other drawn) bool { return other.name == f.name })
		if registered && (!given[f.name] || f.name == "features") {
			for _, value := range f.inFile[text] {
				fromFile = append(fromFile, "--"+f.name+"="+value)
			}
		}
	}
	t.want = slices.Concat(fromFile, t.args)
	return t
}

// form returns a flag in one of the forms that a command line can have.
func (t trial) form(r *rand.Rand, f drawn) []string {
	value := f.given[r.IntN(len(f.given))]
	short, isBool := t.shorthands[f.name], f.name == "verbose"
	switch n := r.IntN(4); {
	case n == 0 && isBool:
		return []string{"--" + f.name}
	case n == 0:
		return []string{"--" + f.name, value}
	case n == 1 && t.kind == "flag":
		return []string{"-" + f.name + "=" + value}
	case n == 1 && short != "" && isBool:
		return []string{"-" + short}
	case n == 1 && short != "":
		return []string{"-" + short, value}
	case n == 2 && t.kind != "flag" && short != "" && !isBool && value != "":
		return []string{"-" + short + value}
	}
	return []string{"--" + f.name + "=" + value}
}

// component returns a new component. It shows its own flags only, not the flags that were added to it.
func (t trial) component() component {
	c := t.plain()
	show := c.show
	c.show = func() string {
		return strings.Join(slices.DeleteFunc(strings.SplitAfter(show(), "\n"), func(line string) bool {
			name, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "set: ")), "=")
			return !slices.Contains(names(t.flags), name)
		}), "")
	}
	return c
}

func (t trial) plain() component {
	addAll := func(fs *pflag.FlagSet) {
		for _, f := range t.flags {
			f.addP(fs, f.name, t.shorthands[f.name], t.other[f.name])
		}
	}
	switch t.kind {
	case "flag":
		fs := flag.NewFlagSet("courier", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		for _, f := range t.flags {
			f.addGo(fs, f.name, t.other[f.name])
		}
		return goComponent(fs)
	case "pflag":
		fs := pflag.NewFlagSet("courier", pflag.ContinueOnError)
		fs.SetOutput(io.Discard)
		addAll(fs)
		return pComponent(fs)
	}
	root := &cobra.Command{Use: "courier", SilenceErrors: true, SilenceUsage: true, TraverseChildren: t.traverses}
	cmd := root
	if t.below {
		root.Flags().Int("level", 0, "")
		cmd = &cobra.Command{Use: "run"}
		root.AddCommand(cmd)
	}
	if t.persistent {
		addAll(cmd.PersistentFlags())
	} else {
		addAll(cmd.Flags())
	}
	return cobraComponent(root, cmd)
}

// before are the arguments before the flags.
func (t trial) before() []string {
	switch {
	case t.kind != "cobra" || !t.below:
		return nil
	case t.traverses:
		return []string{"--level=3", "run"}
	}
	return []string{"run"}
}

// TestRandomComponents: a file has the effect of arguments before the arguments of the user, and a command line without
// a file has the same effect as without the loader.
func TestRandomComponents(t *testing.T) {
	for _, kind := range []string{"flag", "pflag", "cobra"} {
		for seed := range uint64(80) {
			drawn := draw(rand.New(rand.NewPCG(seed, 0)), kind)
			t.Run(fmt.Sprintf("%s/%d", kind, seed), func(t *testing.T) {
				same(t, drawn.component, drawn.before(), drawn.file, drawn.args, drawn.want)
				same(t, drawn.component, drawn.before(), "", drawn.args, drawn.args)
				if t.Failed() {
					t.Logf("flags %v\nfile\n%sargs %q", strings.Join(names(drawn.flags), " "), drawn.file, drawn.args)
				}
			})
		}
	}
}

func names(flags []drawn) (out []string) {
	for _, f := range flags {
		out = append(out, f.name)
	}
	return out
}
