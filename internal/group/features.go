package group

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// FeatureHistoryFile is the name of the generated history of features, beside the constants that declare them.
const FeatureHistoryFile = "zz_generated.features.yaml"

// Feature is a feature gate declared by a constant.
type Feature struct {
	// Name is the constant's value, Constant its identifier in Package.
	Name, Constant string
	Package        Package
	Doc            string
	// Stages in the order of the source, at least one.
	Stages []*Stage
	// Requires are names of features of the same package; Required is the marker that says so.
	Requires []string
	Required markers.Marker

	Position, End token.Position
}

// Stage is one +feature line of a feature.
type Stage struct {
	markers.Feature
	// Marker is the line.
	Marker        markers.Marker
	Position, End token.Position
}

// Latest is the stage that the feature has reached.
func (f *Feature) Latest() *Stage { return f.Stages[len(f.Stages)-1] }

// FeatureHistory is the history of features that was generated and committed.
type FeatureHistory struct {
	// File is the absolute name of the file, Content its bytes; nil if there is no file.
	File    string
	Content []byte
	// Released is the newest version of the component that has been released, Keep the number of releases for which a
	// feature stays when it is GA or deprecated; empty if they are not specified.
	Released, Keep string
	// Marker specifies these.
	Marker markers.Marker
	// Elsewhere are the features that other packages declare, with the import path of each.
	Elsewhere map[string]string
}

// Gate is a feature that guards a field or a value.
type Gate struct {
	Name string
	// Feature is nil if another module declares it; then only the name is known.
	Feature *Feature
}

// String returns the gate, with its stage if that is known, as in DNSOverTLS (ALPHA - default=false).
func (g *Gate) String() string {
	if g.Feature == nil {
		return g.Name
	}
	latest := g.Feature.Latest()
	return fmt.Sprintf("%s (%s - default=%t)", g.Name, strings.ToUpper(latest.Stage), latest.Default)
}

// Needs says which gates a value needs, as in needs the feature gate DNSOverTLS (ALPHA - default=false); empty for
// none.
func Needs(gates []*Gate) string {
	var names []string
	for _, gate := range gates {
		names = append(names, gate.String())
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "needs the feature gate " + names[0]
	}
	return "needs the feature gates " + strings.Join(names, " and ")
}
