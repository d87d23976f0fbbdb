package scaffold

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"github.com/configgen/configgen/templates"
)

// File is one file of a scaffold.
type File struct {
	// Path is relative to the root of the module, with slashes.
	Path    string
	Content []byte
	// Executable marks scripts.
	Executable bool
}

// entry says which template becomes which file. The path is itself a template.
type entry struct{ template, path string }

// always are the files of every layout, in the order in which a reader wants to see them.
var always = []entry{
	{"module/go.mod", "go.mod"},
	{"module/README.md", "README.md"},
	{"module/Makefile", "Makefile"},
	{"module/gitignore", ".gitignore"},
	{"module/pre-commit-config.yaml", ".pre-commit-config.yaml"},
	{"module/workflow.yml", ".github/workflows/verify.yml"},
	{"module/tools.go.mod", "{{.Tools}}/go.mod"},
	{"module/update-codegen.sh", "hack/update-codegen.sh"},
	{"module/verify-codegen.sh", "hack/verify-codegen.sh"},
	{"module/verify-config.sh", "hack/verify-config.sh"},
	{"version/doc.go", "{{.VersionPath}}/doc.go"},
	{"version/register.go", "{{.VersionPath}}/register.go"},
	{"version/types.go", "{{.VersionPath}}/types.go"},
	{"version/defaults.go", "{{.VersionPath}}/defaults.go"},
	{"shared/scheme.go", "{{.Path}}/scheme/scheme.go"},
	{"shared/scheme_test.go", "{{.Path}}/scheme/scheme_test.go"},
	{"shared/before.yaml", "{{.Path}}/scheme/testdata/{{.Kind}}/before/{{.Version}}.yaml"},
	{"shared/after.yaml", "{{.Path}}/scheme/testdata/{{.Kind}}/after/{{.Version}}.yaml"},
	{"shared/validation.go", "{{.Path}}/validation/validation.go"},
	{"component/main.go", "{{.ProgramPath}}/main.go"},
	{"component/run.go", "{{.ProgramPath}}/run.go"},
	{"component/main_test.go", "{{.ProgramPath}}/main_test.go"},
	{"component/config.yaml", "config/{{.Name}}.yaml"},
	{"component/10-site.conf", "config/{{.Name}}.conf.d/10-site.conf"},
}

// internal are the files of the internal package.
var internal = []entry{
	{"internal/doc.go", "{{.Path}}/doc.go"},
	{"internal/register.go", "{{.Path}}/register.go"},
	{"internal/types.go", "{{.Path}}/types.go"},
}

var (
	// otherwise are the files of an operator that replace files of other components.
	otherwise = map[string]entry{
		"module/README.md":       {"manager/README.md", "README.md"},
		"internal/types.go":      {"manager/types.go", "{{.Path}}/types.go"},
		"version/types.go":       {"manager/version.go", "{{.VersionPath}}/types.go"},
		"version/defaults.go":    {"manager/defaults.go", "{{.VersionPath}}/defaults.go"},
		"shared/validation.go":   {"manager/validation.go", "{{.Path}}/validation/validation.go"},
		"shared/after.yaml":      {"manager/after.yaml", "{{.Path}}/scheme/testdata/{{.Kind}}/after/{{.Version}}.yaml"},
		"component/main.go":      {"manager/main.go", "{{.ProgramPath}}/main.go"},
		"component/run.go":       {"manager/reconciler.go", "{{.ProgramPath}}/reconciler.go"},
		"component/main_test.go": {"manager/main_test.go", "{{.ProgramPath}}/main_test.go"},
		"component/config.yaml":  {"manager/config.yaml", "config/{{.Name}}.yaml"},
		"component/10-site.conf": {"manager/kustomization.yaml", "config/kustomization.yaml"},
	}
	// operators are the files that other components do not have.
	operators = []entry{
		{"manager/hot.go", "{{.ProgramPath}}/hot.go"},
		{"manager/namespace.yaml", "config/namespace.yaml"},
		{"manager/rbac.yaml", "config/rbac.yaml"},
		{"manager/deployment.yaml", "config/deployment.yaml"},
	}
)

