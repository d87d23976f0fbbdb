// Package componentconfig turns a command line, a configuration file, drop-in files and an instance-specific file into
// one validated object, and reports where each value comes from. The authors of a component write its types, defaults
// and run function. configgen generates the rest, and this is the main function:
//
//	func main() {
//		flags := options.NewRelayFlags()
//		validateFlags := func() field.ErrorList { return options.ValidateRelayFlags(flags) }
//		loader := componentconfig.New("relay", options.RelayConfigurationRoot(),
//			componentconfig.WithDescription("Relays DNS queries.", ""),
//			componentconfig.WithFlags(flags.AddFlags, validateFlags),
//			componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
//			componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(), componentconfig.WithConfigz())
//		os.Exit(loader.Main(func(ctx context.Context, c *componentconfig.Loaded[relay.RelayConfiguration]) error {
//			return relay.Run(ctx, c.Config, flags)
//		}))
//	}
//
// [Loader.Command] returns a cobra command, to execute or to add to another one. [Loader.Load] returns the object.
//
// # Command line
//
// The command parses its own flags only: a library cannot add any through pflag.CommandLine. [Loader.FlagSets] lists
// them by section, and the command has copies of them, for package doc of cobra and for completion in a shell: of the
// names of flags, of the values of enums, and of files and directories. cobra.Command.RegisterFlagCompletionFunc
// completes the values of others. Persistent flags of parent commands are accepted, too. [WithSections] orders the
// sections in help, [WithVersion] adds --version, and [WithArguments] accepts arguments that are not flags.
//
// # Layers
//
// From lowest to highest: versioned defaults, --config, the files of --config-dir in byte order of their names,
// --instance-config, the command line. Without any file: versioned defaults, legacy defaults, the command line. An
// empty file is a file. A --config-dir without files is not, and causes a warning.
//
// The files are merged before defaults are applied, by the rules of JSON merge patch (RFC 7386): objects merge key by
// key, lists are replaced unless +listType is set or map, null asks for the default, and [] empties a list. A zero is
// for the defaulting functions of the version to judge, as everywhere in Kubernetes: a field that is not a pointer gets
// its default. With +config(zeros: kept) it keeps the zero. Files may have different versions. They are merged in the
// version of the lowest one, and its defaults apply; a value that cannot be converted to it without loss is an error.
// Relative paths are resolved against the directory of their file, on the command line against the working directory.
//
// An instance file has either the root with scope instance, which becomes [Loaded.Instance], or overrides of the shared
// root, which are one more layer.
//
// The command line overrides the files. With +precedence=merge it overrides single keys of a map, with
// +precedence=prepend its items are the first of a list, and with +precedence=file, or [WithFileFirst], flags are
// ignored if there is a configuration file, with a warning for each. Functions of [WithComplete] run after the command
// line is applied, and before feature gates and validation: for defaults that depend on the system, the mode or the
// host, and for flags that feed several fields.
//
// # Types
//
// A file can have any kind that the scheme knows for a version of the root, as EncryptionConfig of v1 for
// EncryptionConfiguration, and any version in another group that converts to the component's type.
//
// Objects inside of the configuration, such as the arguments of plugins, are decoded by DecodeNestedObjects of the
// version (runtime.NestedObjectDecoder), as in a codec of Kubernetes: with the checks, positions and origins of all
// other fields, defaulted, and converted to internal types that the scheme knows. Drop-in files merge inside of them.
// EncodeNestedObjects writes them.
//
// A component with an internal type that cannot be converted back to a version can load it, and its mistakes have their
// positions. What shows the configuration (--explain-config, --write-config-to, configz) says why it cannot.
//
// # Dynamic configuration
//
// Package dynamic provides --dynamic-config-dir: an assigned configuration replaces the file of --config as long as it
// works. Its option is dynamic.WithConfig.
//
// # Errors
//
// All mistakes of all files are returned at once as [Problems], sorted, each as file:line:column: message. Its text has
// the first twenty of a kind, and how many more there are. Unknown fields, wrong case, duplicate keys, wrong types and
// values out of range are errors with the path and the nearest known name. [WithLenientDecoding] turns unknown fields
// into warnings. Validation errors have the position of the value, or its flag.
//
// # Secrets
//
// The values of fields with +secret or the struct tag datapolicy (KEP-1753) never appear in errors, warnings,
// --explain-config or configz. --write-config-to does not write such fields, lists them in a comment, and warns: the
// next start reads this file, which must contain neither a secret nor a placeholder.
//
// This holds also for input that is mistyped. Messages do not quote what may be a mistyped secret: unknown names inside
// of a secret, and beside one without a value; keys that are specified twice; unknown flags without an equals sign;
// unexpected arguments; what follows the shorthand of a flag; values of aliases; texts of the wrong type beside a
// secret, and longer ones anywhere. A position says what is meant. The keys of secret maps and of secrets without a
// type are masked like their values.
//
// The file that +secret(file: F) names is read into the secret, and watched. To set the secret, too, is an error. The
// origin of the secret is then that file, without a line.
//
// The content of a file that +path(watch: true) names is input of the component: it is watched, and another content is
// a change of the field with its class. The component reads the file in [Activation].Prepare. If it refuses the
// content, such as a certificate whose key has not been replaced yet, Watch tries again.
//
// What is shown of a configuration (--explain-config, configz, flagz, --write-config-to) is masked by field: the value
// of a field without the marker is shown even if it equals a secret, because to mask it would tell that it does. A
// component that copies a secret into another field has to mark that field, too. Texts of the component in errors and
// warnings, such as texts of a validation function or a conversion, are masked by value as well. Words of the loader
// are not, because a mask would reveal them: a secret of less than eight bytes is masked in quotes and as a word that
// is neither the name of a field or flag nor a word of generated validation, and a text about a secret that contains
// one is not shown. So a validation function that has the word itself in its message shows a mask in its place, and who
// knows the message knows the secret. A secret that is zero masks nothing.
//
// # Files
//
// Only regular files of at most 4 MiB are read. As root, a file is neither read nor written if others can write to it
// or replace it: it, each directory above it, and each link that leads to it must belong to root, and only a directory
// with the sticky bit may be writable by everyone. Other users follow no link of somebody else in such a directory.
// docs/operating.md has the table; [WithWorldWritableFiles] accepts all files. A link to /dev/null masks a drop-in
// file. --write-config-to keeps the owner and mode of a file, and writes to devices and pipes in place.
//
// Every file has apiVersion and kind. With +config(typeMeta: optional), each of them may be missing, and a file without
// apiVersion is one of the newest version. Files of a root without metav1.TypeMeta have no such header.
//
// The keys of a YAML file are texts as they are written: on, yes, 1_000 and 0o7 are these keys. sigs.k8s.io/yaml makes
// true of the first two, and 1000 and 7 of the others. Values are read as it reads them: yes is true for a boolean.
//
// Package configcommand adds the command config, which validates, shows, explains and compares configurations without
// starting the component, and asks running ones.
//
// Package commandline loads the files of a component that goes on parsing its command line itself.
//
// Package reloadmetrics exposes reloads as metrics. [Loader.Status] lists the changes that wait for a restart, and
// Package running serves the status, the configuration in use with the source of each value, and a page that reads the
// files at once, as SIGHUP and [Loader.Reload] do.
//
// [Loader.Watch] watches every directory and link on the way to the files, and compares them every 30 seconds. A file
// that is empty after it had content is refused: it may be half written.
//
// # Origins
//
// [Loaded.Origins] maps every leaf of the newest version to the source of its value and the sources that this
// overrides. For flags of delegated registrations (+flagsFrom), the field is found by the address that the pflag.Value
// writes to.
//
// # Generated code
//
// configgen writes one function for each root to options/zz_generated.load.go. Its name is the name of the root with
// Root appended, and it returns a [binding.Root] with:
//
//   - the functions of the other generators, with AddFlagSets if sections are used, else AddFlags;
//   - AddToScheme of the internal package, if there is one, and of each version;
//   - a [descriptor.Field] for each field with one of the markers +flag, +legacyDefault, +path (except +path=false),
//     +precedence, +reload, +os, +featureGate, +check, +listType=set or map, in the order of the types, with its Go
//     path from the root. A type that is used twice has an entry for each use; +subfield has one for the field that it
//     names;
//   - a [binding.ThirdPartyFlag] for each +thirdPartyFlag.
//
// It does not contain JSON names, secrets and versions: the loader finds them in the types and by trying the
// conversions. testdata/relay is a complete group.
//
// # Kubernetes versions
//
// go.mod requires the oldest minor version that works (v0.33), so that this module does not upgrade a component.
// go.newest.mod requires the newest one. Both must pass:
//
//	go test ./... && go test -modfile=go.newest.mod ./...
package componentconfig
