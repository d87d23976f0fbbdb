// Package app is the command of kube-proxy.
package app

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	cliflag "k8s.io/component-base/cli/flag"
	utilfeature "k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/utils/ptr"

	"example.com/adopt/kubeproxy/config"
	"example.com/adopt/kubeproxy/config/v1alpha2"
	"example.com/adopt/kubeproxy/values"
)

const (
	healthzPort = 10256
	metricsPort = 10249
)

// Options has everything that the command needs.
type Options struct {
	// ConfigFile is the path of the configuration file.
	ConfigFile string
	// WriteConfigTo is the path that the defaults are written to.
	WriteConfigTo string
	// CleanupAndExit removes all rules and exits.
	CleanupAndExit bool
	// InitAndExit does what needs privileges and exits.
	InitAndExit bool

	// config is the configuration of the proxy.
	config *config.KubeProxyConfiguration

	// Fields below are for flags that are applied to the configuration afterwards.
	master             string
	healthzPort        int32
	metricsPort        int32
	hostnameOverride   string
	clusterCIDRs       string
	iptablesSyncPeriod time.Duration
	iptablesMinSync    time.Duration
	ipvsSyncPeriod     time.Duration
	ipvsMinSync        time.Duration

	gate utilfeature.FeatureGate
}

// NewOptions returns the options with their defaults.
func NewOptions() *Options {
	return &Options{
		config:             newKubeProxyConfiguration(),
		healthzPort:        healthzPort,
		metricsPort:        metricsPort,
		iptablesSyncPeriod: 30 * time.Second,
		iptablesMinSync:    time.Second,
		ipvsSyncPeriod:     30 * time.Second,
		ipvsMinSync:        time.Second,
		gate:               utilfeature.NewFeatureGate(),
	}
}

// AddFlags registers the flags.
func (o *Options) AddFlags(fs *pflag.FlagSet) {
	o.addOSFlags(fs)

	fs.StringVar(&o.ConfigFile, "config", o.ConfigFile, "Path of the configuration file.")
	fs.StringVar(&o.WriteConfigTo, "write-config-to", o.WriteConfigTo, "If set, the defaults are written to this file, and the program exits.")
	fs.BoolVar(&o.CleanupAndExit, "cleanup", o.CleanupAndExit, "Remove the rules of all modes and exit.")
	fs.BoolVar(&o.InitAndExit, "init-only", o.InitAndExit, "Do what needs the privileges of root and exit.")

	fs.StringVar(&o.config.ClientConnection.Kubeconfig, "kubeconfig", o.config.ClientConnection.Kubeconfig, "Path to the kubeconfig file with the location of the API server and the credentials.")
	fs.StringVar(&o.master, "master", o.master, "Address of the API server, in place of that in the kubeconfig file.")
	fs.StringVar(&o.config.ClientConnection.ContentType, "kube-api-content-type", o.config.ClientConnection.ContentType, "Content type of requests to the API server.")
	fs.Int32Var(&o.config.ClientConnection.Burst, "kube-api-burst", o.config.ClientConnection.Burst, "Requests to the API server at once.")
	fs.Float32Var(&o.config.ClientConnection.QPS, "kube-api-qps", o.config.ClientConnection.QPS, "Requests per second to the API server.")
	fs.StringVar(&o.hostnameOverride, "hostname-override", o.hostnameOverride, "If not empty, the name of the Node. If unset, it is assumed to be the host name.")
	fs.Var(cliflag.NewMapStringBool(&o.config.FeatureGates), "feature-gates", fmt.Sprintf("Feature gates, as name=true or name=false, of %d known ones. Ignored if a configuration file is given.", len(o.gate.KnownFeatures())))

	o.addModeFlags(fs)
	o.addAddressFlags(fs)

	fs.Int32Var(ptr32(&o.config.Linux.OOMScoreAdj), "oom-score-adj", ptr.Deref(o.config.Linux.OOMScoreAdj, int32(-999)), "The oom-score-adj of the process, from -1000 to 1000. Ignored if a configuration file is given.")
	conntrack := &o.config.Linux.Conntrack
	fs.Int32Var(conntrack.MaxPerCore, "conntrack-max-per-core", *conntrack.MaxPerCore, "Most connections to track for each core; 0 leaves the limit as it is.")
	fs.Int32Var(conntrack.Min, "conntrack-min", *conntrack.Min, "Least number of connections to track, whatever the number of cores.")
	fs.DurationVar(&conntrack.TCPEstablishedTimeout.Duration, "conntrack-tcp-timeout-established", conntrack.TCPEstablishedTimeout.Duration, "Timeout of established TCP connections; 0 leaves it as it is.")
	fs.DurationVar(&conntrack.TCPCloseWaitTimeout.Duration, "conntrack-tcp-timeout-close-wait", conntrack.TCPCloseWaitTimeout.Duration, "Timeout of TCP connections in CLOSE_WAIT.")
	fs.BoolVar(&conntrack.TCPBeLiberal, "conntrack-tcp-be-liberal", conntrack.TCPBeLiberal, "Do not mark out-of-window packets as invalid.")
	fs.DurationVar(&conntrack.UDPTimeout.Duration, "conntrack-udp-timeout", conntrack.UDPTimeout.Duration, "Timeout of UDP packets; 0 leaves it as it is.")
	fs.DurationVar(&conntrack.UDPStreamTimeout.Duration, "conntrack-udp-timeout-stream", conntrack.UDPStreamTimeout.Duration, "Timeout of UDP streams; 0 leaves it as it is.")
	fs.DurationVar(&o.config.ConfigSyncPeriod.Duration, "config-sync-period", o.config.ConfigSyncPeriod.Duration, "How often configuration from the API server is refreshed.")

	fs.Int32Var(&o.healthzPort, "healthz-port", o.healthzPort, "Port of the health check server. Use 0 to disable.")
	_ = fs.MarkDeprecated("healthz-port", "use --healthz-bind-address instead")
	fs.Int32Var(&o.metricsPort, "metrics-port", o.metricsPort, "Port of the metrics server. Use 0 to disable.")
	_ = fs.MarkDeprecated("metrics-port", "use --metrics-bind-address instead")

	logsapi.AddFlags(&o.config.Logging, fs)
}

