/*
Copyright 2017 The Kubernetes Authors.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// KubeProxyIPTablesConfiguration contains iptables-related configuration
// details for the Kubernetes proxy server.
type KubeProxyIPTablesConfiguration struct {
	MasqueradeBit      *int32
	LocalhostNodePorts *bool
}

// KubeProxyIPVSConfiguration contains ipvs-related configuration
// details for the Kubernetes proxy server.
type KubeProxyIPVSConfiguration struct {
	Scheduler     string
	ExcludeCIDRs  []string
	StrictARP     bool
	TCPTimeout    metav1.Duration
	TCPFinTimeout metav1.Duration
	UDPTimeout    metav1.Duration
	// MasqueradeBit is the bit of the fwmark space for SNAT in the mode ipvs.
	MasqueradeBit *int32
}

// KubeProxyNFTablesConfiguration contains nftables-related configuration
// details for the Kubernetes proxy server.
type KubeProxyNFTablesConfiguration struct {
	MasqueradeBit *int32
}

// KubeProxyConntrackConfiguration contains conntrack settings for
// the Kubernetes proxy server.
type KubeProxyConntrackConfiguration struct {
	MaxPerCore            *int32
	Min                   *int32
	TCPEstablishedTimeout *metav1.Duration
	TCPCloseWaitTimeout   *metav1.Duration
	TCPBeLiberal          bool
	UDPTimeout            metav1.Duration
	UDPStreamTimeout      metav1.Duration
}

// KubeProxyWinkernelConfiguration contains Windows/HNS settings for
// the Kubernetes proxy server.
type KubeProxyWinkernelConfiguration struct {
	NetworkName           string
	SourceVip             string
	EnableDSR             bool
	RootHnsEndpointName   string
	ForwardHealthCheckVip bool
}

// DetectLocalConfiguration contains optional settings related to DetectLocalMode option
type DetectLocalConfiguration struct {
	BridgeInterface     string
	InterfaceNamePrefix string
	// ClusterCIDRs are the ranges of the pods.
	ClusterCIDRs []string
}

// KubeProxyConfiguration contains everything necessary to configure the
// Kubernetes proxy server.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeProxyConfiguration struct {
	metav1.TypeMeta
	FeatureGates                map[string]bool
	ClientConnection            componentbaseconfig.ClientConnectionConfiguration
	Logging                     logsapi.LoggingConfiguration
	HostnameOverride            string
	BindAddress                 string
	HealthzBindAddress          string
	MetricsBindAddress          string
	BindAddressHardFail         bool
	EnableProfiling             bool
	ShowHiddenMetricsForVersion string
	Mode                        ProxyMode
	IPTables                    KubeProxyIPTablesConfiguration
	IPVS                        KubeProxyIPVSConfiguration
	NFTables                    KubeProxyNFTablesConfiguration
	Winkernel                   KubeProxyWinkernelConfiguration
	DetectLocalMode             LocalMode
	DetectLocal                 DetectLocalConfiguration
	NodePortAddresses           []string
	ConfigSyncPeriod            metav1.Duration
	// Linux contains what applies on Linux only.
	Linux KubeProxyLinuxConfiguration
	// Windows contains what applies on Windows only.
	Windows KubeProxyWindowsConfiguration
	// SyncPeriod is how often all rules are written again.
	SyncPeriod metav1.Duration
	// MinSyncPeriod is the least time between two changes of rules.
	MinSyncPeriod metav1.Duration
	// ConfigHardFail ends the process if the configuration is invalid.
	ConfigHardFail *bool
	// NodeIPOverride are the IP addresses of the node.
	NodeIPOverride []string
	// IPFamilyPolicy is SingleStack, PreferDualStack or RequireDualStack.
	IPFamilyPolicy string
}

// ProxyMode is the way in which connections to services are proxied. Empty means the default of the operating system.
type ProxyMode string

// The modes.
const (
	ProxyModeIPTables    ProxyMode = "iptables"
	ProxyModeIPVS        ProxyMode = "ipvs"
	ProxyModeNFTables    ProxyMode = "nftables"
	ProxyModeKernelspace ProxyMode = "kernelspace"
)

// Set implements pflag.Value.
func (m *ProxyMode) Set(s string) error {
	*m = ProxyMode(s)
	return nil
}

func (m *ProxyMode) String() string {
	if m != nil {
		return string(*m)
	}
	return ""
}

// Type implements pflag.Value.
func (m *ProxyMode) Type() string { return "ProxyMode" }

// LocalMode represents modes to detect local traffic from the node
type LocalMode string

// Set implements pflag.Value.
func (m *LocalMode) Set(s string) error {
	*m = LocalMode(s)
	return nil
}

func (m *LocalMode) String() string {
	if m != nil {
		return string(*m)
	}
	return ""
}

// Type implements pflag.Value.
func (m *LocalMode) Type() string { return "LocalMode" }

// KubeProxyLinuxConfiguration contains what applies on Linux only.
type KubeProxyLinuxConfiguration struct {
	// Conntrack contains the settings of connection tracking.
	Conntrack KubeProxyConntrackConfiguration
	// MasqueradeAll applies SNAT to all traffic to cluster IPs.
	MasqueradeAll bool
	// OOMScoreAdj is the oom-score-adj of the process.
	OOMScoreAdj *int32
}

// KubeProxyWindowsConfiguration contains what applies on Windows only.
type KubeProxyWindowsConfiguration struct {
	// RunAsService runs the process as a service.
	RunAsService bool
}
