// Package markers is the manual of the markers of configgen as data: what configgen markers prints, for editors and for
// sites with documentation.
package markers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// Help is the manual page of one marker. Places are package, type, field and constant: the declarations whose doc
// comment can have it. Repeats says that it can be there more than once, Foreign that another tool defines it.
type Help struct {
	Name      string     `json:"name"`
	Synopsis  string     `json:"synopsis"`
	Places    []string   `json:"places"`
	Repeats   bool       `json:"repeats,omitempty"`
	Foreign   bool       `json:"foreign,omitempty"`
	Doc       string     `json:"doc"`
	Arguments []Argument `json:"arguments,omitempty"`
}

// Argument documents one argument of a marker. Name is "=" for the value and "0" for the unnamed argument.
type Argument struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Manual returns the help of every marker, in the order of the vocabulary. It returns an error only if the embedded
// source of the markers cannot be parsed.
func Manual() ([]Help, error) {
	docs, err := structDocs()
	if err != nil {
		return nil, err
	}
	var manual []Help
	for _, spec := range markers.Vocabulary() {
		doc := docs[spec.Shape.Name()]
		help := Help{
			Name: spec.Name, Synopsis: markers.Synopsis(spec), Places: places(spec),
			Repeats: spec.Repeats, Foreign: spec.Foreign, Doc: doc.text,
		}
		for i := range spec.Shape.NumField() {
			field := spec.Shape.Field(i)
			help.Arguments = append(help.Arguments, Argument{argumentName(field), doc.fields[field.Name]})
		}
		manual = append(manual, help)
	}
	return manual, nil
}

func argumentName(field reflect.StructField) string {
	if name := field.Tag.Get("arg"); name != "=+" {
		return name
	}
	return "="
}

func places(spec markers.Spec) []string {
	var places []string
	for _, place := range spec.Places {
		places = append(places, string(place))
	}
	return places
}

// structDoc has the doc comments of a struct and of its fields.
type structDoc struct {
	text   string
	fields map[string]string
}

func structDocs() (map[string]structDoc, error) {
	entries, err := markers.Source.ReadDir(".")
	if err != nil {
		return nil, err
	}
	docs := map[string]structDoc{}
	for _, entry := range entries {
		content, err := markers.Source.ReadFile(entry.Name())
		if err != nil {
			return nil, err
		}
		const mode = parser.ParseComments | parser.SkipObjectResolution
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), content, mode)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok || general.Tok != token.TYPE {
				continue
			}
			spec := general.Specs[0].(*ast.TypeSpec)
			doc := structDoc{text: withoutName(spec.Name.Name, general.Doc.Text()), fields: map[string]string{}}
			for _, field := range spec.Type.(*ast.StructType).Fields.List {
				name := field.Names[0].Name
				doc.fields[name] = withoutName(name, field.Doc.Text())
			}
			docs[spec.Name.Name] = doc
		}
	}
	return docs, nil
}

var leadingVerb = regexp.MustCompile(`^(?:is|are) |^[a-z]+s\b`)

// withoutName drops the Go name at the start of a doc comment, which a reader of the manual does not know, if a verb
// follows: "Flag registers a flag" becomes "Registers a flag", and "Kind is the kind" becomes "The kind".
func withoutName(name, doc string) string {
	rest, found := strings.CutPrefix(doc, name+" ")
	verb := leadingVerb.FindString(rest)
	if !found || verb == "" {
		return doc
	}
	if strings.HasSuffix(verb, " ") {
		rest = rest[len(verb):]
	}
	return strings.ToUpper(rest[:1]) + rest[1:]
}
