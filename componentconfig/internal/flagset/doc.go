// Package flagset isolates the flags of a component.
//
// A library that is linked into a program may register flags for the whole process: in flag.CommandLine or in
// pflag.CommandLine. Cobra adds the latter to every command, so that --help shows flags that the component does not
// know, and the command line accepts them. A [Set] has exactly the flags that were registered on it:
//
//	set := flagset.New("relay")
//	options.AddRelayConfigurationFlags(set.FlagSet("relay"), config)
//	err := flagset.Pick(set.FlagSet("logging"), flagset.FromGo(klog.InitFlags), "v")
//	set.Isolate(cmd)              // under cobra, as a root or as a subcommand
//	given, warnings, err := set.Parse(args, secrets)
//
// Sets have sections (k8s.io/component-base/cli/flag.NamedFlagSets), which help prints in their order.
package flagset
