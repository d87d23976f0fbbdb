package render

import "github.com/configgen/configgen/descriptor"

// LoaderFlag is a flag that the runtime library registers in components that use an option of it.
type LoaderFlag struct {
	// Name is the name without dashes, and Option the Go name of the option; it is empty for a flag of all components.
	Name, Option string
	// Help is the help, and Value says what a path in the value leads to: file, directory, or nothing if it is not a path.
	Help, Value string
	// Scope is the scope of the configuration that the flag is about.
	Scope descriptor.Scope
}

// LoaderFlags returns the flags of the runtime library, in the order of the documentation. The loader takes its help
// from here, so that a flag that is not in this table cannot be registered.
func LoaderFlags() []LoaderFlag {
	const file, directory = "file", "directory"
	return []LoaderFlag{
		{"config", "WithConfigFile", "Path to the configuration file, or - for standard input.", file, descriptor.Shared},
		{"config-dir", "WithConfigDir", "Path to a directory of drop-in configuration files, which override --config in " +
			"the order of their names. If it is specified more than once, files mask those of the same name in earlier " +
			"directories.", directory, descriptor.Shared},
		{"instance-config", "WithInstanceConfig", "Path to the instance-specific configuration file.", file,
			descriptor.Instance},
		{"explain-config", "WithExplainConfig", "Print the effective configuration with the origin of each value, and exit.",
			"", descriptor.Shared},
		{"write-config-to", "WithWriteConfigTo",
			"Write the effective configuration, without secrets, to this file and exit.", file, descriptor.Shared},
		{"write-instance-config-to", "WithWriteConfigTo",
			"Write the effective instance configuration, without secrets, to this file and exit.", file, descriptor.Instance},
		{"preflight", "WithPreflight", "Check on this machine the files, directories and ports that the configuration " +
			"names, and do not start if anything is wrong.", "", descriptor.Shared},
		{"dynamic-config-dir", "dynamic.WithConfig",
			"Directory for the state of dynamic configuration. Unset disables the feature.", directory, descriptor.Shared},
		{"dynamic-config-source", "dynamic.WithConfig", "File or directory that the dynamic configuration is read from, " +
			"such as a ConfigMap mount.", file, descriptor.Shared},
		{"dynamic-config-source-interval", "dynamic.WithConfig", "How often --dynamic-config-source is read.", "",
			descriptor.Shared},
		{"dynamic-config-trial-period", "dynamic.WithConfig",
			"How long one process must run with a dynamic configuration before it is considered good.", "", descriptor.Shared},
		{"dynamic-config-crash-loop-threshold", "dynamic.WithConfig", "Restarts allowed before an unconfirmed dynamic " +
			"configuration is considered crash-looping, from 0 to 10.", "", descriptor.Shared},
		{"emulated-version", "gates.Gates.AddEmulatedVersionFlag",
			"The version to emulate: the component has its features, with their stages and defaults.", "", descriptor.Shared},
		{"version", "WithVersion", "Print the version and exit.", "", descriptor.Shared},
		{"help", "", "Print all flags, and exit.", "", descriptor.Shared},
	}
}

// LoaderFlagHelp returns the help of a flag of the runtime library. It panics for any other flag.
func LoaderFlagHelp(name string) string {
	for _, flag := range LoaderFlags() {
		if flag.Name == name {
			return flag.Help
		}
	}
	panic("the table of the loader's flags does not have --" + name)
}
