package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// seeds is -seeds: how many random modules TestRandomGroups makes.
var seeds = flag.Uint64("seeds", 2, "how many modules of random groups are generated for")

// TestRandomGroups makes groups of random types with random valid markers, and expects that the generated code
// compiles, that generating again changes nothing, and that verify finds nothing. The name of a subtest is its seed.
func TestRandomGroups(t *testing.T) {
	ownCache(t)
	for seed := range *seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			module := newModule(t, golden)
			dice := rand.New(rand.NewPCG(seed, seed))
			for number := range 4 {
				g := &randomGroup{Rand: dice, name: fmt.Sprintf("g%d", number), internal: dice.IntN(4) > 0}
				g.write(module)
			}
			if status, printed := run(t, module.dir, "generate", "--no-cache"); status != 0 {
				t.Fatalf("status %d\n%s", status, excerpt(module.dir, printed))
			}
			compiles(t, module.dir)
			if status, printed := run(t, module.dir, "generate"); status != 0 || printed != "" {
				t.Errorf("generating again: status %d\n%s", status, printed)
			}
			if status, printed := run(t, module.dir, "verify"); status != 0 || printed != "" {
				t.Errorf("verify: status %d\n%s", status, printed)
			}
		})
	}
}

// excerpt returns printed messages, each followed by the source line that it names.
func excerpt(dir, printed string) string {
	var text strings.Builder
	for line := range strings.Lines(printed) {
		text.WriteString(line)
		place := regexp.MustCompile(`^(\S+?):(\d+):`).FindStringSubmatch(line)
		if place == nil {
			continue
		}
		content, _ := os.ReadFile(filepath.Join(dir, place[1])) // without it there is less to see
		number := 0
		fmt.Sscan(place[2], &number)
		if lines := strings.Split(string(content), "\n"); number > 0 && number <= len(lines) {
			text.WriteString(strings.Join(lines[max(0, number-4):min(len(lines), number+3)], "\n") + "\n")
		}
	}
	return text.String()
}

// compiles type-checks all packages of a module, function bodies included.
func compiles(t *testing.T, dir string) {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range loaded {
		for _, mistake := range pkg.Errors {
			t.Errorf("%s\n%s", mistake, excerpt(dir, strings.TrimPrefix(mistake.Error(), dir+"/")))
		}
	}
}

// randomGroup is a group of configuration types, with an internal package or without one.
type randomGroup struct {
	*rand.Rand
	name     string
	internal bool
	// types are the declarations in the internal package, and versioned the declarations in the versions, which may
	// differ.
	types, versioned strings.Builder
	// structs, fields and flags count types, fields and flags.
	structs, fields, flags int
	// reusable are types that hold no flags.
	reusable []string
	// undefaulted is the number of maps of structs around the current declaration, where nothing has a default.
	undefaulted int
}

// chance is true in one of so many cases.
func (g *randomGroup) chance(in int) bool { return g.IntN(in) == 0 }

// pick returns one of several texts.
func (g *randomGroup) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

// write writes the group's packages into the module.
func (g *randomGroup) write(m *scratch) {
	g.structure("Configuration", 0, true)
	const header = "package %s\n\nimport (\n%s)\n"
	imports := func(body string) string {
		var list strings.Builder
		for _, spec := range []string{
			"metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"", "\"k8s.io/apimachinery/pkg/api/resource\"",
			"\"k8s.io/apimachinery/pkg/runtime\"", "\"k8s.io/apimachinery/pkg/util/intstr\"", "\"net\"", "\"time\"",
		} {
			name, path, _ := strings.Cut(spec, " ")
			if path == "" {
				name = strings.Trim(name[strings.LastIndexByte(name, '/')+1:], "\"")
			}
			if regexp.MustCompile(`[\s\]*]` + name + `\.`).MatchString(body) {
				list.WriteString("\t" + spec + "\n")
			}
		}
		return list.String()
	}
	groupName := g.name + ".config.example.com"
	versions := []string{"v1alpha1", "v1beta1", "v1"}[:1+g.IntN(3)]
	if g.internal {
		m.write(
			g.name+"/doc.go",
			fmt.Sprintf(
				"// Package %s is a group.\n//\n// +k8s:deepcopy-gen=package\n// +groupName=%s\npackage %[1]s\n", g.name, groupName,
			),
		)
		body := g.types.String()
		m.write(g.name+"/types.go", fmt.Sprintf(header, g.name, imports(body))+body)
	} else {
		versions = versions[:1]
	}
	for _, version := range versions {
		doc := fmt.Sprintf(
			"// Package %s is a version.\n//\n// +k8s:deepcopy-gen=package\n// +k8s:defaulter-gen=TypeMeta\n", version,
		)
		if g.internal {
			doc += "// +k8s:conversion-gen=example.com/golden/" + g.name + "\n"
		}
		m.write(g.name+"/"+version+"/doc.go", doc+"// +groupName="+groupName+"\npackage "+version+"\n")
		m.write(g.name+"/"+version+"/defaults.go", "package "+version+
			"\n\nfunc init() { localSchemeBuilder.Register(RegisterDefaults) }\n")
		body := g.versioned.String()
		m.write(g.name+"/"+version+"/types.go", fmt.Sprintf(header, version, imports(body))+body)
	}
}

