// Package componentconfig turns a command line, a configuration file, a folder of drop-in files and an instance file into one
// validated object, and says where every value came from. What a component writes by hand is its types, its defaults
// and its run function; configgen generates the rest, and the main function is this:
//
//	func main() {
//		flags := options.NewRelayFlags()
//		loader := componentconfig.New("relay", options.RelayConfigurationRoot(),
//			componentconfig.WithDescription("Relays DNS queries.", ""),
//			componentconfig.WithFlags(flags.AddFlags, func() field.ErrorList { return options.ValidateRelayFlags(flags) }),
//			componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
//			componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(), componentconfig.WithConfigz())
//		os.Exit(loader.Main(func(ctx context.Context, c *componentconfig.Loaded[relay.RelayConfiguration]) error {
//			return relay.Run(ctx, c.Config, flags)
//		}))
//	}
//
// [Loader.Command] gives a cobra command instead, to execute or to add to another; [Loader.Load] gives the object.
//
// # Layers
//
// Lowest first: versioned defaults, --config, the files of --config-dir in byte order of their names, --instance-config,
// the command line. Without any file: versioned defaults, legacy defaults, the command line. A file counts also when it
// is empty. A --config-dir without files is no file, and gets a warning.
//
// The files are merged as they were written, before any default is applied (JSON merge patch, RFC 7386): objects merge
// key by key, lists are replaced unless +listType says set or map, null asks for the default, [] empties a list, and a
// zero that was written survives. Files may be of several versions; they are merged in the version of the lowest one,
// whose defaults hold, and what cannot be carried there without loss is an error. Relative paths are resolved
// against the folder of the file that they stand in, on the command line against the working directory.
//
// An instance file holds either the root of scope instance, which becomes [Loaded.Instance], or overrides of the shared
// root, which are one more layer.
//
// # Dynamic configuration
//
// Package dynamic offers --dynamic-config-dir: what a source assigns takes the place of the file of --config, as long as it
// works. Its option is dynamic.WithConfig.
//
// # Errors
//
// All mistakes of all files come back at once as [Problems], sorted, each as file:line:column: message. Unknown
// fields, wrong case, duplicate keys, wrong types and values out of range are errors with the path and the nearest
// known name; [WithLenientDecoding] turns unknown fields into warnings. Validation errors get the position of the value, or its flag.
//
// # Secrets
//
// The values of fields with the struct tag datapolicy (KEP-1933) never appear in errors, warnings, --explain-config or
// configz. --write-config-to leaves such fields out, lists them in a comment, and warns: a file that the next start is
// to read must neither hold a secret nor something that looks like one.
//
// # Origins
//
// [Loaded.Origins] maps every leaf of the newest version to who set it and what that overrides. Flags of delegated
// registrations (+flagsFrom) are found by the address that their pflag.Value writes to.
//
// # What the generator emits
//
// One function a root in options/zz_generated.load.go, named after it with Root appended and returning a [Root]:
//
//   - the functions of the other generators, those that exist: AddFlagSets where sections are used, else AddFlags;
//   - AddToScheme of the internal package, if there is one, then of each version;
//   - a [Field] for each field with one of the markers +flag, +legacyDefault, +path (not +path=false), +precedence=merge
//     and +reload, +os, +featureGate, +listType=set or map, in the order of the types, with its Go path from the root. A
//     type that is used in two places gives an entry for each; +subfield gives one for the field it is about;
//   - a [ThirdPartyFlag] for each +thirdPartyFlag, whose Value writes the field as the flag takes it, and says false
//     for nil.
//
// JSON names, secrets and versions are not in it: they are found in the types and by trying the conversions.
// testdata/relay is a whole group as it is expected, under the names of the generated files.
//
// # Minors of Kubernetes
//
// go.mod requires the oldest minor that works (v0.33), so that a component on it does not get a newer one through this
// module. go.newest.mod has the newest; both must pass:
//
//	go test ./... && go test -modfile=go.newest.mod ./...
package componentconfig