// entries are the files of this component.
func (c Component) entries() []entry {
	entries := append([]entry{}, always...)
	if c.Internal() {
		entries = append(entries, internal...)
	}
	if c.Manager {
		for i, e := range entries {
			if other, ok := otherwise[e.template]; ok {
				entries[i] = other
			}
		}
		entries = append(entries, operators...)
	}
	if c.Dynamic {
		entries = append(entries, entry{"component/health.go", "{{.ProgramPath}}/health.go"})
	}
	if c.FlagsStruct != "" {
		return append(entries, entry{"shared/flags.go", "{{.Path}}/options/flags.go"})
	}
	return append(entries, entry{"shared/doc.go", "{{.Path}}/options/doc.go"})
}

// Files renders all files of a component that Check has nothing against. The error is a mistake in the templates.
func (c Component) Files() ([]File, error) { return render(c.entries(), view{c}) }

// group are the files of a group without a program whose types, defaults and options are made of flags, and ofFlags the
// templates of these.
var (
	group = []string{
		"module/tools.go.mod", "version/doc.go", "version/register.go", "shared/scheme.go", "shared/scheme_test.go",
		"shared/before.yaml",
	}
	ofFlags = []entry{
		{"flags/types.go", "{{.VersionPath}}/types.go"},
		{"flags/defaults.go", "{{.VersionPath}}/defaults.go"},
		{"flags/commandline.go", "{{.Path}}/options/commandline.go"},
		{"flags/after.yaml", "{{.Path}}/scheme/testdata/{{.Kind}}/after/{{.Version}}.yaml"},
		{"flags/validation.go", "{{.Path}}/validation/validation.go"}, // of an operator
	}
)

// GroupFiles renders the files of a group without a program. flags is the data of the templates of flags: a struct with
// the component and further names. The error is a mistake in the templates.
func (c Component) GroupFiles(flags any) ([]File, error) {
	own := ofFlags
	if !c.Manager {
		own = own[:len(own)-1]
	}
	entries := slices.Clone(always)
	entries = slices.DeleteFunc(entries, func(e entry) bool { return !slices.Contains(group, e.template) })
	files, err := render(entries, view{c})
	made, madeErr := render(own, flags)
	return append(files, made...), cmp.Or(err, madeErr)
}

// render makes files of templates.
func render(entries []entry, data any) ([]File, error) {
	set, err := parse()
	if err != nil {
		return nil, err
	}
	var files []File
	for _, e := range entries {
		file, err := e.render(set, data)
		if err != nil {
			return nil, fmt.Errorf("template %s: %w", e.template, err)
		}
		files = append(files, file)
	}
	return files, nil
}

// parse reads all templates, each under its path without the extension.
func parse() (*template.Template, error) {
	set := template.New("")
	return set, fs.WalkDir(templates.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templates.Files, path)
		if err != nil {
			return err
		}
		_, err = set.New(strings.TrimSuffix(path, ".tmpl")).Parse(string(text))
		return err
	})
}

// render makes one file. Names in a template change the order of imports, so Go is formatted.
func (e entry) render(set *template.Template, data any) (File, error) {
	place, err := template.New("").Parse(e.path)
	if err != nil {
		return File{}, err
	}
	var path, content bytes.Buffer
	if err := place.Execute(&path, data); err != nil {
		return File{}, err
	}
	if err := set.ExecuteTemplate(&content, e.template, data); err != nil {
		return File{}, err
	}
	file := File{Path: path.String(), Content: content.Bytes(), Executable: strings.HasSuffix(e.path, ".sh")}
	if strings.HasSuffix(file.Path, ".go") {
		file.Content, err = format.Source(file.Content)
	}
	return file, err
}
