package emit

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
)

// Header is the line that marks a file as configgen's. Nothing that changes from run to run is in it.
const Header = generators.Header

// Import paths that generated code uses.
const (
	Pflag   = "github.com/spf13/pflag"
	CliFlag = "k8s.io/component-base/cli/flag"
	MetaV1  = "k8s.io/apimachinery/pkg/apis/meta/v1"
	Runtime = "k8s.io/apimachinery/pkg/runtime"
	Field   = "k8s.io/apimachinery/pkg/util/validation/field"

	UtilValidation = "k8s.io/apimachinery/pkg/util/validation"
)

// aliases are the names under which Kubernetes code imports packages whose own names say too little.
var aliases = map[string]string{
	MetaV1:                                   "metav1",
	CliFlag:                                  "cliflag",
	"k8s.io/api/core/v1":                     "corev1",
	"k8s.io/component-base/config":           "componentbaseconfig",
	"k8s.io/component-base/config/v1alpha1":  "componentbaseconfigv1alpha1",
	"k8s.io/component-base/config/options":   "componentbaseoptions",
	"k8s.io/component-base/logs/api/v1":      "logsapi",
	"k8s.io/component-base/tracing/api/v1":   "tracingapi",
	"k8s.io/apimachinery/pkg/api/validation": "apivalidation",
	UtilValidation:                           "utilvalidation",
}

// variables are the names of parameters and variables in generated functions, which would hide a package of the same
// name.
var variables = map[string]bool{
	"args": true, "c": true, "create": true, "err": true, "errs": true, "f": true, "fldPath": true, "fs": true,
	"fss": true, "i": true, "in": true, "key": true,
	"msg": true, "name": true, "others": true, "p": true, "path": true, "ref": true, "refs": true, "register": true,
	"resolve": true, "scheme": true, "section": true,
	"target": true, "value": true, "versioned": true,
}

// versionName is the name of a package that says nothing without the element in front of it.
var versionName = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)

// File is a Go file in the making.
type File struct {
	*jen.File
	constraint string
	home       string // the first element of the package's path
}

// New starts a file of the given package. Constraint is the expression of its //go:build line, or empty.
func New(pkg group.Package, constraint string) *File {
	home, _, _ := strings.Cut(pkg.Path, "/")
	f := &File{jen.NewFilePathName(pkg.Path, pkg.Name), constraint, home}
	f.NoFormat = true // Bytes formats the whole file
	for path, alias := range aliases {
		f.ImportAlias(path, alias)
	}
	for _, path := range []string{Pflag, Runtime, Field, "k8s.io/apimachinery/pkg/api/resource"} {
		f.ImportName(path, path[strings.LastIndexByte(path, '/')+1:])
	}
	return f
}

// Import makes the name of a package known, so that it is imported without an alias where its name says enough.
func (f *File) Import(importPath, name string) {
	switch {
	case importPath == "" || aliases[importPath] != "":
	case variables[name]:
		f.ImportAlias(importPath, name+"pkg")
	case versionName.MatchString(name):
		f.ImportAlias(importPath, identifier(path.Base(path.Dir(importPath)))+name)
	default:
		f.ImportName(importPath, name)
	}
}

// identifier is the part of a directory name that can begin an identifier.
func identifier(directory string) string {
	letters := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, directory)
	return strings.TrimLeftFunc(letters, unicode.IsDigit)
}

// Type is the type in Go, qualified as the file imports it.
func (f *File) Type(t *group.Type) *jen.Statement {
	switch {
	case t.Name != "" && t.Package != "":
		f.Import(t.Package, t.PackageName)
		return jen.Qual(t.Package, t.Name)
	case t.Name != "":
		return jen.Id(t.Name)
	case t.Kind == "pointer":
		return jen.Op("*").Add(f.Type(t.Elem))
	case t.Kind == "slice":
		return jen.Index().Add(f.Type(t.Elem))
	case t.Kind == "map":
		return jen.Map(f.Type(t.Key)).Add(f.Type(t.Elem))
	}
	panic(fmt.Sprintf("gofile: a type of kind %s has no name", t.Kind)) // cannot happen: the model refuses such fields
}

// Object is a reference to a package-level declaration.
func (f *File) Object(o *group.Object) *jen.Statement {
	f.Import(o.Package, o.PackageName)
	return jen.Qual(o.Package, o.Name)
}

// Select is the expression for a field below the variable that holds the root, as in
// c.Authentication.Anonymous.Enabled. It serves fields that do not stand inside a list or map; pointers on the way
// are followed without a check.
func Select(variable string, field *group.Field) *jen.Statement {
	if field.Parent == nil {
		return jen.Id(variable).Dot(field.Name)
	}
	return Select(variable, field.Parent).Dot(field.Name)
}

// PointerParents are the fields above field that may be nil, outermost first.
func PointerParents(field *group.Field) []*group.Field {
	var parents []*group.Field
	for p := field.Parent; p != nil; p = p.Parent {
		if p.Type.Kind == "pointer" {
			parents = append([]*group.Field{p}, parents...)
		}
	}
	return parents
}

// Bytes renders the file: header, build constraint, package clause, imports, code.
func (f *File) Bytes() []byte {
	var code bytes.Buffer
	if f.constraint != "" {
		code.WriteString("//go:build " + f.constraint + "\n\n")
	}
	code.WriteString(Header + "\n\n")
	if err := f.Render(&code); err != nil {
		panic(fmt.Sprintf("gofile: cannot render generated code: %v", err)) // cannot happen: it goes to memory
	}
	formatted, err := format.Source(groupImports(code.Bytes(), f.home))
	if err != nil {
		panic(fmt.Sprintf("gofile: generated code does not parse: %v", err)) // cannot happen: jennifer writes what we build
	}
	return bytes.Clone(formatted) // of its own size: many files are kept until all are written
}

// importLines are the import declarations of a rendered file.
var importLines = regexp.MustCompile(`(?s)\nimport \(\n(.*?)\n\)\n`)

// groupImports puts the standard library before all other imports. Other packages have a dot in the first element of
// their path, or have home there, the first element of the path of the generated package.
func groupImports(code []byte, home string) []byte {
	return importLines.ReplaceAllFunc(code, func(block []byte) []byte {
		var standard, other []string
		for line := range strings.SplitSeq(string(importLines.FindSubmatch(block)[1]), "\n") {
			first, _, _ := strings.Cut(line[strings.IndexByte(line, '"')+1:], "/")
			if strings.Contains(first, ".") || strings.Trim(first, `"`) == home {
				other = append(other, line)
			} else {
				standard = append(standard, line)
			}
		}
		if len(standard) > 0 && len(other) > 0 {
			standard = append(standard, "")
		}
		return []byte("\nimport (\n" + strings.Join(append(standard, other...), "\n") + "\n)\n")
	})
}

// jsonMark is the line that marks a JSON file as configgen's.
var jsonMark = []byte(`"$comment": "` + strings.TrimPrefix(Header, "// ") + `",`)

// IsOurs reports whether a file says, above its package clause, that configgen wrote it. Checkouts with carriage
// returns count.
func IsOurs(content []byte) bool {
	for line := range bytes.Lines(content) {
		line = bytes.TrimRight(line, "\r\n")
		if bytes.HasPrefix(line, []byte("package ")) {
			return false
		}
		if bytes.Equal(bytes.TrimSpace(line), jsonMark) {
			return true
		}
		if string(line) == Header || "//"+strings.TrimPrefix(string(line), "#") == Header {
			return true
		}
	}
	return false
}
