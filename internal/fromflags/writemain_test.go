package fromflags

import (
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

func TestEdit(t *testing.T) {
	for name, test := range map[string]struct {
		before, call, set, arguments string
		after                        string // empty if the call must be written by hand
		made                         string // the options of a manager; empty without one
		taken                        string // a name that another file of the package declares
	}{
		"function": {
			before: "import \"flag\"\n\nfunc main() {\n\tflag.Parse()\n}\n", call: "flag.Parse", set: "flag.CommandLine",
			after: "import \"flag\"\n\nimport (\n\t\"os\"\n\n\t\"example.com/m/options\"\n)\n\n" +
				"func main() {\n\toptions.CommandLine(flag.CommandLine, os.Args[1:])\n\tflag.Parse()\n}\n",
		},
		"arguments, and a comment": {
			before: "import (\n\t\"flag\"\n)\n\n" +
				"func f(fs *flag.FlagSet, a []string) {\n\tg()\n\n\t// It exits\n\t// itself.\n\t_ = fs.Parse(a)\n}\n",
			call: "fs.Parse", set: "fs", arguments: "a",
			after: "import (\n\t\"flag\"\n\n\t\"example.com/m/options\"\n)\n\n" +
				"func f(fs *flag.FlagSet, a []string) {\n\tg()\n\n\toptions.CommandLine(fs, a)\n" +
				"\t// It exits\n\t// itself.\n\t_ = fs.Parse(a)\n}\n",
		},
		"condition, and a name that is taken": {
			before: "import (\n\t\"os\"\n)\n\nfunc f(options *C) {\n" +
				"\tif err := options.Execute(); err != nil {\n\t\tos.Exit(1)\n\t}\n}\n",
			call: "options.Execute", set: "options",
			after: "import (\n\t\"os\"\n\n\tconfigoptions \"example.com/m/options\"\n)\n\nfunc f(options *C) {\n" +
				"\tconfigoptions.CommandLine(options, os.Args[1:])\n" +
				"\tif err := options.Execute(); err != nil {\n\t\tos.Exit(1)\n\t}\n}\n",
		},
		"names that are taken, also in another file": {
			before: "import (\n\t\"os\"\n)\n\nfunc f(config, fileConfig *C) {\n\tconfig.Execute()\n\tNew(fileConfig)\n}\n",
			call:   "config.Execute", set: "config", made: "fileConfig", taken: "options",
			after: "import (\n\t\"os\"\n\n\tconfigoptions \"example.com/m/options\"\n)\n\nfunc f(config, fileConfig *C) {\n" +
				"\tfileFileConfig := configoptions.CommandLine(config, os.Args[1:])\n\tconfig.Execute()\n" +
				"\tNew(configoptions.Manager(fileFileConfig, fileConfig))\n}\n",
		},
		"manager": {
			before: "import \"flag\"\n\nfunc main() {\n\tflag.Parse()\n" +
				"\tif m, err := New(c, Options{\n\t\tA: 1,\n\t}); err != nil {\n\t}\n}\n",
			call: "flag.Parse", set: "flag.CommandLine", arguments: "config", made: "Options{\n\t\tA: 1,\n\t}",
			after: "import \"flag\"\n\nimport (\n\t\"example.com/m/options\"\n)\n\n" +
				"func main() {\n\tconfig := options.CommandLine(flag.CommandLine, config)\n\tflag.Parse()\n" +
				"\tif m, err := New(c, options.Manager(config, Options{\n\t\tA: 1,\n\t})); err != nil {\n\t}\n}\n",
		},
		"manager of another function": {
			before: "func main() {\n\tflag.Parse()\n}\n\nfunc f() {\n\tNew(c, opts)\n}\n",
			call:   "flag.Parse", set: "flag.CommandLine", made: "opts",
		},
		"no name":          {before: "func main() {\n\tnewCommand().Execute()\n}\n", call: "newCommand", set: "newCommand()"},
		"second condition": {before: "func f() {\n\tif a {\n\t} else if b.Parse() {\n\t}\n}\n", call: "b.Parse", set: "b"},
		"same line":        {before: "func f() { a(); b.Parse() }\n", call: "b.Parse", set: "b"},
	} {
		t.Run(name, func(t *testing.T) {
			before := "package main\n\n" + test.before
			c := call{at: token.Position{Offset: strings.Index(before, test.call)}, set: test.set, arguments: test.arguments}
			c.scope = types.NewScope(nil, 0, 0, "")
			c.scope.Insert(types.NewLabel(0, nil, test.taken))
			var made *part
			if at := strings.LastIndex(before, test.made); test.made != "" {
				made = &part{from: at, to: at + len(test.made)}
			}
			after, err := c.edit([]byte(before), "example.com/m/options", made)
			if err != nil || (after == nil) != (test.after == "") {
				t.Fatalf("got %v\n%s", err, after)
			}
			if want := "package main\n\n" + test.after; after != nil && string(after) != want {
				t.Errorf("%s", diff.Diff("want", []byte(want), "got", after))
			}
		})
	}
}
