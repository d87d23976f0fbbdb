// Package delegated has flags that existing functions register, with literal defaults that they write everywhere.
package delegated

import (
	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
)

// Delegated is a configuration.
// +config
type Delegated struct {
	metav1.TypeMeta `json:",inline"`
	// Cloud registers its own flags.
	// +flagsFrom=AddFlags
	Cloud Cloud `json:"cloud"`
	// Primary is a server, with a prefix for its flags.
	// +flagDefaults(prefix: "primary-", section: "primary", deprecated: "use the file")
	Primary Server `json:"primary"`
	// Backup is another one.
	// +flagDefaults(prefix: "backup-", hidden: true)
	Backup Server `json:"backup"`
	// Other has the defaults of its type.
	Other Server `json:"other"`
	// LeaderElection is the struct of a version; the function is for the internal type.
	// +flagsFrom=k8s.io/component-base/config/options.BindLeaderElectionFlags
	LeaderElection componentbaseconfigv1alpha1.LeaderElectionConfiguration `json:"leaderElection"`
}

// Server has flags of its own and delegated ones.
// +flagDefaults(prefix: "server-", section: "servers")
type Server struct {
	// Port is a number.
	// +flag
	Port int32 `json:"port"`
	// Name is not deprecated.
	// +flag(deprecated: false, section: "names")
	Name string `json:"name"`
	// Limits register their flags.
	// +flagsFrom(exempt: "rate")=AddFlags
	Limits Limits `json:"limits"`
}

// Limits have flags.
type Limits struct {
	// Rate is a number.
	Rate int32 `json:"rate"`
	// Burst is a number.
	Burst int32 `json:"burst"`
}

// AddFlags carries literal defaults.
func (l *Limits) AddFlags(fs *pflag.FlagSet) {
	fs.Int32VarP(&l.Rate, "rate", "r", 100, "rate")
	fs.Int32Var(&l.Burst, "burst", 200, "burst")
}

// Cloud has values everywhere.
type Cloud struct {
	// Name is a value.
	Name string `json:"name"`
	// Size is a pointer.
	Size *int32 `json:"size"`
	// Provider holds a pointer.
	Provider *Provider `json:"provider"`
	// Zones are a list of pointers.
	Zones []*Zone `json:"zones"`
	// Regions are a list.
	Regions []Zone `json:"regions"`
	// Labels are a map.
	Labels map[string]string `json:"labels"`
	// ByName is a map of pointers.
	ByName map[string]*Zone `json:"byName"`
}

// Provider holds a pointer.
type Provider struct {
	// Timeout is a pointer.
	Timeout *metav1.Duration `json:"timeout"`
}

// Zone has a name.
type Zone struct {
	// Name of the zone.
	Name string `json:"name"`
}

// AddFlags carries literal defaults.
func (c *Cloud) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&c.Name, "cloud-name", "literal", "name")
	if c.Size != nil {
		fs.Int32Var(c.Size, "cloud-size", 100, "size")
	}
	if c.Provider != nil && c.Provider.Timeout != nil {
		fs.DurationVar(&c.Provider.Timeout.Duration, "cloud-timeout", 100, "timeout")
	}
	for i := range c.Zones {
		fs.StringVar(&c.Zones[i].Name, "cloud-zone", "literal", "zone")
	}
	for i := range c.Regions {
		fs.StringVar(&c.Regions[i].Name, "cloud-region", "literal", "region")
	}
	for _, zone := range c.ByName {
		fs.StringVar(&zone.Name, "cloud-by-name", "literal", "zone")
	}
	if c.Labels != nil {
		c.Labels["literal"] = "literal"
	}
}

// SharedOptions are like the options of cloud providers: the configuration is embedded by a pointer.
type SharedOptions struct {
	*SharedConfiguration
	// Provider has a pointer, too.
	Provider *ProviderOptions
}

// SharedConfiguration has values.
type SharedConfiguration struct {
	// Cluster is a name.
	Cluster string
	// Routes turns something on.
	Routes bool
}

// ProviderOptions embed a pointer.
type ProviderOptions struct {
	*SharedConfiguration
}

// AddFlags carries literal defaults.
func (o *SharedOptions) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Cluster, "cluster", o.Cluster, "cluster")
	fs.BoolVar(&o.Routes, "routes", true, "routes")
	fs.StringVar(&o.Provider.Cluster, "provider-cluster", "literal", "cluster")
}

// Registrar is anything that registers flags.
type Registrar interface{ AddFlags(*pflag.FlagSet) }

// NewOptions returns flags with defaults.
func NewOptions() *DelegatedFlags {
	return &DelegatedFlags{Optional: &Limits{Rate: 1}, Registrar: &Limits{Burst: 2}, Level: 3, Depth: 3}
}

// DelegatedFlags are flags.
// +flags(defaults: "NewOptions")
type DelegatedFlags struct {
	// Optional is a pointer.
	// +flagDefaults(prefix: "optional-")
	// +flagsFrom=AddFlags
	Optional *Limits
	// Missing is a nil pointer.
	// +flagDefaults(prefix: "missing-")
	// +flagsFrom=AddFlags
	Missing *Limits
	// Registrar is an interface.
	// +flagDefaults(prefix: "registrar-")
	// +flagsFrom=AddFlags
	Registrar Registrar
	// Nobody is a nil interface.
	// +flagsFrom=AddFlags
	Nobody Registrar
	// Level has a default of the constructor.
	// +flag
	Level int32
	// Depth has a legacy default.
	// +flag
	// +legacyDefault=5
	Depth int32
	// Shared are the options of a library.
	// +flagsFrom=AddFlags
	Shared SharedOptions
	// Embedded has a flag of its own.
	Embedded Embedded
}

// Embedded embeds a pointer.
type Embedded struct {
	*Inner
}

// Inner has a flag.
type Inner struct {
	// Level is a number.
	// +flag=inner-level
	Level int32
}

// AddToScheme registers no defaults.
var AddToScheme = func(*runtime.Scheme) error { return nil }

// DeepCopyObject implements runtime.Object.
func (c *Delegated) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// OwnFlags have a constructor and a method AddFlags that are written by hand.
// +flags(defaults: "NewOwnFlags", method: "AddMarkedFlags")
type OwnFlags struct {
	// Port is a number.
	// +flag=own-port
	Port int32
}

// NewOwnFlags returns flags with defaults.
func NewOwnFlags() *OwnFlags { return &OwnFlags{Port: 7} }

// AddFlags registers the flags with markers, and one without.
func (f *OwnFlags) AddFlags(fs *pflag.FlagSet) {
	f.AddMarkedFlags(fs)
	fs.Int32("other-port", f.Port+1, "The port after that.")
}
