// Package options registers flags in every way that programs do.
package options

import (
	"flag"
	"fmt"
	"maps"
	"net"
	"os"
	goruntime "runtime"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"

	"example.com/adopt/every/config"
	"example.com/adopt/every/shared"
)

// Replay is a feature that has a flag of its own.
const Replay featuregate.Feature = "Replay"

// Options are the configuration and what is set by flags alone.
type Options struct {
	shared.ProcessOptions
	// Debug is about finding mistakes.
	Debug shared.DebugOptions
	// Config is the configuration.
	Config *config.EveryConfiguration
	// ConfigFile is the file that the configuration is read from.
	ConfigFile string
	// DryRun changes nothing.
	DryRun bool
	// Advertised is the address that others use.
	Advertised net.IP
	// Networks are the networks of the clients.
	Networks []net.IPNet
	// Seeds are numbers.
	Seeds []int

	audit    auditOptions
	overlays []string
	features featuregate.MutableFeatureGate
}

type auditOptions struct {
	path   string
	maxAge int
}

// NewOptions returns the defaults. Some are not the defaults of files.
func NewOptions() (*Options, error) {
	c, err := NewConfiguration()
	if err != nil {
		return nil, err
	}
	features := featuregate.NewFeatureGate()
	if err := features.Add(map[featuregate.Feature]featuregate.FeatureSpec{
		Replay: {PreRelease: featuregate.Beta, Default: true},
	}); err != nil {
		return nil, err
	}
	c.Retries = 5 // older than the configuration file
	return &Options{
		ProcessOptions: shared.ProcessOptions{Grace: 30 * time.Second},
		Config:         c,
		Advertised:     net.IPv4(192, 0, 2, 1),
		audit:          auditOptions{maxAge: 30},
		features:       features,
	}, nil
}

// NewConfiguration returns the defaults of files.
func NewConfiguration() (*config.EveryConfiguration, error) {
	scheme := runtime.NewScheme()
	if err := config.AddToScheme(scheme); err != nil {
		return nil, err
	}
	c := &config.EveryConfiguration{}
	scheme.Default(c)
	return c, nil
}

// AddFlags registers all flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	fs.SetNormalizeFunc(normalize)
	o.ProcessOptions.AddFlags(fs)
	shared.AddDebugFlags(&o.Debug, fs, "debug-")
	o.addConfigFlags(fs)
	o.addCustomFlags(fs)
	o.addProcessFlags(fs)
	addOSFlags(fs, o.Config)

	// A flag without effect.
	fs.Int32("workers", 4, "Number of workers. It has no effect.")
	must(fs.MarkDeprecated("workers", "it has no effect"))

	// Locals and closures: what is set here is read below.
	var quiet bool
	fs.BoolVarP(&quiet, "quiet", "q", false, "Log errors only.")
	fs.Func("overlay", "File that is laid over the configuration. It can be repeated.", func(file string) error {
		if file == "" && !quiet {
			return fmt.Errorf("the name of a file is expected")
		}
		o.overlays = append(o.overlays, file)
		return nil
	})
	fs.BoolFunc("debug-all", "Turn everything on that helps to find mistakes.", func(text string) error {
		on, err := strconv.ParseBool(text)
		if err == nil && on {
			o.Config.Level, o.Debug.Profiling = "debug", true
		}
		return err
	})
	if o.features.Enabled(Replay) {
		fs.StringVar(&o.Config.ReplayFile, "replay-file", o.Config.ReplayFile, "File of requests that are replayed.")
	}
	if goruntime.GOOS == "linux" {
		fs.Int32Var(&o.Config.OOMScoreAdj, "oom-score-adj", -999, "Score of the process, from -1000 to 1000.")
	}
	addGoFlags(fs)

	// Defaults that are set afterwards.
	o.Config.Timeout.Duration = time.Minute
	f := fs.Lookup("timeout")
	f.DefValue = f.Value.String()
}

