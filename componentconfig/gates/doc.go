// Package gates sets feature gates from a merged configuration, whole and undoable.
//
// A component declares its gates with k8s.io/component-base/featuregate, mostly by the generated NewFeatureGate, and hands them
// to New. What New returns is read everywhere, and set by the loader:
//
//	known, err := features.NewFeatureGate(version.MustParse("1.4"))
//	...
//	enabled, err := gates.New(known)
//	...
//	loader := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithFeatureGates("FeatureGates", enabled.Set))
//	...
//	if enabled.Enabled(features.DNSOverTLS) { ... }
//
// Features of libraries are put beside the component's by [AddLibrary]; [Gates.AddEmulatedVersionFlag] offers --emulated-version.
//
// Setting gates never changes the ones in use. Each load or reload starts from a fresh copy of the declared gates, applies all
// settings at once, and only when the rest of the configuration is known to be valid is the copy swapped in. So a setting that
// is dropped from a file returns to its default, AllAlpha can be taken back, and one mistake does not spoil the next attempt:
// what [featuregate.MutableFeatureGate.SetFromMap], called twice on one gate, does not give.
//
// It follows the component-base in the build: any from v0.33 on. Dependencies between features came to it later; with an older
// one, [Dependencies] makes this package keep them by itself.
package gates
