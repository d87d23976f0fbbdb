package docs

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// registeredRows are the flags that the function of a library registers, with the fields that its source names.
func registeredRows(kind *descriptor.Kind, from descriptor.Registration, row flagRow) []flagRow {
	var rows []flagRow
	registered := row.of
	for _, flag := range from.Flags {
		name := "--" + from.Prefix + flag.Name
		row.section, row.name, row.anchor, row.of = from.Section, code(name), "flag:"+name[2:], registered
		for i := range kind.Fields {
			if kind.Fields[i].Path == registered.Path+"."+flag.Field {
				row.of = &kind.Fields[i]
			}
		}
		var notes []string
		if flag.Usage != "" {
			notes = append(notes, strings.TrimSuffix(flag.Usage, ".")+".")
		}
		if from.Warning != "" && !slices.Contains(from.Exempt, flag.Name) {
			notes = append(notes, "Deprecated: "+from.Warning+".")
		}
		if from.Hidden {
			notes = append(notes, "Hidden.")
		}
		row.help = strings.Join(notes, " ")
		rows = append(rows, row)
	}
	return rows
}

// loaderFlag is a flag that an option of the loader registers.
type loaderFlag struct{ name, option, help string }

// ofLoader are the flags of the runtime library. The sample, which has all of them, compares them with its help.
var ofLoader = []loaderFlag{
	{"config", "WithConfigFile", "Path to the configuration file, or - for standard input."},
	{"config-dir", "WithConfigDir", "Path to a directory of drop-in configuration files, which override --config in the " +
		"order of their names. If it is specified more than once, files mask those of the same name in earlier directories."},
	{"instance-config", "WithInstanceConfig", "Path to the instance-specific configuration file."},
	{"explain-config", "WithExplainConfig", "Print the effective configuration with the origin of each value, and exit."},
	{"write-config-to", "WithWriteConfigTo",
		"Write the effective configuration, without secrets, to this file and exit."},
	{"write-instance-config-to", "WithWriteConfigTo",
		"Write the effective instance configuration, without secrets, to this file and exit."},
	{"preflight", "WithPreflight", "Check on this machine the files, directories and ports that the configuration " +
		"names, and do not start if anything is wrong."},
	{"dynamic-config-dir", "dynamic.WithConfig",
		"Directory for the state of dynamic configuration. Unset disables the feature."},
	{"dynamic-config-source", "dynamic.WithConfig",
		"File or directory that the dynamic configuration is read from, such as a ConfigMap mount."},
	{"dynamic-config-source-interval", "dynamic.WithConfig", "How often --dynamic-config-source is read."},
	{"dynamic-config-trial-period", "dynamic.WithConfig",
		"How long one process must run with a dynamic configuration before it is considered good."},
	{"dynamic-config-crash-loop-threshold", "dynamic.WithConfig",
		"Restarts allowed before an unconfirmed dynamic configuration is considered crash-looping, from 0 to 10."},
	{"emulated-version", "gates.Gates.AddEmulatedVersionFlag",
		"The version to emulate: the component has its features, with their stages and defaults."},
	{"version", "WithVersion", "Print the version and exit."},
	{"help", "", "Print all flags, and exit."},
}

// loaderRows are the flags that the options of the loader register, as far as the group can have a use for them.
func loaderRows(api *descriptor.Descriptor) []flagRow {
	var rows []flagRow
	for _, flag := range ofLoader {
		if strings.Contains(flag.name, "instance-config") && !hasInstances(api) {
			continue
		}
		row := flagRow{section: "loader", name: code("--" + flag.name), anchor: "flag:" + flag.name, help: flag.help}
		if flag.option != "" {
			row.help += " Registered by " + code(flag.option) + "."
		}
		rows = append(rows, row)
	}
	return rows
}
