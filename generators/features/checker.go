package features

import (
	"fmt"
	"go/token"
	"regexp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// findings are the findings of one run.
type findings []diag.Diagnostic

func (f *findings) report(pos, end token.Position, code, message, fix string, advice ...diag.Advice) {
	*f = append(*f, diag.At(pos, end, code, message, fix).With(advice...))
}

// stage adds a finding at a +feature line.
func (f *findings) stage(s *group.Stage, code, message, fix string, advice ...diag.Advice) {
	f.report(s.Position, s.End, code, message, fix, advice...)
}

// checker checks a table by itself: whether component-base accepts it when a component starts.
type checker struct {
	*table
	*findings
}

// validName is the form of a feature's name. Component-base takes any; but = and commas separate names in
// --feature-gates, and whatever else is special there, in YAML or in Markdown is not worth its trouble.
var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// names refuses names that are taken: of features by other features, and of generated functions by the user's.
func (c checker) names() {
	for _, f := range c.features {
		switch first := c.byName[f.Name]; {
		case f.Name == "AllAlpha" || f.Name == "AllBeta":
			c.report(f.Position, f.End, "feature-duplicate",
				fmt.Sprintf("the feature gate %s exists in every component: it sets all features of a stage", f.Name),
				"give the feature another name")
		case !validName.MatchString(f.Name):
			c.report(f.Position, f.End, "feature-name", fmt.Sprintf("%q is not a valid feature gate name", f.Name),
				"use letters and digits")
		case first != f:
			c.report(f.Position, f.End, "feature-duplicate",
				fmt.Sprintf("the feature %s is declared twice", f.Name), "keep one constant, with all stages")
			at := len(*c.findings) - 1
			(*c.findings)[at] = (*c.findings)[at].See("first at", first.Position)
		}
	}
	names := []string{"VersionedFeatures", "FeatureDependencies", "RemovedFeatures", "NewFeatureGate"}
	*c.findings = append(*c.findings, emit.Collisions(c.pkg, names)...)
}
