package componentconfig

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/descriptor"
)

// Option configures a loader. Flags are added only by options.
type Option func(*settings)

type settings struct {
	plugs                   extension.Options
	short, long             string
	configFlag              string
	writeTo, explain        bool
	preflight               bool
	configDir, recursive    bool
	defaultDirs, extensions []string
	instance                *code
	lenient, worldWritable  bool
	noEmptyFiles            bool
	ownerWarnings           bool
	configz                 bool
	flags                   []func(*flagset.Set) error
	ownSection              string
	sections                []string
	version                 string
	arguments               func([]string) error
	subcommands             []func() *cobra.Command
	flagRules               []func() field.ErrorList
	exactNames              bool
	gatesField              string
	gates                   func([]Gate) Gates
	precedence              descriptor.Precedence
	completions             []completion
	observers               []func(Status) error
	goos                    string
	// Tests shorten timing and retry, the first pause after Prepare has refused a configuration.
	timing filewatch.Timing
	retry  time.Duration
}

// Plugs returns what other packages of this module plug in.
func (s *settings) Plugs(extension.Access) *extension.Options { return &s.plugs }

// WithDescription sets the first line of --help, and more text below it.
func WithDescription(short, long string) Option {
	return func(s *settings) { s.short, s.long = short, long }
}

// WithFlags adds flags that are not configuration, such as the flags of a generated flags struct. validate is called
// once the flags are set, at the start only. Its errors are reported with the mistakes of the configuration.
func WithFlags(add func(*pflag.FlagSet), validate ...func() field.ErrorList) Option {
	return func(s *settings) {
		s.flags = append(s.flags, func(set *flagset.Set) error { add(set.FlagSet(set.Name)); return nil })
		s.flagRules = append(s.flagRules, validate...)
	}
}

// WithFlagSets is WithFlags for flags with sections.
func WithFlagSets(add func(*cliflag.NamedFlagSets), validate ...func() field.ErrorList) Option {
	return func(s *settings) {
		s.flags = append(s.flags, func(set *flagset.Set) error { add(&set.NamedFlagSets); return nil })
		s.flagRules = append(s.flagRules, validate...)
	}
}

// WithSections sets the order of the named sections of flags in help; other sections follow. own is the section of the
// flags of the loader, such as --config. By default it is the name of the component, as for WithFlags.
func WithSections(own string, order ...string) Option {
	return func(s *settings) { s.ownSection, s.sections = own, order }
}

// WithVersion adds --version, which prints the name of the component and the version.
func WithVersion(version string) Option { return func(s *settings) { s.version = version } }

// WithArguments accepts arguments that are not flags, which are an error otherwise. check returns an error if they are
// wrong; they become Loaded.Arguments.
func WithArguments(check func(args []string) error) Option {
	return func(s *settings) { s.arguments = check }
}

// WithSubcommand adds a command of the component to Loader.Command, such as one for operators. newCommand is called for
// each Loader.Command. Loader.Main prints the error of the command, unless its text is empty, and exits with what the
// method ExitCode of the error returns, or with 1 if it has none.
func WithSubcommand(newCommand func() *cobra.Command) Option {
	return func(s *settings) { s.subcommands = append(s.subcommands, newCommand) }
}

// WithLibraryFlags adds only the named flags of a library. The load returns an error if the library does not register
// one of them. For a library with package flag, register is a function that calls fs.AddGoFlagSet.
func WithLibraryFlags(register func(*pflag.FlagSet), names ...string) Option {
	return func(s *settings) {
		s.flags = append(s.flags, func(set *flagset.Set) error {
			return flagset.Pick(set.FlagSet(set.Name), register, names...)
		})
	}
}

// WithExactFlagNames tells underscores from dashes in the names of flags. By default, --bind_address is --bind-address,
// as in the components of Kubernetes.
func WithExactFlagNames() Option { return func(s *settings) { s.exactNames = true } }

// WithConfigFile adds --config, or a flag of another name, such as policy-config-file.
func WithConfigFile(flag ...string) Option {
	return func(s *settings) {
		if s.configFlag = "config"; len(flag) > 0 {
			s.configFlag = flag[0]
		}
	}
}