// structure declares a struct with its fields and their structs, and returns its name. Flags allows flags, for structs
// that each object holds once.
func (g *randomGroup) structure(name string, depth int, flags bool) string {
	if name == "" {
		g.structs++
		name = fmt.Sprintf("Kind%d", g.structs)
	}
	var marked, plain strings.Builder
	comment := fmt.Sprintf("// %s is a struct.\n", name)
	markers, both := "", ""
	if depth == 0 {
		markers = "// +config\n"
		both = "// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n"
	}
	defaults, before := "", g.flags
	if flags && g.chance(4) {
		defaults = fmt.Sprintf("// +flagDefaults(prefix: %q)\n", g.pick("a-", "b-")+strings.ToLower(name)+"-")
	}
	root := ""
	if depth == 0 {
		root = "\tmetav1.TypeMeta `json:\",inline\"`\n"
	}
	for range 2 + g.IntN(6) {
		g.field(&marked, &plain, depth, flags)
	}
	if g.flags > before { // otherwise it has no effect, which is a finding
		markers += defaults
	}
	write := func(to *strings.Builder, markers string, fields string) {
		fmt.Fprintf(to, "\n%s%s%stype %s struct {\n%s%s}\n", comment, markers, both, name, root, fields)
	}
	if g.internal {
		write(&g.types, markers, marked.String())
		write(&g.versioned, "", plain.String())
	} else {
		write(&g.versioned, markers, marked.String())
	}
	return name
}

// declare declares a type in all packages.
func (g *randomGroup) declare(form, underlying string) string {
	g.structs++
	name := fmt.Sprintf("Named%d", g.structs)
	declaration := fmt.Sprintf("\n// %s is a named type.\ntype %[1]s %s%s\n", name, form, underlying)
	if g.internal {
		g.types.WriteString(declaration)
	}
	g.versioned.WriteString(declaration)
	return name
}

// enumeration declares a type of two values in all packages.
func (g *randomGroup) enumeration() string {
	name := g.declare("", "string\n\n// Values.\nconst (\n\tNAMEOne NAME = \"one\"\n\tNAMETwo NAME = \"two\"\n)")
	for _, to := range []*strings.Builder{&g.types, &g.versioned} {
		text := strings.ReplaceAll(
			strings.ReplaceAll(to.String(), "NAME", name), name+" is a named type.\ntype",
			name+" is a named type.\n// +enum\ntype",
		)
		to.Reset()
		to.WriteString(text)
	}
	return name
}

