package markers

// onConstant are the markers on constants, in the order of the manual.
func onConstant() []Spec {
	return []Spec{
		several(own("feature", Feature{}, OnConstant)),
		own("featureRequires", FeatureRequires{}, OnConstant),
	}
}

// Feature declares a feature gate on a constant of type k8s.io/component-base/featuregate.Feature, with one marker for
// each change of its stage, in order. From it configgen generates the table that the component registers, the reference
// and the history.
//
//	// +feature(stage: alpha, since: "1.0")
//	// +feature(stage: beta, since: "1.2", default: true)
//	DNSOverTLS featuregate.Feature = "DNSOverTLS"
type Feature struct {
	// Stage is one of alpha, beta, ga and deprecated.
	Stage string `arg:"stage" required:"true" oneof:"alpha,beta,ga,deprecated"`
	// Since is the version of the component that introduces the stage, for example "1.2".
	Since string `arg:"since" required:"true"`
	// Default enables the feature unless it is disabled explicitly.
	Default bool `arg:"default"`
	// Locked rejects any value other than the default.
	Locked bool `arg:"locked"`
	// MinCompatibility is the lowest version, for example "1.2", that all parts of the system must be compatible with for
	// this marker to apply. Such a marker has the same stage and version as the one before it, and another default.
	MinCompatibility string `arg:"minCompatibility"`
}

// FeatureRequires names features that must be enabled for this feature to be enabled. They are declared in the same
// package.
type FeatureRequires struct {
	// Features are the names of the required features, separated by commas.
	Features []string `arg:"="`
}