// addModeFlags registers the flags of the modes.
func (o *Options) addModeFlags(fs *pflag.FlagSet) {
	fs.Var(&o.config.Mode, "proxy-mode", "Proxy mode: iptables, ipvs or nftables. Ignored if a configuration file is given.")
	fs.Int32Var(o.config.IPTables.MasqueradeBit, "iptables-masquerade-bit", ptr.Deref(o.config.IPTables.MasqueradeBit, 14), "Bit of the fwmark space that marks packets for SNAT.")
	fs.BoolVar(&o.config.Linux.MasqueradeAll, "masquerade-all", o.config.Linux.MasqueradeAll, "SNAT all traffic to cluster IPs.")
	fs.BoolVar(o.config.IPTables.LocalhostNodePorts, "iptables-localhost-nodeports", true, "Allow node ports on loopback addresses, in iptables mode.")
	fs.DurationVar(&o.iptablesSyncPeriod, "iptables-sync-period", o.iptablesSyncPeriod, "How often iptables rules are synced completely.")
	fs.DurationVar(&o.iptablesMinSync, "iptables-min-sync-period", o.iptablesMinSync, "Least time between two syncs of iptables rules.")
	fs.DurationVar(&o.ipvsSyncPeriod, "ipvs-sync-period", o.ipvsSyncPeriod, "How often ipvs rules are synced completely.")
	fs.DurationVar(&o.ipvsMinSync, "ipvs-min-sync-period", o.ipvsMinSync, "Least time between two syncs of ipvs rules.")
	fs.StringVar(&o.config.IPVS.Scheduler, "ipvs-scheduler", o.config.IPVS.Scheduler, "Scheduler of ipvs, in ipvs mode.")
	fs.StringSliceVar(&o.config.IPVS.ExcludeCIDRs, "ipvs-exclude-cidrs", o.config.IPVS.ExcludeCIDRs, "CIDRs that the ipvs proxier leaves alone.")
	fs.BoolVar(&o.config.IPVS.StrictARP, "ipvs-strict-arp", o.config.IPVS.StrictARP, "Configure arp_ignore and arp_announce strictly.")
	fs.DurationVar(&o.config.IPVS.TCPTimeout.Duration, "ipvs-tcp-timeout", o.config.IPVS.TCPTimeout.Duration, "Timeout of idle ipvs TCP connections; 0 leaves it as it is.")
	fs.DurationVar(&o.config.IPVS.TCPFinTimeout.Duration, "ipvs-tcpfin-timeout", o.config.IPVS.TCPFinTimeout.Duration, "Timeout of ipvs TCP connections after a FIN; 0 leaves it as it is.")
	fs.DurationVar(&o.config.IPVS.UDPTimeout.Duration, "ipvs-udp-timeout", o.config.IPVS.UDPTimeout.Duration, "Timeout of ipvs UDP packets; 0 leaves it as it is.")
}

