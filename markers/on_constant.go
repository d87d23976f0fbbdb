package markers

// Feature declares a feature gate on a constant of type k8s.io/component-base/featuregate.Feature: one line for each change of
// its stage, in order. The table that the component registers, the reference and the history are generated from it.
//
//	// +feature(stage: alpha, since: "1.0")
//	// +feature(stage: beta, since: "1.2", default: true)
//	DNSOverTLS featuregate.Feature = "DNSOverTLS"
type Feature struct {
	// Stage is alpha, beta, ga or deprecated.
	Stage string `arg:"stage" required:"true" oneof:"alpha,beta,ga,deprecated"`
	// Since is the component's own version, as in "1.2", from which on the stage holds.
	Since string `arg:"since" required:"true"`
	// Default true turns the feature on where nobody says otherwise.
	Default bool `arg:"default"`
	// Locked true refuses any other value than the default.
	Locked bool `arg:"locked"`
	// MinCompatibility is the version that all parts of the system must at least be compatible with for this line to hold, as
	// in "1.2": a line that differs from the one before it in nothing but the default, and has the same since.
	MinCompatibility string `arg:"minCompatibility"`
}

// FeatureRequires says that a feature can be on only where the others are, too. They are declared in the same package.
type FeatureRequires struct {
	// Features are names of features, separated by commas.
	Features []string `arg:"="`
}