// scalars are types of one value, each with legacy defaults, versioned defaults and constraints that it takes.
var scalars = []struct {
	goType           string
	legacy, defaults []string
	constraints      []string
}{
	{"bool", []string{"true", "false"}, []string{"true"}, nil},
	{
		"string", []string{"x", "a b", `"quoted"`}, []string{`"x"`, `"a b"`},
		[]string{
			"+k8s:maxLength=63", "+k8s:minLength=1", "+format=ip", "+format=host-port", "+format=url", "+format=regexp", "+path",
			"+k8s:required", "+k8s:format=k8s-short-name",
		},
	},
	{"int", []string{"5", "-1"}, []string{"7"}, []string{"+k8s:minimum=-5", "+k8s:maximum=100"}},
	{"int32", []string{"5"}, []string{"7"}, []string{"+k8s:minimum=0", "+k8s:maximum=65535"}},
	{"int64", []string{"5"}, []string{"7"}, []string{"+k8s:minimum=1"}},
	{"uint", []string{"5"}, []string{"7"}, []string{"+k8s:minimum=1"}},
	{"uint16", []string{"5"}, []string{"7"}, nil},
	{"uint64", []string{"5"}, []string{"7"}, []string{"+k8s:maximum=99"}},
	{"uint32", []string{"5"}, []string{"7"}, nil},
	{"float32", []string{"0.5"}, []string{"1.5"}, nil},
	{"float64", []string{"0.5", "1e3"}, []string{"1.5"}, nil},
	{"metav1.Duration", []string{"5m", "1h30m"}, []string{`"5m"`}, []string{"+k8s:minimum=1s", "+k8s:maximum=24h"}},
	{"resource.Quantity", []string{"10Mi", "500m"}, []string{`"10Mi"`}, []string{"+k8s:minimum=100m"}},
}

// composites are further types that a flag serves.
var composites = []string{
	"[]string", "[]int32", "[]int", "[]bool", "map[string]string", "map[string]bool", "map[string]int",
	"map[string][]string", "net.IP", "time.Duration", "[]time.Duration",
	"uint8", "int8", "*map[string]string",
}

// unbound are types that no flag serves without help.
var unbound = []string{
	"intstr.IntOrString", "*intstr.IntOrString", "metav1.Time", "*metav1.Time", "[]byte", "[][]string",
	"map[string]map[string]string", "[]metav1.Duration", "map[string]resource.Quantity", "[]*string",
	"runtime.RawExtension", "*bool", "map[string]*string", "[]map[string][]int32",
}

// randomField is a field that is made.
type randomField struct {
	goType, inVersion string
	markers           []string
	versioned         string // the marker of its default
}

// field adds a field to the struct with markers and to the struct of the versions.
func (g *randomGroup) field(marked, plain *strings.Builder, depth int, flags bool) {
	g.fields++
	name := fmt.Sprintf("Field%d", g.fields)
	var f randomField
	kind := g.IntN(12)
	if depth >= 3 && kind >= 8 {
		kind = g.IntN(8)
	}
	switch {
	case kind < 5:
		f = g.scalar(flags)
	case kind < 7:
		f = g.composite(flags)
	case kind < 8 && g.chance(3):
		f.goType = g.enumeration()
		if flags {
			f.markers = append(f.markers, g.flag(), "+legacyDefault=one")
		}
		if g.undefaulted == 0 {
			f.versioned = `+default="two"`
		}
	case kind < 8:
		f.goType = g.pick(unbound...)
	default:
		form, element := g.nested(depth, flags)
		if form == "*" && g.undefaulted == 0 && g.chance(4) {
			f.versioned = "+default={}"
		}
		if form == "embedded" {
			fmt.Fprintf(marked, "\t%s `json:\",inline\"`\n", element)
			fmt.Fprintf(plain, "\t%s `json:\",inline\"`\n", element)
			return
		}
		f.goType = form + element
	}
	if g.chance(6) {
		f.markers = append(f.markers, g.pick("+reload=hot", "+optional", "+os=linux", "+reload=reboot"))
	}
	tag := fmt.Sprintf("`json:\"%s%s\"`", strings.ToLower(name[:1])+name[1:], g.pick("", ",omitempty"))
	comment := fmt.Sprintf("\t// %s is a field.\n", name)
	for _, marker := range f.markers {
		comment += "\t// " + marker + "\n"
	}
	if !g.internal && f.versioned != "" && !strings.Contains(comment, "+legacyDefault") {
		comment += "\t// " + f.versioned + "\n"
	}
	fmt.Fprintf(marked, "%s\t%s %s %s\n", comment, name, f.goType, tag)
	fmt.Fprintf(plain, "\t// %s is a field.\n", name)
	if f.versioned != "" {
		fmt.Fprintf(plain, "\t// %s\n", f.versioned)
	}
	fmt.Fprintf(plain, "\t%s %s %s\n", name, cmp.Or(f.inVersion, f.goType), tag)
}

