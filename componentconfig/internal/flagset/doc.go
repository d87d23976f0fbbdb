// Package flagset isolates the flags of a component, parses its command line, and words the errors.
//
// A library that is linked into a program may register flags for the whole process: in flag.CommandLine or in
// pflag.CommandLine. Cobra adds the flags of pflag.CommandLine to every command, so that --help shows flags that the
// component does not know, and the command line accepts them. A [Set] has exactly the flags that were registered on it:
//
//	set := flagset.New("relay")
//	options.AddRelayConfigurationFlags(set.FlagSet("relay"), config)
//	err := flagset.Pick(set.FlagSet("logging"), binding.FromGoFlags(klog.InitFlags), "v")
//	set.Isolate(cmd) // under cobra, as a root or as a subcommand
//	given, warnings, err := set.Parse(args, secrets)
//
// # Input and output
//
// Flags are registered in sections (k8s.io/component-base/cli/flag.NamedFlagSets). [Set.Add] refuses a name or a
// shorthand that the set has already. [Set.Arrange] moves sections to the front, and help prints the sections in their
// order. Parse takes the arguments and [Secrets], which says which flags set secrets. Parse sets the flags, and returns
// the flags of the command line in their order ([Given]) and the warnings of pflag about deprecated flags. [Set.Given]
// returns the flags and sets nothing.
//
// # The way of a command line
//
//  1. Isolate disables the parsing of cobra, gives the command copies of the flags for documentation and completion,
//     and replaces help and usage (cobra.go). [Set.Inherited] returns the persistent flags of parent commands.
//  2. For a completion, the set completes names of flags, and values by the function of the command or by the
//     annotations of the flag, such as [Values] (complete.go).
//  3. Parse sets each flag through pflag and records it (flagset.go). An argument that is not a flag is an error unless
//     the set has TakesArguments.
//  4. An error of pflag is worded again: it names the flag, says what the value must be, and suggests the nearest name
//     for an unknown flag. Removed flags and flags of other operating systems have texts of their own. A value is
//     quoted only if it cannot be a secret.
//
// [Inert] copies flags that are parsed and set nothing: a configuration is loaded again from the same command line
// while the component runs.
//
// # Limits
//
// The package does not read files and does not know fields: package componentconfig applies the flags above the files.
// Underscores in names of flags are read as dashes, as in Kubernetes, unless NormalizeNameFunc of the set is changed.
package flagset
