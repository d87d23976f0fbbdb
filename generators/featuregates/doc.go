// Package featuregates generates the functions that apply feature gates to a configuration.
//
// For a root Relay with +featureGate on a field, a struct or an enum constant below it, it writes into the validation
// package (zz_generated.featuregates.go):
//
//	ClearRelayGatedFields(c *relay.Relay, enabled func(featuregate.Feature) bool, isSet func(path string) bool)
//	ValidateRelayFeatureGates(c *relay.Relay, enabled func(featuregate.Feature) bool) field.ErrorList
//	ValidateRelayGatedValues(c *relay.Relay, enabled func(featuregate.Feature) bool) field.ErrorList
//
// Enabled is the method Enabled of a feature gate. It is called with the constants that declare the features, so that a
// feature gate that knows them does not panic.
//
// Default the configuration first, set the feature gates from it, clear, then validate. ClearRelayGatedFields resets
// fields whose feature gates are disabled, unless isSet reports that the value was set explicitly. Then
// ValidateRelayFeatureGates returns an error for each field that is still set and for each enum value whose feature
// gate is disabled; the error names the field, the feature gate, its stage and its default. Ignore errors of other
// validation for fields that were cleared: their constraints, such as +k8s:minimum=1, do not apply.
//
// Components that use the loader of package componentconfig call none of these functions: the loader does the work of
// the first two itself, since it knows which line set a field, and calls the third. They only tell it where their
// feature gates are,
//
//	componentconfig.WithFeatureGates("FeatureGates", features.Set)
//
// where features.Set has the feature gates of package componentconfig/gates.
package featuregates
