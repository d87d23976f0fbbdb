// Package gates sets feature gates from a merged configuration, all at once and reversibly.
//
// A component declares its gates with k8s.io/component-base/featuregate, usually by the generated NewFeatureGate, and
// passes them to New. The component reads the result everywhere; the loader sets it:
//
//	known, err := features.NewFeatureGate(version.MustParse("1.4"))
//	...
//	enabled, err := gates.New(known)
//	...
//	loader := componentconfig.New("relay", options.RelayConfigurationRoot(),
//		componentconfig.WithFeatureGates("FeatureGates", enabled.Set))
//	...
//	if enabled.Enabled(features.DNSOverTLS) { ... }
//
// [AddLibrary] adds the features of a library to the features of the component. [Gates.AddEmulatedVersionFlag] adds
// --emulated-version.
//
// A load or reload does not change the gates that are in use. It starts from a fresh copy of the declared gates,
// applies all settings at once, and replaces the copy in use only after the rest of the configuration is valid. A
// setting that is removed from a file returns to its default, AllAlpha can be turned off again, and an invalid
// configuration does not affect the next attempt. [featuregate.MutableFeatureGate.SetFromMap], called twice on one
// gate, has none of these properties.
//
// The package works with any component-base from v0.33 on. Older versions do not know dependencies between features;
// with older versions, the package checks [WithDependencies] itself.
package gates
