package componentconfig

import (
	"io"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Option is one thing that a loader offers.
type Option func(*settings)

type settings struct {
	short, long                  string
	configFile, writeTo, explain bool
	configDir                    bool
	defaultDir                   string
	extensions                   []string
	instance                     root
	lenient, worldWritable       bool
	configz                      string
	flags                        []func(*pflag.FlagSet)
	flagRules                    []func() field.ErrorList
	gatesField                   string
	gates                        func([]Gate) Gates
	// enabled is what the gates of this load say; the shared root sets it, all roots read it.
	enabled *func(string) bool
	stdin   io.Reader
	dynamic *dynamicSettings
	goos    string
}

// Description is what --help says first: one line, then anything.
func Description(short, long string) Option {
	return func(s *settings) { s.short, s.long = short, long }
}

// Flags adds flags that are not configuration: a generated flags struct's AddFlags, or a function that picks the named
// flags of a library (flagset.Pick). The functions validate are called when the flags are set, at the start alone: what they
// return, such as a generated ValidateRelayFlags does, is reported together with the mistakes of the configuration.
func Flags(add func(*pflag.FlagSet), validate ...func() field.ErrorList) Option {
	return func(s *settings) { s.flags, s.flagRules = append(s.flags, add), append(s.flagRules, validate...) }
}

// ConfigFile offers --config.
func ConfigFile() Option { return func(s *settings) { s.configFile = true } }

// ConfigDir offers --config-dir. Files that end in .conf count, and those with the further extensions (".yaml").
// folder is the default, which need not exist; "" for none.
func ConfigDir(folder string, extensions ...string) Option {
	return func(s *settings) {
		s.configDir, s.defaultDir, s.extensions = true, folder, append([]string{".conf"}, extensions...)
	}
}

// InstanceConfig offers --instance-config for a root that was marked +config(scope: instance). The loaded object is
// Loaded.Instance, a *I. Its flags join the command line.
func InstanceConfig[I any](r Root[I]) Option {
	return func(s *settings) { s.instance = &rootOf[I]{Root: r} }
}

// WriteConfigTo offers --write-config-to, and --write-instance-config-to beside an instance root. Secrets are left out.
func WriteConfigTo() Option { return func(s *settings) { s.writeTo = true } }

// ExplainConfig offers --explain-config.
func ExplainConfig() Option { return func(s *settings) { s.explain = true } }

// Configz registers the effective configuration with k8s.io/component-base/configz, under the group's name.
func Configz() Option { return func(s *settings) { s.configz = "group" } }

// Lenient turns unknown fields into warnings.
func Lenient() Option { return func(s *settings) { s.lenient = true } }

// AllowWorldWritable reads files that everybody may write, also as root.
func AllowWorldWritable() Option { return func(s *settings) { s.worldWritable = true } }

// FeatureGates hands the merged map of a field (its Go path, a map[string]bool) to set, each gate with its origins,
// before the configuration is validated. Fields that are guarded by a gate (+featureGate) may only be set when set says
// that it is on, and get no default otherwise; values that are guarded are held to the same (Root.GatedValues). A root that has such
// fields or values needs this option.
func FeatureGates(field string, set func([]Gate) Gates) Option {
	return func(s *settings) { s.gatesField, s.gates = field, set }
}

// ForOS says which operating system +os markers are read for, as GOOS has it; without it, that of the process. It
// serves tools that look at the configuration of another machine, and tests.
func ForOS(goos string) Option { return func(s *settings) { s.goos = goos } }