// WithConfigDir adds --config-dir with a default directory, which does not have to exist; "" for none. Files with the
// extension .conf and with the given extensions, such as ".yaml", are read. The option can be given several times, for
// the directories of the vendor, the machine and the site: /usr/lib/x.conf.d, /run/x.conf.d, /etc/x.conf.d. The files
// of all directories are sorted together by their names, and a file masks files of the same name in earlier
// directories, as in systemd. With ** in place of an extension, the files in subdirectories are read, too, in the order
// of their paths; links to directories are not entered.
func WithConfigDir(directory string, extensions ...string) Option {
	return func(s *settings) {
		if s.configDir = true; directory != "" {
			s.defaultDirs = append(s.defaultDirs, directory)
		}
		for _, extension := range append([]string{".conf"}, extensions...) {
			if extension == "**" {
				s.recursive = true
				continue
			}
			extension = "." + strings.TrimPrefix(extension, ".")
			if !slices.Contains(s.extensions, extension) {
				s.extensions = append(s.extensions, extension)
			}
		}
	}
}

// WithOwnerWarnings warns of each field that several drop-in files set, with the position in each: the last of them has
// it, which may not be what the others expect.
func WithOwnerWarnings() Option { return func(s *settings) { s.ownerWarnings = true } }

// WithInstanceConfig adds --instance-config for a root with +config(scope: instance), and the flags of that root. The
// loaded object is Loaded.Instance, a *I.
func WithInstanceConfig[I any](r binding.Root[I]) Option {
	c := codeOf(r)
	return func(s *settings) { s.instance = &c }
}

// WithWriteConfigTo adds --write-config-to and, with an instance root, --write-instance-config-to. Secrets are not
// written.
func WithWriteConfigTo() Option { return func(s *settings) { s.writeTo = true } }

// WithExplainConfig adds --explain-config.
func WithExplainConfig() Option { return func(s *settings) { s.explain = true } }

// WithPreflight adds --preflight, with which the component starts only if [Loaded.Preflight] finds nothing wrong.
func WithPreflight() Option { return func(s *settings) { s.preflight = true } }

// WithConfigz registers the effective configuration with k8s.io/component-base/configz, under the name of the group.
func WithConfigz() Option { return func(s *settings) { s.configz = true } }

// WithLenientDecoding turns unknown fields into warnings.
func WithLenientDecoding() Option { return func(s *settings) { s.lenient = true } }

// WithoutEmptyFiles makes files without content an error. Without this option they cause a warning at the start, and a
// file that becomes empty is refused when files are loaded again.
func WithoutEmptyFiles() Option { return func(s *settings) { s.noEmptyFiles = true } }

// WithWorldWritableFiles reads and writes files that others can write to or replace, also as root: such that everyone
// can write to, or that are below a directory of another user or one that everyone can write to.
func WithWorldWritableFiles() Option { return func(s *settings) { s.worldWritable = true } }

// WithFileFirst ignores the flags of the configuration if there is a configuration file, with a warning for each: the
// contract of kube-proxy and kube-scheduler. It is +precedence=file for all fields that have no such marker.
func WithFileFirst() Option { return func(s *settings) { s.precedence = descriptor.Files } }

// WithComplete adds a step between the command line and feature gates: complete changes the configuration, for example
// for defaults that depend on the operating system, the mode or the host, and for flags that several fields depend on.
// Its changes have the origin "completed". T is the type of the root or of the instance root. The errors of complete
// are reported; errors about fields (*field.Error, or a list of them) with the position of the value. It has to accept
// its own results: --write-config-to writes them.
func WithComplete[T any](complete func(config *T, from Sources) error) Option {
	run := func(config any, from Sources) error {
		return complete(config.(*T), from) //nolint:forcetypeassert // The type is compared before.
	}
	return func(s *settings) { s.completions = append(s.completions, completion{reflect.TypeFor[T](), run}) }
}

// WithFeatureGates passes the merged map of a field to set before validation: each gate with its origins. field is the
// Go path of a map[string]bool. A field with +featureGate can be set only if set reports that the gate is enabled, and
// has no default otherwise; the same applies to guarded values (Root.GatedValues). A root with such fields or values
// needs this option.
func WithFeatureGates(field string, set func([]Gate) Gates) Option {
	return func(s *settings) { s.gatesField, s.gates = field, set }
}