// addAddressFlags registers the flags of addresses.
func (o *Options) addAddressFlags(fs *pflag.FlagSet) {
	fs.Var(&values.IPVar{Val: &o.config.BindAddress}, "bind-address", "IP address to serve from. Ignored if a configuration file is given.")
	fs.Var(&values.IPPortVar{Val: &o.config.HealthzBindAddress}, "healthz-bind-address", "IP address and port of the health check server; empty disables it. Ignored if a configuration file is given.")
	fs.Var(&values.IPPortVar{Val: &o.config.MetricsBindAddress}, "metrics-bind-address", "IP address and port of the metrics server; empty disables it. Ignored if a configuration file is given.")
	fs.BoolVar(&o.config.BindAddressHardFail, "bind-address-hard-fail", o.config.BindAddressHardFail, "Exit if a port cannot be bound.")
	fs.BoolVar(&o.config.EnableProfiling, "profiling", o.config.EnableProfiling, "Serve profiles at /debug/pprof. Ignored if a configuration file is given.")
	fs.StringVar(&o.config.ShowHiddenMetricsForVersion, "show-hidden-metrics-for-version", o.config.ShowHiddenMetricsForVersion,
		"The previous minor version, as <major>.<minor>, that hidden metrics are shown for. "+
			"Other versions are refused. Ignored if a configuration file is given.")
	fs.Var(&o.config.DetectLocalMode, "detect-local-mode", "How local traffic is detected. Ignored if a configuration file is given.")
	fs.StringVar(&o.config.DetectLocal.BridgeInterface, "pod-bridge-interface", o.config.DetectLocal.BridgeInterface, "Bridge interface of pods; used by the mode BridgeInterface.")
	fs.StringVar(&o.config.DetectLocal.InterfaceNamePrefix, "pod-interface-name-prefix", o.config.DetectLocal.InterfaceNamePrefix, "Prefix of the interfaces of pods; used by the mode InterfaceNamePrefix.")
	fs.StringVar(&o.clusterCIDRs, "cluster-cidr", o.clusterCIDRs, "CIDR range of the pods, one for each IP family. Ignored if a configuration file is given.")
	fs.StringSliceVar(&o.config.NodePortAddresses, "nodeport-addresses", o.config.NodePortAddresses,
		"CIDRs of the node addresses that serve node ports, or 'primary'. Ignored if a configuration file is given.")
}

// Config returns the configuration that the flags are bound to.
func (o *Options) Config() *config.KubeProxyConfiguration { return o.config }

// Complete applies what is not bound to the configuration.
func (o *Options) Complete() {
	if o.hostnameOverride == "" {
		o.hostnameOverride, _ = os.Hostname()
	}
	o.config.HostnameOverride = o.hostnameOverride
	o.config.SyncPeriod, o.config.MinSyncPeriod = metav1.Duration{Duration: o.iptablesSyncPeriod}, metav1.Duration{Duration: o.iptablesMinSync}
	if o.config.Mode == config.ProxyModeIPVS {
		o.config.SyncPeriod, o.config.MinSyncPeriod = metav1.Duration{Duration: o.ipvsSyncPeriod}, metav1.Duration{Duration: o.ipvsMinSync}
	}
	if o.clusterCIDRs != "" {
		o.config.DetectLocal.ClusterCIDRs = []string{o.clusterCIDRs}
	}
}

func newKubeProxyConfiguration() *config.KubeProxyConfiguration {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{config.AddToScheme, v1alpha2.AddToScheme} {
		if err := add(scheme); err != nil {
			panic(err)
		}
	}
	versioned := &v1alpha2.KubeProxyConfiguration{}
	scheme.Default(versioned)
	internal := &config.KubeProxyConfiguration{}
	if err := scheme.Convert(versioned, internal, nil); err != nil {
		panic(fmt.Sprintf("the defaults do not convert: %v", err))
	}
	return internal
}

func ptr32(p **int32) *int32 {
	if *p == nil {
		*p = new(int32)
	}
	return *p
}
