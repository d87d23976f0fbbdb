// Package v1alpha1 has flags whose values a file sets as well.
package v1alpha1

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// Relay is configured by a file and by flags.
// +config
type Relay struct {
	metav1.TypeMeta `json:",inline"`
	// Address that the relay listens on.
	// +flag(shorthand: "a")
	Address string `json:"address"`
	// Port that the relay listens on.
	// +flag(deprecated: "set port in the file given by --config")
	Port int32 `json:"port"`
	// Servers that the relay asks.
	// +flag
	Servers []string `json:"servers"`
	// MaxStreams at once.
	// +flag
	MaxStreams *int32 `json:"maxStreams,omitempty"`
	// Labels of the relay.
	// +flag
	Labels map[string]string `json:"labels"`
	// FeatureGates turns features on and off.
	// +flag
	// +precedence=merge
	FeatureGates map[string]bool `json:"featureGates"`
	// Tags are added, and those with a minus are removed, by code of the component.
	// +flag(value: NewTags)
	// +precedence=merge
	Tags map[string]string `json:"tags,omitempty"`
	// Marks do the same with a type of their own.
	// +flag
	// +precedence=merge
	Marks Marks `json:"marks,omitempty"`
	// Verbose says more.
	// +flag
	Verbose bool `json:"verbose"`
	// Rules are tried in their order.
	// +flag
	// +precedence=prepend
	Rules []string `json:"rules"`
	// Logging is registered by component-base. The first pattern that matches a file is used.
	// +subfield(VModule)=+precedence=prepend
	// +flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
	Logging logsapi.LoggingConfiguration `json:"logging"`
}

// Flagless has no flags.
// +config
type Flagless struct {
	metav1.TypeMeta `json:",inline"`
	// Port is set by a file alone.
	Port int32 `json:"port"`
}

// AddToScheme registers nothing: these types have no defaults.
func AddToScheme(*runtime.Scheme) error { return nil }

// DeepCopyObject implements runtime.Object.
func (c *Relay) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// DeepCopyObject implements runtime.Object.
func (c *Flagless) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// Marks is a flag value that adds to a map.
type Marks map[string]string

// NewTags returns a flag value that adds to a map.
func NewTags(tags *map[string]string) pflag.Value { return (*Marks)(tags) }

// Set adds pairs, and removes keys with a minus.
func (m *Marks) Set(text string) error {
	if *m == nil {
		*m = Marks{}
	}
	for pair := range strings.SplitSeq(text, ",") {
		if key, value, found := strings.Cut(pair, "="); found {
			(*m)[key] = value
		} else {
			delete(*m, strings.TrimSuffix(pair, "-"))
		}
	}
	return nil
}

// String prints the pairs.
func (m *Marks) String() string { return fmt.Sprint(map[string]string(*m)) }

// Type is the type in help.
func (*Marks) Type() string { return "marks" }
