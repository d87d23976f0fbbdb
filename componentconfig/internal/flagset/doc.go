// Package flagset keeps the flags of a component to itself.
//
// A library that is linked into a program may register flags for the whole process: in flag.CommandLine, or in
// pflag.CommandLine. Cobra merges the latter into every command, so that --help shows flags of which the component
// knows nothing, and the command line accepts them. A [Set] holds exactly what was registered on it:
//
//	set := flagset.New("relay")
//	options.AddRelayConfigurationFlags(set.FlagSet("relay"), config)
//	err := flagset.Pick(set.FlagSet("logging"), flagset.FromGo(klog.InitFlags), "v")
//	set.Isolate(cmd)              // under cobra, as a root or as a subcommand
//	given, warnings, err := set.Parse(args, nil)
//
// Sets have sections (k8s.io/component-base/cli/flag.NamedFlagSets), which help prints one after the other.
package flagset
