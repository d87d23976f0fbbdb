// Package byhand has an existing validation package (A16).
package byhand

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"example.com/golden/validation-byhand/shared"
)

// RelayConfiguration configures the relay.
// +config
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// Port of the relay.
	// +flag
	// +k8s:minimum=1
	Port int32 `json:"port"`
	// Upstream is validated by the rule of the root.
	Upstream Upstream `json:"upstream"`
	// Zones are validated by a function that is not exported.
	Zones []Zone `json:"zones"`
	// Limits return any error.
	Limits Limits `json:"limits"`
	// Quota returns one error.
	Quota *Quota `json:"quota"`
	// TLS is shared, and validated by the rule of the root.
	TLS shared.TLS `json:"tls"`
	// Proxy is shared.
	Proxy shared.Proxy `json:"proxy"`
}

// Upstream is where requests go.
type Upstream struct {
	// Host of the upstream.
	// +k8s:maxLength=9
	Host string `json:"host"`
}

// Zone is a zone.
type Zone struct {
	// Domain of the zone.
	Domain string `json:"domain"`
}

// Limits are limits.
type Limits struct {
	// Rate is a number.
	Rate int32 `json:"rate"`
}

// Quota is a quota.
type Quota struct {
	// Size is a number.
	Size int32 `json:"size"`
}

// AddToScheme registers no defaults.
var AddToScheme = func(*runtime.Scheme) error { return nil }

// DeepCopyObject implements runtime.Object.
func (c *RelayConfiguration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// ProxyConfiguration has rules with feature gates.
// +config
type ProxyConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// Mode of the proxy.
	Mode string `json:"mode"`
}

// DeepCopyObject implements runtime.Object.
func (c *ProxyConfiguration) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}
