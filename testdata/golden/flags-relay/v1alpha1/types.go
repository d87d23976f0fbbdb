package v1alpha1

import (
	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// RelayConfiguration configures the relay.
// +config
// +flagDefaults(deprecated: "set it in the file given by --config")
// +ignoredFlag(type: bool)=compress
// +ignoredFlag(type: string, default: "a \"b\"", shorthand: "o", usage: "The former name of --listen.", deprecated: "it has no effect")=old-listen
// +ignoredFlag(type: int8, default: "-3")=old-int8
// +ignoredFlag(type: uint64, default: "0x10")=old-uint64
// +ignoredFlag(type: float32, default: "0.1")=old-float32
// +ignoredFlag(type: float64, default: "1e30")=old-float64
// +ignoredFlag(type: duration, default: "90s", hidden: true, noOptDefVal: "1s")=old-duration
// +ignoredFlag(type: ip, default: "10.0.0.1")=old-ip
// +ignoredFlag(type: quantity, default: "16Mi", shorthand: "q", section: "serving")=old-quantity
// +ignoredFlag(type: quantity)=old-zero
// +ignoredFlag(type: stringSlice, default: "a,b")=old-slice
// +ignoredFlag(type: stringArray, default: "a,\"b,c\"")=old-array
// +ignoredFlag(type: stringArray)=old-empty
// +ignoredFlag(type: count, shorthand: "d", shorthandDeprecated: "use --v")=old-count
// +ignoredFlag(type: mapStringBool, default: "a=true,b=false")=old-gates
// +ignoredFlag(type: mapStringBool, since: "1.4", removal: "1.6")=old-empty-gates
// +ignoredFlag(type: int, os: "linux")=old-score
// +ignoredFlag(type: intSlice, default: "1,2")=old-ints
// +ignoredFlag(type: stringToString, default: "b=2,a=1")=old-map
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Listen is the address that the relay listens on.
	// +flag(shorthand: "l", section: "serving")=listen
	// +flag(hidden: true, section: "serving")=address
	// +format=ip
	Listen string `json:"listen"`
	// Verbose says more in the log, up to `three` times as much.
	// +flag(noOptDefVal: "2", deprecated: false)
	Verbose int32 `json:"verbose"`
	// Upstreams are asked in turn.
	//
	// Each is a host.
	// +flag
	Upstreams []string `json:"upstreams"`
	// Weights of the upstreams.
	// +flag(value: "example.com/golden/flags-relay/values.NewWeights")
	Weights map[string]string `json:"weights"`
	// FeatureGates turns features on and off.
	// +flag(usageFrom: "example.com/golden/flags-relay/values.GatesUsage")
	// +precedence=merge
	FeatureGates map[string]bool `json:"featureGates"`
	// PriorityClass is the priority class of the process.
	// +flag=windows-priority-class
	// +os=windows
	PriorityClass string `json:"priorityClass"`
	// Nice is the niceness of the process.
	// +flag
	// +os=!windows
	Nice int32 `json:"nice"`
	// Netns is the network namespace to join.
	// +flag
	// +os=linux
	Netns string `json:"netns"`
	// Logging is registered by component-base.
	// +flagsFrom(exempt: "v,vmodule", section: "logging")=k8s.io/component-base/logs/api/v1.AddFlags
	Logging logsapi.LoggingConfiguration `json:"logging"`
	// LeaderElection is registered by component-base.
	// +flagsFrom(deprecated: false)=k8s.io/component-base/config/options.BindLeaderElectionFlags
	LeaderElection componentbaseconfig.LeaderElectionConfiguration `json:"leaderElection"`
	// Cache registers its own flags.
	// +flagsFrom=AddFlags
	Cache Cache `json:"cache"`
	// ClientConnection says how to reach the API server.
	// +subfield(Kubeconfig)=+flag=kubeconfig
	// +subfield(Kubeconfig)=+path
	// +subfield(QPS)=+flag(usage: "requests a second\nto the API server")=kube-api-qps
	ClientConnection componentbaseconfig.ClientConnectionConfiguration `json:"clientConnection"`
}

// Cache keeps answers.
type Cache struct {
	// Size in answers.
	Size *int32 `json:"size"`
	// Policy of eviction.
	Policy string `json:"policy"`
}

// AddFlags carries literal defaults, as many a hand-written registration does, and writes them through a pointer.
func (c *Cache) AddFlags(fs *pflag.FlagSet) {
	if c.Size != nil {
		fs.Int32Var(c.Size, "cache-size", 100, "size of the cache in answers")
	}
	fs.StringVar(&c.Policy, "cache-policy", "lru", "policy of eviction")
}
