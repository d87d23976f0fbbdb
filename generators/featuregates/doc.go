// Package featuregates generates what feature gates do to a configuration.
//
// For a root Relay below which a field, a struct or an enum constant carries +featureGate it writes, into the validation package
// (zz_generated.featuregates.go),
//
//	ClearRelayGatedFields(c *relay.Relay, enabled func(featuregate.Feature) bool, isSet func(path string) bool)
//	ValidateRelayFeatureGates(c *relay.Relay, enabled func(featuregate.Feature) bool) field.ErrorList
//	ValidateRelayGatedValues(c *relay.Relay, enabled func(featuregate.Feature) bool) field.ErrorList
//
// Enabled is the method Enabled of a gate. It is called with the constants that declare the features, so that a gate which has
// them registered never panics.
//
// The order is: default everything, set the gates from the configuration, clear, validate. ClearRelayGatedFields takes the
// defaults back of fields whose features are off, except where set says that somebody wrote the value; a nil set says that of
// nothing. ValidateRelayFeatureGates then reports all that is left: fields that hold something although they are off, and
// values of enums that are. An error names field, gate, its stage and its default. What the other validation says of fields that are
// off and were cleared is to be passed over: a constraint such as +k8s:minimum=1 does not hold for them.
//
// With the loader of module componentconfig nobody calls any of them: it does what the first two do itself, since it knows the lines
// at which fields are set, passes over what is off, and has the third from the generated binding. All that a component does is to say where its gates are:
//
//	componentconfig.WithFeatureGates("FeatureGates", features.Set)
//
// where features are gates of package componentconfig/gates.
package featuregates
