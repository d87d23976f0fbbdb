// Package config says in markers what kube-proxy does with its published configuration: flags, formats, limits.
// +configgen:output(loader: true, docs: "docs/config")
// +groupName=kubeproxy.config.k8s.io
package config

import "k8s.io/kube-proxy/config/v1alpha1"

// KubeProxyConfiguration configures kube-proxy.
// +config
// +subfield(FeatureGates)=+flag(usage: "Feature gates to enable or disable, as name=true or name=false. Ignored if a configuration file is given.")=feature-gates
// +subfield(ClientConnection.Kubeconfig)=+flag(usage: "Path to the kubeconfig file with the location of the API server and the credentials.")=kubeconfig
// +subfield(ClientConnection.Kubeconfig)=+path=false
// +subfield(ClientConnection.ContentType)=+flag(usage: "Content type of requests to the API server.")=kube-api-content-type
// +subfield(ClientConnection.QPS)=+flag(usage: "Requests per second to the API server.")=kube-api-qps
// +subfield(ClientConnection.Burst)=+flag(usage: "Requests to the API server at once.")=kube-api-burst
// +subfield(Logging)=+flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
// +subfield(Logging)=+precedence=replace
// +subfield(Logging.VModule)=+precedence=prepend
// +subfield(HostnameOverride)=+flag(usage: "Name of the node, if it is not the host name.")=hostname-override
// +subfield(HostnameOverride)=+precedence=replace
// +subfield(BindAddress)=+flag(usage: "IP address to serve from. Ignored if a configuration file is given.", value: "example.com/replacements/kubeproxy/values.IP")=bind-address
// +subfield(BindAddress)=+format=ip-sloppy
// +subfield(HealthzBindAddress)=+flag(usage: "IP address and port of the health check server; empty disables it. Ignored if a configuration file is given.", value: "example.com/replacements/kubeproxy/values.IPPort")=healthz-bind-address
// +subfield(HealthzBindAddress)=+format=ip-port
// +subfield(MetricsBindAddress)=+flag(usage: "IP address and port of the metrics server; empty disables it. Ignored if a configuration file is given.", value: "example.com/replacements/kubeproxy/values.IPPort")=metrics-bind-address
// +subfield(MetricsBindAddress)=+format=ip-port
// +subfield(BindAddressHardFail)=+flag(usage: "Exit if a port cannot be bound.")=bind-address-hard-fail
// +subfield(EnableProfiling)=+flag(usage: "Serve profiles at /debug/pprof. Ignored if a configuration file is given.")=profiling
// +subfield(ShowHiddenMetricsForVersion)=+flag(usage: "Previous version to show hidden metrics for. Ignored if a configuration file is given.")=show-hidden-metrics-for-version
// +subfield(Mode)=+flag(usage: "Proxy mode: iptables, ipvs or nftables. Ignored if a configuration file is given.", value: "example.com/replacements/kubeproxy/values.ProxyMode")=proxy-mode
// +subfield(IPTables.MasqueradeBit)=+flag(usage: "Bit of the fwmark space that marks packets for SNAT.")=iptables-masquerade-bit
// +subfield(IPTables.MasqueradeBit)=+k8s:minimum=0
// +subfield(IPTables.MasqueradeBit)=+k8s:maximum=31
// +subfield(IPTables.MasqueradeAll)=+flag(usage: "SNAT all traffic to cluster IPs.")=masquerade-all
// +subfield(IPTables.LocalhostNodePorts)=+flag(usage: "Allow node ports on loopback addresses, in iptables mode.")=iptables-localhost-nodeports
// +subfield(IPTables.SyncPeriod)=+flag(usage: "How often iptables rules are synced completely.")=iptables-sync-period
// +subfield(IPTables.MinSyncPeriod)=+flag(usage: "Least time between two syncs of iptables rules.")=iptables-min-sync-period
// +subfield(IPVS.SyncPeriod)=+flag(usage: "How often ipvs rules are synced completely.")=ipvs-sync-period
// +subfield(IPVS.MinSyncPeriod)=+flag(usage: "Least time between two syncs of ipvs rules.")=ipvs-min-sync-period
// +subfield(IPVS.MinSyncPeriod)=+legacyDefault=1s
// +subfield(IPVS.Scheduler)=+flag(usage: "Scheduler of ipvs, in ipvs mode.")=ipvs-scheduler
// +subfield(IPVS.ExcludeCIDRs)=+flag(usage: "CIDRs that the ipvs proxier leaves alone.")=ipvs-exclude-cidrs
// +subfield(IPVS.StrictARP)=+flag(usage: "Configure arp_ignore and arp_announce strictly.")=ipvs-strict-arp
// +subfield(IPVS.TCPTimeout)=+flag(usage: "Timeout of idle ipvs TCP connections; 0 leaves it as it is.")=ipvs-tcp-timeout
// +subfield(IPVS.TCPFinTimeout)=+flag(usage: "Timeout of ipvs TCP connections after a FIN; 0 leaves it as it is.")=ipvs-tcpfin-timeout
// +subfield(IPVS.UDPTimeout)=+flag(usage: "Timeout of ipvs UDP packets; 0 leaves it as it is.")=ipvs-udp-timeout
// +subfield(Winkernel.NetworkName)=+flag(usage: "Name of the cluster network.")=network-name
// +subfield(Winkernel.NetworkName)=+os=windows
// +subfield(Winkernel.SourceVip)=+flag(usage: "IP address of the source VIP for NAT.")=source-vip
// +subfield(Winkernel.SourceVip)=+os=windows
// +subfield(Winkernel.EnableDSR)=+flag(usage: "Enable direct server return.")=enable-dsr
// +subfield(Winkernel.EnableDSR)=+os=windows
// +subfield(Winkernel.RootHnsEndpointName)=+flag(usage: "Name of the HNS endpoint for the root namespace.")=root-hnsendpoint-name
// +subfield(Winkernel.RootHnsEndpointName)=+os=windows
// +subfield(Winkernel.ForwardHealthCheckVip)=+flag(usage: "Forward the service VIP for health checks.")=forward-healthcheck-vip
// +subfield(Winkernel.ForwardHealthCheckVip)=+os=windows
// +subfield(WindowsRunAsService)=+flag(usage: "Run as a Windows service.")=windows-service
// +subfield(WindowsRunAsService)=+os=windows
// +subfield(DetectLocalMode)=+flag(usage: "How local traffic is detected. Ignored if a configuration file is given.", value: "example.com/replacements/kubeproxy/values.LocalMode")=detect-local-mode
// +subfield(DetectLocal.BridgeInterface)=+flag(usage: "Bridge interface of pods; used by the mode BridgeInterface.")=pod-bridge-interface
// +subfield(DetectLocal.InterfaceNamePrefix)=+flag(usage: "Prefix of the interfaces of pods; used by the mode InterfaceNamePrefix.")=pod-interface-name-prefix
// +subfield(ClusterCIDR)=+flag(usage: "CIDR range of the pods, one for each IP family. Ignored if a configuration file is given.")=cluster-cidr
// +subfield(NodePortAddresses)=+flag(usage: "CIDRs of the node addresses that serve node ports. Ignored if a configuration file is given.")=nodeport-addresses
// +subfield(NodePortAddresses)=+configgen:allow(rule: dependent-default, reason: "kube-proxy computes it before --proxy-mode is applied, too.")
// +subfield(OOMScoreAdj)=+flag(usage: "The oom-score-adj of the process, from -1000 to 1000. Ignored if a configuration file is given.")=oom-score-adj
// +subfield(OOMScoreAdj)=+k8s:minimum=-1000
// +subfield(OOMScoreAdj)=+k8s:maximum=1000
// +subfield(Conntrack.MaxPerCore)=+flag(usage: "Most connections to track for each core; 0 leaves the limit as it is.")=conntrack-max-per-core
// +subfield(Conntrack.MaxPerCore)=+k8s:minimum=0
// +subfield(Conntrack.Min)=+flag(usage: "Least number of connections to track, whatever the number of cores.")=conntrack-min
// +subfield(Conntrack.Min)=+k8s:minimum=0
// +subfield(Conntrack.TCPEstablishedTimeout)=+flag(usage: "Timeout of established TCP connections; 0 leaves it as it is.")=conntrack-tcp-timeout-established
// +subfield(Conntrack.TCPEstablishedTimeout)=+k8s:minimum=0s
// +subfield(Conntrack.TCPCloseWaitTimeout)=+flag(usage: "Timeout of TCP connections in CLOSE_WAIT.")=conntrack-tcp-timeout-close-wait
// +subfield(Conntrack.TCPCloseWaitTimeout)=+k8s:minimum=0s
// +subfield(Conntrack.TCPBeLiberal)=+flag(usage: "Do not mark out-of-window packets as invalid.")=conntrack-tcp-be-liberal
// +subfield(Conntrack.UDPTimeout)=+flag(usage: "Timeout of UDP packets; 0 leaves it as it is.")=conntrack-udp-timeout
// +subfield(Conntrack.UDPStreamTimeout)=+flag(usage: "Timeout of UDP streams; 0 leaves it as it is.")=conntrack-udp-timeout-stream
// +subfield(ConfigSyncPeriod)=+flag(usage: "How often configuration from the API server is refreshed.")=config-sync-period
// +subfield(ConfigSyncPeriod)=+k8s:minimum=1ns
type KubeProxyConfiguration = v1alpha1.KubeProxyConfiguration
