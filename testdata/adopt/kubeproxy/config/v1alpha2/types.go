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

package v1alpha2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// KubeProxyIPTablesConfiguration contains iptables-related configuration
// details for the Kubernetes proxy server.
type KubeProxyIPTablesConfiguration struct {
	MasqueradeBit      *int32 `json:"masqueradeBit"`
	LocalhostNodePorts *bool  `json:"localhostNodePorts"`
}

// KubeProxyIPVSConfiguration contains ipvs-related configuration
// details for the Kubernetes proxy server.
type KubeProxyIPVSConfiguration struct {
	Scheduler     string          `json:"scheduler"`
	ExcludeCIDRs  []string        `json:"excludeCIDRs"`
	StrictARP     bool            `json:"strictARP"`
	TCPTimeout    metav1.Duration `json:"tcpTimeout"`
	TCPFinTimeout metav1.Duration `json:"tcpFinTimeout"`
	UDPTimeout    metav1.Duration `json:"udpTimeout"`
	// MasqueradeBit is the bit of the fwmark space for SNAT in the mode ipvs.
	MasqueradeBit *int32 `json:"masqueradeBit"`
}

// KubeProxyNFTablesConfiguration contains nftables-related configuration
// details for the Kubernetes proxy server.
type KubeProxyNFTablesConfiguration struct {
	MasqueradeBit *int32 `json:"masqueradeBit"`
}

// KubeProxyConntrackConfiguration contains conntrack settings for
// the Kubernetes proxy server.
type KubeProxyConntrackConfiguration struct {
	MaxPerCore            *int32           `json:"maxPerCore"`
	Min                   *int32           `json:"min"`
	TCPEstablishedTimeout *metav1.Duration `json:"tcpEstablishedTimeout"`
	TCPCloseWaitTimeout   *metav1.Duration `json:"tcpCloseWaitTimeout"`
	TCPBeLiberal          bool             `json:"tcpBeLiberal"`
	UDPTimeout            metav1.Duration  `json:"udpTimeout"`
	UDPStreamTimeout      metav1.Duration  `json:"udpStreamTimeout"`
}

// KubeProxyWinkernelConfiguration contains Windows/HNS settings for
// the Kubernetes proxy server.
type KubeProxyWinkernelConfiguration struct {
	NetworkName           string `json:"networkName"`
	SourceVip             string `json:"sourceVip"`
	EnableDSR             bool   `json:"enableDSR"`
	RootHnsEndpointName   string `json:"rootHnsEndpointName"`
	ForwardHealthCheckVip bool   `json:"forwardHealthCheckVip"`
}

// DetectLocalConfiguration contains optional settings related to DetectLocalMode option
type DetectLocalConfiguration struct {
	BridgeInterface     string `json:"bridgeInterface"`
	InterfaceNamePrefix string `json:"interfaceNamePrefix"`
	// ClusterCIDRs are the ranges of the pods.
	ClusterCIDRs []string `json:"clusterCIDRs"`
}

// KubeProxyConfiguration contains everything necessary to configure the
// Kubernetes proxy server.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeProxyConfiguration struct {
	metav1.TypeMeta             `json:",inline"`
	FeatureGates                map[string]bool                                           `json:"featureGates,omitempty"`
	ClientConnection            componentbaseconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection"`
	Logging                     logsapi.LoggingConfiguration                              `json:"logging,omitempty"`
	HostnameOverride            string                                                    `json:"hostnameOverride"`
	BindAddress                 string                                                    `json:"bindAddress"`
	HealthzBindAddress          string                                                    `json:"healthzBindAddress"`
	MetricsBindAddress          string                                                    `json:"metricsBindAddress"`
	BindAddressHardFail         bool                                                      `json:"bindAddressHardFail"`
	EnableProfiling             bool                                                      `json:"enableProfiling"`
	ShowHiddenMetricsForVersion string                                                    `json:"showHiddenMetricsForVersion"`
	Mode                        ProxyMode                                                 `json:"mode"`
	IPTables                    KubeProxyIPTablesConfiguration                            `json:"iptables"`
	IPVS                        KubeProxyIPVSConfiguration                                `json:"ipvs"`
	NFTables                    KubeProxyNFTablesConfiguration                            `json:"nftables"`
	Winkernel                   KubeProxyWinkernelConfiguration                           `json:"winkernel"`
	DetectLocalMode             LocalMode                                                 `json:"detectLocalMode"`
	DetectLocal                 DetectLocalConfiguration                                  `json:"detectLocal"`
	NodePortAddresses           []string                                                  `json:"nodePortAddresses"`
	ConfigSyncPeriod            metav1.Duration                                           `json:"configSyncPeriod"`
	// Linux contains what applies on Linux only.
	Linux KubeProxyLinuxConfiguration `json:"linux"`
	// Windows contains what applies on Windows only.
	Windows KubeProxyWindowsConfiguration `json:"windows"`
	// SyncPeriod is how often all rules are written again.
	SyncPeriod metav1.Duration `json:"syncPeriod"`
	// MinSyncPeriod is the least time between two changes of rules.
	MinSyncPeriod metav1.Duration `json:"minSyncPeriod"`
	// ConfigHardFail ends the process if the configuration is invalid.
	ConfigHardFail *bool `json:"configHardFail"`
	// NodeIPOverride are the IP addresses of the node.
	NodeIPOverride []string `json:"nodeIPOverride"`
	// IPFamilyPolicy is SingleStack, PreferDualStack or RequireDualStack.
	IPFamilyPolicy string `json:"ipFamilyPolicy"`
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
	Conntrack KubeProxyConntrackConfiguration `json:"conntrack"`
	// MasqueradeAll applies SNAT to all traffic to cluster IPs.
	MasqueradeAll bool `json:"masqueradeAll"`
	// OOMScoreAdj is the oom-score-adj of the process.
	OOMScoreAdj *int32 `json:"oomScoreAdj"`
}

// KubeProxyWindowsConfiguration contains what applies on Windows only.
type KubeProxyWindowsConfiguration struct {
	// RunAsService runs the process as a service.
	RunAsService bool `json:"runAsService"`
}
