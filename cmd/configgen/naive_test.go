package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// offerGenerated gives the generated table to component-base, twice: the second time nobody has closed the gate,
// because it is another one.
const offerGenerated = `package features

import "k8s.io/apimachinery/pkg/util/version"

func Offer() error {
	gate, err := NewFeatureGate(version.MajorMinor(1, 10))
	if err != nil {
		return err
	}
	gate.Close()
	_, err = NewFeatureGate(version.MajorMinor(1, 10))
	return err
}
`

// offerAll is a program; imports and calls go into it.
const offerAll = `package main

import (
	"fmt"

%s)

func say(name string, offer func() error) { fmt.Printf("%%s: %%v\n", name, offer()) }

func main() {
%s}
`

// naive returns a package that gives component-base what the markers in a source say, taken at their word.
func naive(t *testing.T, source string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var specs, needs strings.Builder
	for _, declaration := range file.Decls {
		constants, ok := declaration.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, spec := range constants.Specs {
			constant := spec.(*ast.ValueSpec)
			stages, required := naiveMarkers(constant.Doc.Text())
			if stages != "" {
				fmt.Fprintf(&specs, "\t\t%s: {%s},\n", constant.Values[0].(*ast.BasicLit).Value, stages)
			}
			if required != "" {
				fmt.Fprintf(&needs, "\t\t%s: {%s},\n", constant.Values[0].(*ast.BasicLit).Value, required)
			}
		}
	}
	return fmt.Sprintf(offerNaive, specs.String(), needs.String())
}

var argument = regexp.MustCompile(`(\w+): "?([\w.]+)"?`)

// naiveMarkers returns the stages and the requirements in a doc comment, as Go.
func naiveMarkers(doc string) (stages, required string) {
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		if names, ok := strings.CutPrefix(line, "+featureRequires="); ok {
			for name := range strings.SplitSeq(names, ",") {
				required += strconv.Quote(name) + ", "
			}
		}
		if !strings.HasPrefix(line, "+feature(") {
			continue
		}
		stages += "{"
		for _, match := range argument.FindAllStringSubmatch(line, -1) {
			switch name, value := match[1], match[2]; name {
			case "stage":
				stages += "PreRelease: featuregate." + map[string]string{
					"alpha": "Alpha", "beta": "Beta", "ga": "GA", "deprecated": "Deprecated",
				}[value] + ", "
			case "since":
				stages += fmt.Sprintf("Version: version.MustParseGeneric(%q), ", value)
			case "minCompatibility":
				stages += fmt.Sprintf("MinCompatibilityVersion: version.MustParseGeneric(%q), ", value)
			case "default":
				stages += "Default: true, "
			case "locked":
				stages += "LockToDefault: true, "
			}
		}
		stages += "}, "
	}
	return stages, required
}

// offerNaive is a package; stages and dependencies go into it.
const offerNaive = `package features

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
)

func Offer() error {
	gate := featuregate.NewVersionedFeatureGate(version.MajorMinor(1, 10))
	if err := gate.AddVersioned(map[featuregate.Feature]featuregate.VersionedSpecs{
%s	}); err != nil {
		return err
	}
	return gate.AddDependencies(map[featuregate.Feature][]featuregate.Feature{
%s	})
}
`