// scalar returns a field of one value.
func (g *randomGroup) scalar(flags bool) (f randomField) {
	scalar := scalars[g.IntN(len(scalars))]
	f.goType = scalar.goType
	switch basic := !strings.Contains(f.goType, "."); {
	case g.chance(5):
		f.goType = "*" + f.goType
	case basic && g.chance(5):
		f.goType = g.declare(g.pick("", "", "= "), f.goType)
	case g.internal && g.chance(3) && slices.Contains([]string{"bool", "int32", "string", "int64", "float64"}, f.goType):
		f.inVersion = "*" + f.goType // versions tell unset from zero
	}
	// defaulter-gen has no zero for these.
	without := func(prefix string) bool { return strings.HasPrefix(f.goType, prefix) }
	if g.undefaulted == 0 && g.chance(3) && !without("Named") && !without("metav1.") && !without("resource.") {
		f.versioned = "+default=" + g.pick(scalar.defaults...)
	}
	if len(scalar.constraints) > 0 && g.chance(3) {
		f.markers = append(f.markers, g.pick(scalar.constraints...))
	}
	if flags && g.chance(2) {
		f.markers = append(f.markers, g.flag())
		if g.chance(3) && (len(f.markers) == 1 || !strings.Contains(f.markers[0], "format=")) {
			f.markers = append(f.markers, "+legacyDefault="+g.pick(scalar.legacy...))
		}
	}
	return f
}

// composite returns a field of a list or map, or of a further type that a flag serves.
func (g *randomGroup) composite(flags bool) (f randomField) {
	f.goType = g.pick(composites...)
	if !strings.ContainsAny(f.goType, ".*") && g.chance(5) {
		f.goType = g.declare("", f.goType)
	} else if strings.HasPrefix(f.goType, "[]") && g.chance(4) {
		f.markers = append(f.markers, g.pick("+k8s:maxItems=10", "+listType=atomic", "+k8s:minItems=1"))
		if f.goType == "[]string" {
			f.markers = append(
				f.markers, g.pick("+k8s:eachVal=+k8s:minLength=1", "+path", "+format=cidr", "+k8s:eachVal=+k8s:maxLength=5"),
			)
		}
	} else if f.goType == "map[string]string" && g.chance(3) {
		f.markers = append(
			f.markers, g.pick("+path", "+k8s:eachKey=+k8s:minLength=1", "+k8s:eachVal=+k8s:maxLength=9", "+format=url"),
		)
	}
	if flags && g.chance(2) {
		f.markers = append(f.markers, g.flag())
		if strings.HasPrefix(f.goType, "map[") && f.goType != "map[string][]string" && g.chance(2) {
			f.markers = append(f.markers, "+precedence=merge")
		}
	}
	return f
}

// nested returns a struct, and the prefix of its name in the type of a field that holds it.
func (g *randomGroup) nested(depth int, flags bool) (form, element string) {
	form = g.pick("", "", "", "*", "[]", "map[string]", "embedded")
	if !g.internal { // conversion-gen leaves such to people
		form = g.pick(form, form, "[]*", "map[string]*")
	}
	once := flags && (form == "" || form == "*" || form == "embedded")
	if strings.HasPrefix(form, "map[") { // defaults do not reach its values
		g.undefaulted++
		element = g.structure("", depth+1, false)
		g.undefaulted--
	} else if len(g.reusable) > 0 && g.undefaulted == 0 && g.chance(3) && form != "embedded" {
		element = g.reusable[g.IntN(len(g.reusable))]
	} else if element = g.structure("", depth+1, once); !once {
		g.reusable = append(g.reusable, element)
	}
	return form, element
}

// flag returns a marker that registers a flag.
func (g *randomGroup) flag() string {
	g.flags++
	var args []string
	for _, arg := range []string{
		`hidden: true`, `usage: "What it is for."`, `deprecated: "use the file"`, `section: "one"`, `section: "two"`,
	} {
		if g.chance(8) && !strings.Contains(strings.Join(args, ","), strings.Split(arg, ":")[0]) {
			args = append(args, arg)
		}
	}
	marker := "+flag"
	if len(args) > 0 {
		marker += "(" + strings.Join(args, ", ") + ")"
	}
	if g.chance(2) {
		marker += fmt.Sprintf("=flag-%d", g.fields)
	}
	return marker
}
