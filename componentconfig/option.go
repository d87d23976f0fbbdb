package componentconfig

import (
	"flag"
	"io"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
)

// Option is one thing that a loader offers.
type Option func(*settings)

type settings struct {
	short, long                  string
	configFile, writeTo, explain bool
	configDir                    bool
	defaultDir                   string
	extensions                   []string
	instance                     *code
	lenient, worldWritable       bool
	configz                      bool
	flags                        []func(*pflag.FlagSet) error
	flagRules                    []func() field.ErrorList
	gatesField                   string
	gates                        func([]Gate) Gates
	stdin                        io.Reader
	extension                    extension.Extension
	goos                         string
}

// WithDescription is what --help says first: one line, then anything.
func WithDescription(short, long string) Option {
	return func(s *settings) { s.short, s.long = short, long }
}

// WithFlags adds flags that are not configuration, such as those of a generated flags struct. The functions validate are called when the flags are set, at the start alone: what they
// return, such as a generated ValidateRelayFlags does, is reported together with the mistakes of the configuration.
func WithFlags(add func(*pflag.FlagSet), validate ...func() field.ErrorList) Option {
	return func(s *settings) {
		s.flags = append(s.flags, func(fs *pflag.FlagSet) error { add(fs); return nil })
		s.flagRules = append(s.flagRules, validate...)
	}
}

// WithLibraryFlags adds the named flags, and no others, of those that a library registers. It is an error of the load if
// the library does not register one of them.
func WithLibraryFlags(register func(*pflag.FlagSet), names ...string) Option {
	return func(s *settings) {
		s.flags = append(s.flags, func(fs *pflag.FlagSet) error { return flagset.Pick(fs, register, names...) })
	}
}

// FromGoFlags adapts a function that registers flags with package flag, such as klog.InitFlags, for WithLibraryFlags and
// ThirdPartyFlag.
func FromGoFlags(register func(*flag.FlagSet)) func(*pflag.FlagSet) { return flagset.FromGo(register) }

// WithConfigFile offers --config.
func WithConfigFile() Option { return func(s *settings) { s.configFile = true } }

// WithConfigDir offers --config-dir. Files that end in .conf count, and those with the further extensions (".yaml").
// directory is the default, which need not exist; "" for none.
func WithConfigDir(directory string, extensions ...string) Option {
	return func(s *settings) {
		s.configDir, s.defaultDir, s.extensions = true, directory, append([]string{".conf"}, extensions...)
	}
}

// WithInstanceConfig offers --instance-config for a root that was marked +config(scope: instance). The loaded object is
// Loaded.Instance, a *I. Its flags join the command line.
func WithInstanceConfig[I any](r Root[I]) Option {
	c := codeOf(r)
	return func(s *settings) { s.instance = &c }
}

// WithWriteConfigTo offers --write-config-to, and --write-instance-config-to beside an instance root. Secrets are left out.
func WithWriteConfigTo() Option { return func(s *settings) { s.writeTo = true } }

// WithExplainConfig offers --explain-config.
func WithExplainConfig() Option { return func(s *settings) { s.explain = true } }

// WithConfigz registers the effective configuration with k8s.io/component-base/configz, under the group's name.
func WithConfigz() Option { return func(s *settings) { s.configz = true } }

// WithLenientDecoding turns unknown fields into warnings.
func WithLenientDecoding() Option { return func(s *settings) { s.lenient = true } }

// WithWorldWritableFiles reads files that everybody may write, also as root.
func WithWorldWritableFiles() Option { return func(s *settings) { s.worldWritable = true } }

// WithFeatureGates hands the merged map of a field (its Go path, a map[string]bool) to set, each gate with its origins,
// before the configuration is validated. Fields that are guarded by a gate (+featureGate) may only be set when set says
// that it is on, and get no default otherwise; values that are guarded are held to the same (Root.GatedValues). A root that has such
// fields or values needs this option.
func WithFeatureGates(field string, set func([]Gate) Gates) Option {
	return func(s *settings) { s.gatesField, s.gates = field, set }
}
