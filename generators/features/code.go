package features

import (
	"github.com/dave/jennifer/jen"
	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/internal/emit"
)

// Import paths of what generated code uses.
const (
	featureGate = "k8s.io/component-base/featuregate"
	utilVersion = "k8s.io/apimachinery/pkg/util/version"
)

// code is the Go file with tables and constructor.
func (t *table) code() []byte {
	file := emit.New(t.pkg, "")
	file.ImportName(featureGate, "featuregate")
	file.ImportName(utilVersion, "version")
	feature := jen.Qual(featureGate, "Feature")
	specs := jen.Map(feature).Qual(featureGate, "VersionedSpecs")
	needs := jen.Map(feature).Index().Add(feature)

	file.Doc(
		"VersionedFeatures returns the features of this package with their stages. The versions are those of the component.")
	file.Func().Id("VersionedFeatures").Params().Add(specs).Block(jen.Return(jen.Add(specs).Values(t.specs()...))).Line()

	var lists []jen.Code
	for _, f := range t.features {
		if len(f.Requires) == 0 {
			continue
		}
		var required []jen.Code
		for _, name := range f.Requires {
			if known := t.byName[name]; known != nil { // what is not is a finding of the model's
				required = append(required, jen.Id(known.Constant))
			}
		}
		lists = append(lists, jen.Line().Id(f.Constant).Op(":").Values(required...))
	}
	if len(lists) > 0 {
		lists = append(lists, jen.Line())
	}
	file.Comment("FeatureDependencies returns, for each feature that requires others, the required features.")
	file.Func().Id("FeatureDependencies").Params().Add(needs).Block(jen.Return(jen.Add(needs).Values(lists...))).Line()

	var gone []jen.Code
	for _, e := range t.removed {
		gone = append(gone, jen.Line().Lit(e.Name).Op(":").Add(versionCode(version.MustParse(e.Removed))))
	}
	if len(gone) > 0 {
		gone = append(gone, jen.Line())
	}
	removed := jen.Map(feature).Op("*").Qual(utilVersion, "Version")
	file.Doc(
		"RemovedFeatures returns the features that this package had, with the version of the component that removed each.")
	file.Func().Id("RemovedFeatures").Params().Add(removed).Block(jen.Return(jen.Add(removed).Values(gone...))).Line()

	t.constructor(file, len(lists) > 0)
	return file.Bytes()
}

// specs are the entries of the table of stages.
func (t *table) specs() []jen.Code {
	var entries []jen.Code
	for _, f := range t.features {
		var stages []jen.Code
		for _, s := range f.specs {
			stages = append(stages, jen.Line().Values(s.fields()...))
		}
		entries = append(entries, jen.Line().Id(f.Constant).Op(":").Values(append(stages, jen.Line())...))
	}
	return append(entries, jen.Line())
}

// fields are the fields of a featuregate.FeatureSpec that are not zero.
func (s spec) fields() []jen.Code {
	fields := []jen.Code{jen.Id("Version").Op(":").Add(versionCode(s.since))}
	if s.Default {
		fields = append(fields, jen.Id("Default").Op(":").True())
	}
	if s.Locked {
		fields = append(fields, jen.Id("LockToDefault").Op(":").True())
	}
	constant := map[string]string{"alpha": "Alpha", "beta": "Beta", "ga": "GA",
		"deprecated": "Deprecated"}[s.Feature.Stage]
	fields = append(fields, jen.Id("PreRelease").Op(":").Qual(featureGate, constant))
	if s.named {
		fields = append(fields, jen.Id("MinCompatibilityVersion").Op(":").Add(versionCode(s.minimum)))
	}
	return fields
}

func versionCode(v *version.Version) *jen.Statement {
	return jen.Qual(utilVersion, "MajorMinor").Call(jen.Lit(int(v.Major())), jen.Lit(int(v.Minor())))
}

// constructor adds NewFeatureGate.
func (t *table) constructor(file *emit.File, dependencies bool) {
	failed := jen.Id("err").Op("!=").Nil()
	body := []jen.Code{
		jen.If(jen.Id("own").Op("==").Nil()).
			Block(jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit("the version of the component is required")))),
		jen.Id("gate").
			Op(":=").
			Qual(featureGate, "NewVersionedFeatureGate").
			Call(jen.Qual(utilVersion, "MajorMinor").Call(jen.Id("own").Dot("Major").Call(), jen.Id("own").Dot("Minor").Call())),
		jen.If(jen.Err().Op(":=").Id("gate").Dot("AddVersioned").Call(jen.Id("VersionedFeatures").Call()), failed).
			Block(jen.Return(jen.Nil(), jen.Err())),
	}
	if dependencies {
		body = append(
			body,
			jen.If(jen.Err().Op(":=").Id("gate").Dot("AddDependencies").Call(jen.Id("FeatureDependencies").Call()), failed).
				Block(jen.Return(jen.Nil(), jen.Err())),
		)
	}
	body = append(body, jen.Return(jen.Id("gate"), jen.Nil()))
	file.Doc(
		"NewFeatureGate returns the feature gates of a process. Own is the version of the component, not of Kubernetes; " +
			"its major and " +
			"minor version select the stages, so that pre-releases and patches have the features of their release.")
	file.Func().Id("NewFeatureGate").Params(jen.Id("own").Op("*").Qual(utilVersion, "Version")).
		Params(jen.Qual(featureGate, "MutableVersionedFeatureGate"), jen.Error()).Block(body...)
}
