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

package kep784

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
	// +since=1.36
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
	// +moved(from: "clusterCIDR", in: v1alpha1, convert: "example.com/replacements/kubeproxy/kep784/v1alpha1.SplitCIDRs", back: "example.com/replacements/kubeproxy/kep784/v1alpha1.JoinCIDRs")
	ClusterCIDRs []string
}

// KubeProxyConfiguration contains everything necessary to configure the
// Kubernetes proxy server.
// +config
// +tombstone(path: "bindAddress", version: "v1alpha2", removed: "1.36", use: "nodeIPOverride")
// +tombstone(path: "portRange", version: "v1alpha2", removed: "1.36")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeProxyConfiguration struct {
	metav1.TypeMeta
	FeatureGates map[string]bool
	// +subfield(Kubeconfig)=+path=false
	ClientConnection            componentbaseconfig.ClientConnectionConfiguration
	Logging                     logsapi.LoggingConfiguration
	HostnameOverride            string
	HealthzBindAddress          string
	MetricsBindAddress          string
	BindAddressHardFail         *bool
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
	// +k8s:minimum=1ns
	// +moved(from: "iptables.syncPeriod", in: v1alpha1)
	// +moved(from: "nftables.syncPeriod", in: v1alpha1, when: "mode=nftables")
	// +moved(from: "ipvs.syncPeriod", in: v1alpha1, when: "mode=ipvs")
	SyncPeriod metav1.Duration
	// MinSyncPeriod is the least time between two changes of rules.
	// +moved(from: "iptables.minSyncPeriod", in: v1alpha1)
	// +moved(from: "nftables.minSyncPeriod", in: v1alpha1, when: "mode=nftables")
	// +moved(from: "ipvs.minSyncPeriod", in: v1alpha1, when: "mode=ipvs")
	MinSyncPeriod metav1.Duration
	// ConfigHardFail ends the process if the configuration is invalid.
	// +since=1.36
	ConfigHardFail *bool
	// NodeIPOverride are the IP addresses of the node.
	// +since=1.36
	NodeIPOverride []string
	// IPFamilyPolicy is SingleStack, PreferDualStack or RequireDualStack.
	// +since=1.36
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

// LocalMode represents modes to detect local traffic from the node
type LocalMode string

// KubeProxyLinuxConfiguration contains what applies on Linux only.
type KubeProxyLinuxConfiguration struct {
	// Conntrack contains the settings of connection tracking.
	// +moved(from: "conntrack", in: v1alpha1)
	Conntrack KubeProxyConntrackConfiguration
	// MasqueradeAll applies SNAT to all traffic to cluster IPs.
	// +moved(from: "iptables.masqueradeAll", in: v1alpha1)
	// +moved(from: "nftables.masqueradeAll", in: v1alpha1, when: "mode=nftables")
	MasqueradeAll bool
	// OOMScoreAdj is the oom-score-adj of the process.
	// +k8s:minimum=-1000
	// +k8s:maximum=1000
	// +moved(from: "oomScoreAdj", in: v1alpha1)
	OOMScoreAdj *int32
}

// KubeProxyWindowsConfiguration contains what applies on Windows only.
type KubeProxyWindowsConfiguration struct {
	// RunAsService runs the process as a service.
	// +moved(from: "windowsRunAsService", in: v1alpha1)
	// +since=1.36
	RunAsService bool
}
