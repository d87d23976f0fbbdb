// Package gates sets feature gates from a merged configuration, all at once and reversibly.
//
// # Use
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
// [AddLibrary] adds the features of a library to the features of the component, and [WithMutable] sets the gates of a
// library that reads its own (library.go). [Gates.AddEmulatedVersionFlag] adds --emulated-version (KEP-4330,
// emulation.go).
//
// # The way of a setting
//
//  1. The loader passes the settings of all files and of the command line, with their origins, to [Gates.Set].
//  2. [Gates.Plan] starts from a fresh copy of the declared gates, at the emulated version, and checks each setting
//     (plan.go). Unknown names, locked features, and features that the version does not have are problems. Settings of
//     GA and deprecated features are warnings. A removed feature is a warning in the release that removed it, and a
//     problem later. Messages repeat the words of the component-base in the build.
//  3. The state of each feature follows: its setting, else AllAlpha or AllBeta, else its default (dependencies.go). A
//     feature that only AllAlpha or AllBeta enables stays disabled if it depends on a disabled feature; any other unmet
//     dependency is a problem.
//  4. A plan without problems sets its copy of the gates, without writing to the log (quiet.go).
//  5. The loader calls Commit after the rest of the configuration is valid. Commit replaces the copy in use for all
//     readers at once, and sets other gates and metrics (gates.go).
//
// # Compared with SetFromMap
//
// A setting that is removed from a file returns to its default, AllAlpha can be turned off again, and an invalid
// configuration does not affect the next attempt. [featuregate.MutableFeatureGate.SetFromMap], called twice on one
// gate, has none of these properties.
//
// # Limits
//
// The package does not read files and does not know which fields need a gate: package componentconfig and the generated
// code of package featuregates do. It works with any component-base from v0.33 on. Dependencies come from the declared
// gates if their component-base has them, and from [WithDependencies]; the package checks both itself.
package gates
