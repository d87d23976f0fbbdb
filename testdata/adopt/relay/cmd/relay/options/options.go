// Package options is the command line of the relay, written by hand.
package options

import (
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"
	componentbaseoptions "k8s.io/component-base/config/options"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/adopt/relay/apis/config"
	"example.com/adopt/relay/apis/config/v1beta1"
	"example.com/adopt/relay/cmd/relay/values"
	"example.com/adopt/relay/internal/features"
)

// Options are the flags of the relay and the configuration that they set.
type Options struct {
	// Config is the configuration that all relays of a site share.
	Config *config.RelayConfiguration
	// Instance is the configuration of this relay.
	Instance *config.RelayInstanceConfiguration
	// PIDFile is the file that the process ID is written to.
	PIDFile string
	// ShutdownTimeout is how long queries have to finish.
	ShutdownTimeout time.Duration
}

// NewOptions returns the defaults of the command line. Some of them are older than the defaults of files.
func NewOptions() (*Options, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{config.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	shared, instance := &v1beta1.RelayConfiguration{}, &v1beta1.RelayInstanceConfiguration{}
	scheme.Default(shared)
	scheme.Default(instance)
	o := &Options{
		Config:          &config.RelayConfiguration{},
		Instance:        &config.RelayInstanceConfiguration{},
		ShutdownTimeout: 5 * time.Second,
	}
	if err := scheme.Convert(shared, o.Config, nil); err != nil {
		return nil, err
	}
	if err := scheme.Convert(instance, o.Instance, nil); err != nil {
		return nil, err
	}
	o.Config.Cache.Size = resource.MustParse("0")
	o.Config.Forwarding.Timeout.Duration = 5 * time.Second
	return o, nil
}

// Flags returns the flags in sections.
func (o *Options) Flags() (fss cliflag.NamedFlagSets) {
	c := o.Config
	o.addListenFlags(fss.FlagSet("relay"))
	o.addForwardingFlags(fss.FlagSet("forwarding"))

	fs := fss.FlagSet("hosts")
	fs.StringSliceVar(&c.Hosts.Files, "hosts-file", c.Hosts.Files, "Files in the format of /etc/hosts.")
	must(fs.MarkDeprecated("hosts-file", "set hosts.files in the file given by --config"))
	fs.Var(cliflag.NewColonSeparatedMultimapStringString(&c.Hosts.Records), "record", "IP addresses by name, as name:address. A name can be repeated.")

	fs = fss.FlagSet("cache")
	fs.Var(&resource.QuantityValue{Quantity: c.Cache.Size}, "cache-size-ignored", "The former name of --cache-size, which has no effect.")
	must(fs.MarkHidden("cache-size-ignored"))
	fs.Var(values.NewQuantity(&c.Cache.Size), "cache-size", "Memory for cached answers, such as 16Mi. 0 disables the cache.")
	fs.DurationVar(&c.Cache.MinTTL.Duration, "cache-min-ttl", c.Cache.MinTTL.Duration, "Least time that an answer is cached.")
	fs.DurationVar(&c.Cache.MaxTTL.Duration, "cache-max-ttl", c.Cache.MaxTTL.Duration, "Longest time that an answer is cached.")
	fs.Var(values.NewOptionalDuration(&c.Cache.ServeStale), "cache-serve-stale", "Time that an expired answer is used if no server answers.")

	fs = fss.FlagSet("query log")
	fs.StringVar(&c.QueryLog.File, "query-log-file", c.QueryLog.File, "File of the query log.")
	fs.Var(values.NewSample(&c.QueryLog.Sample), "query-log-sample", "Fraction of the queries that is logged: 5%, or N for one in N.")
	fs.StringArrayVar(&c.QueryLog.Exclude, "query-log-exclude", c.QueryLog.Exclude, "Regular expressions of names that are not logged.")
	o.addUnixFlags(fs)

	fs = fss.FlagSet("admin")
	fs.StringVar(&c.Admin.Address, "admin-address", c.Admin.Address, "Host and port of the endpoint for operators.")
	fs.StringVar(&c.Admin.HealthPath, "admin-health-path", c.Admin.HealthPath, "URL path of the health check.")
	must(fs.MarkDeprecated("admin-health-path", "set admin in the file given by --config"))

	fs = fss.FlagSet("features")
	fs.Var(cliflag.NewMapStringBool(&c.FeatureGates), "feature-gates", features.Usage())

	fs = fss.FlagSet("leader election")
	fs.StringVar(&c.ClientConnection.Kubeconfig, "kubeconfig", c.ClientConnection.Kubeconfig, "Path to a kubeconfig file.")
	fs.Float32Var(&c.ClientConnection.QPS, "kube-api-qps", c.ClientConnection.QPS, "Requests to the API server in a second.")
	fs.Int32Var(&c.ClientConnection.Burst, "kube-api-burst", c.ClientConnection.Burst, "Requests to the API server at once.")
	componentbaseoptions.BindLeaderElectionFlags(&c.LeaderElection, fs)

	fs = fss.FlagSet("logs")
	logsapi.AddFlags(&c.Logging, fs)
	fs.StringVar(&c.LogBacktraceAt, "log-backtrace-at", c.LogBacktraceAt, "Line of the source, such as run.go:56, that logs a stack trace.")
	must(fs.MarkHidden("log-backtrace-at"))

	fs = fss.FlagSet("instance")
	fs.StringVar(&o.Instance.ServerID, "server-id", o.Instance.ServerID, "Name of this relay. Defaults to the host name.")
	o.addDeviceFlag(fs)

	fs = fss.FlagSet("process")
	fs.StringVar(&o.PIDFile, "pid-file", o.PIDFile, "File that the process ID is written to.")
	must(fs.MarkDeprecated("pid-file", "use the service manager"))
	fs.DurationVar(&o.ShutdownTimeout, "shutdown-timeout", o.ShutdownTimeout, "Time that queries have to finish when the relay stops.")
	return fss
}

func (o *Options) addListenFlags(fs *pflag.FlagSet) {
	listen := &o.Config.Listen
	fs.StringVarP(&listen.Address, "bind-address", "a", "0.0.0.0", "IP address that the relay listens on.")
	fs.Int32VarP(&listen.Port, "port", "p", listen.Port, "UDP and TCP port. 0 selects a free port.")
	fs.BoolVar(&listen.TCP, "tcp", false, "Serve TCP in addition to UDP.")
	fs.Int32Var(&listen.MaxUDPSize, "max-udp-size", config.ClassicUDPSize, "Maximum size of a UDP answer.")
	must(fs.MarkHidden("max-udp-size"))
	fs.StringSliceVar(&listen.AllowFrom, "allow-from", listen.AllowFrom, "Networks of the clients. By default, all are allowed.")
	o.addTrafficFlag(fs)
}

func (o *Options) addForwardingFlags(fs *pflag.FlagSet) {
	f := &o.Config.Forwarding
	fs.StringSliceVarP(&f.Upstreams, "upstream", "u", f.Upstreams, "Servers, as host:port.")
	fs.StringVar((*string)(&f.Policy), "forwarding-policy", string(f.Policy), "Which server is asked first: Ordered or Random.")
	fs.DurationVar(&f.Timeout.Duration, "upstream-timeout", f.Timeout.Duration, "Time that one server has to answer.")
	must(fs.MarkDeprecated("upstream-timeout", "set forwarding.timeout in the file given by --config"))
	fs.Int32Var(&f.Attempts, "upstream-attempts", f.Attempts, "Number of servers that are asked.")
	fs.Var(cliflag.NewLangleSeparatedMapStringString(&f.Aliases), "alias", "Names that are answered with the records of another name, as alias<name.")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// PathRefs returns pointers to the paths of a configuration, so that they can be resolved.
func PathRefs(c *config.RelayConfiguration) []*string {
	refs := []*string{&c.QueryLog.File, &c.Admin.TokenFile, &c.ClientConnection.Kubeconfig}
	for i := range c.Hosts.Files {
		refs = append(refs, &c.Hosts.Files[i])
	}
	for i := range c.Forwarding.Zones {
		if tls := c.Forwarding.Zones[i].TLS; tls != nil {
			refs = append(refs, &tls.CAFile)
			if pair := tls.ClientCertificate; pair != nil {
				refs = append(refs, &pair.CertFile, &pair.KeyFile)
			}
		}
	}
	return refs
}