// addConfigFlags registers flags that are bound to fields of the configuration.
func (o *Options) addConfigFlags(fs *pflag.FlagSet) {
	c := o.Config
	fs.StringVarP(&c.BindAddress, "bind-address", "a", "0.0.0.0", "IP address to listen on.")
	fs.Int32VarP(c.Port, "port", "p", *c.Port, "Port to listen on.")
	fs.StringVar(&c.BindAddress, "address", c.BindAddress, "IP address to listen on.")
	must(fs.MarkDeprecated("address", "use --bind-address"))
	fs.BoolVarP(&c.Verbose, "verbose", "v", c.Verbose, "Log more.")
	must(fs.MarkShorthandDeprecated("verbose", "use --verbose"))
	fs.StringVar(&c.Color, "color", c.Color, "Color the output: always, never or auto.")
	fs.Lookup("color").NoOptDefVal = "always"
	fs.DurationVar(&c.Timeout.Duration, "timeout", c.Timeout.Duration, "Time that a request has.")
	fs.Int64Var(&c.Retries, "retries", c.Retries, "Number of attempts.")
	if c.Ratio == nil {
		c.Ratio = new(float64)
	}
	fs.Float64Var(c.Ratio, "trace-ratio", 0.5, "Part of the requests that is traced.")
	fs.StringSliceVarP(&c.Servers, "server", "s", c.Servers, "Servers that are asked in turn.")
	fs.StringArrayVar(&c.Excluded, "exclude", c.Excluded, "Regular expressions of names that are ignored.")
	fs.StringToStringVar(&c.Labels, "labels", c.Labels, "Labels, as name=value.")
	fs.StringVar(&c.TLS.CertFile, "tls-cert-file", c.TLS.CertFile, "File of the certificate.")
	fs.StringVar(&c.TLS.KeyFile, "tls-private-key-file", c.TLS.KeyFile, "File of the private key.")

	limits := map[string]*int32{
		"readers":  &c.Limits.Readers,
		"writers":  &c.Limits.Writers,
		"watchers": &c.Limits.Watchers,
	}
	for name, limit := range limits {
		fs.Int32Var(limit, "max-"+name, *limit, fmt.Sprintf("Limit of the pool of %s.", name))
	}
	for _, name := range []string{"max-readers", "max-writers"} {
		must(fs.MarkHidden(name))
	}
}

// addCustomFlags registers flags with values of other packages, and of this one.
func (o *Options) addCustomFlags(fs *pflag.FlagSet) {
	c := o.Config
	fs.Var(NewAddedPairs(&c.Zones), "zone", "Address of a zone, as name=address, in addition to the others.")
	fs.Var(cliflag.NewColonSeparatedMultimapStringString(&c.Headers), "header", "Header of requests, as name:value.")
	fs.Var(cliflag.NewMapStringBool(&c.FeatureGates), "feature-gates", featureUsage(o.features))
	fs.Var(NewLevel(&c.Level), "log-level", "How much is logged: "+strings.Join(levels, ", ")+".")
	fs.VarP(&filePointer{&c.CacheFile}, "cache-file", "c", "File of the cache. Empty means none.")
	fs.Lookup("cache-file").NoOptDefVal = "/var/cache/every"
}

// addProcessFlags registers flags that are not configuration.
func (o *Options) addProcessFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.ConfigFile, "config", "", "File of the configuration. Flags override its values.")
	fs.BoolVar(&o.DryRun, "dry-run", o.DryRun, "Print what would be done.")
	fs.IPVar(&o.Advertised, "advertise", o.Advertised, "Address that others use.")
	fs.IPNetSliceVar(&o.Networks, "allow-from", o.Networks, "Networks of the clients.")
	fs.IntSliceVar(&o.Seeds, "seed", []int{1, 2}, "Numbers that random ones begin with.")
	fs.StringVar(&o.audit.path, "audit-log", o.audit.path, "File of the audit log.")
	fs.IntVar(&o.audit.maxAge, "audit-log-max-age", o.audit.maxAge, "Days that files of the audit log are kept.")
	must(fs.SetAnnotation("audit-log", "every.example.com/group", []string{"audit"}))
}

// addGoFlags registers flags of a library that uses package flag.
func addGoFlags(fs *pflag.FlagSet) {
	library := flag.NewFlagSet("library", flag.ContinueOnError)
	library.Bool("library-trace", false, "Trace the library.")
	library.Duration("library-delay", time.Second, "Delay of the library.")
	fs.AddGoFlagSet(library)
}

func featureUsage(gate featuregate.FeatureGate) string {
	known := gate.KnownFeatures()
	sort.Strings(known)
	return "Features to enable or disable, as name=true or name=false:\n" + strings.Join(known, "\n")
}

// normalize accepts underscores in place of dashes.
func normalize(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	return pflag.NormalizedName(strings.ReplaceAll(name, "_", "-"))
}

// ApplyFile reads the file over the configuration, and parses the command line once more, because flags win.
func (o *Options) ApplyFile(args []string, decode func([]byte, *config.EveryConfiguration) error) error {
	if o.ConfigFile == "" {
		return nil
	}
	text, err := os.ReadFile(o.ConfigFile)
	if err != nil {
		return err
	}
	set := maps.Clone(o.Config.FeatureGates)
	if err := decode(text, o.Config); err != nil {
		return err
	}
	merged := maps.Clone(o.Config.FeatureGates)
	again := pflag.NewFlagSet("again", pflag.ContinueOnError)
	again.ParseErrorsAllowlist.UnknownFlags = true
	o.AddFlags(again)
	if err := again.Parse(args); err != nil {
		return err
	}
	if merged == nil {
		merged = map[string]bool{}
	}
	maps.Copy(merged, set)
	o.Config.FeatureGates = merged
	return nil
}

// PathRefs returns pointers to the paths of a configuration. It forgets the file of the cache.
func PathRefs(c *config.EveryConfiguration) []*string {
	refs := []*string{&c.ReplayFile}
	if c.TLS != nil {
		refs = append(refs, &c.TLS.CertFile, &c.TLS.KeyFile)
	}
	return refs
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
