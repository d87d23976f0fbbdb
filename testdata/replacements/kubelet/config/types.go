// Package config says in markers what the kubelet does with its published configuration: flags, legacy defaults, paths,
// limits.
// +configgen:output(loader: true)
// +groupName=kubelet.config.k8s.io
package config

import "k8s.io/kubelet/config/v1beta1"

// KubeletConfiguration configures the agent that runs pods on a node.
// +config
// +flagDefaults(deprecated: "set it in the file given by --config instead")
// +subfield(EnableServer)=+flag(usage: "Runs the kubelet's HTTPS server.")=enable-server
// +subfield(StaticPodPath)=+flag(usage: "A manifest of one static pod, or a directory of such manifests. Empty: no static pods from files.")=pod-manifest-path
// +subfield(StaticPodPath)=+path
// +subfield(PodLogsDir)=+path
// +subfield(SyncFrequency)=+flag(usage: "Longest time between two syncs of a running pod with its spec.")=sync-frequency
// +subfield(FileCheckFrequency)=+flag(usage: "How often StaticPodPath is looked at for changed manifests.")=file-check-frequency
// +subfield(HTTPCheckFrequency)=+flag(usage: "How often StaticPodURL is fetched.")=http-check-frequency
// +subfield(StaticPodURL)=+flag(usage: "Where static pod manifests are fetched from over HTTP. Empty: nowhere.")=manifest-url
// +subfield(StaticPodURLHeader)=+secret
// +subfield(StaticPodURLHeader)=+configgen:allow(rule: secret-flag, reason: "The kubelet has this flag.")
// +subfield(StaticPodURLHeader)=+flag(usage: "HTTP headers sent with requests to StaticPodURL, each with one or more values.", value: "k8s.io/component-base/cli/flag.NewColonSeparatedMultimapStringString")=manifest-url-header
// +subfield(Address)=+flag(usage: "IP address that the kubelet serves on; 0.0.0.0 or :: for all interfaces.")=address
// +subfield(Address)=+format=ip-sloppy
// +subfield(Port)=+flag(usage: "TCP port of the HTTPS server.")=port
// +subfield(Port)=+k8s:minimum=1
// +subfield(Port)=+k8s:maximum=65535
// +subfield(ReadOnlyPort)=+flag(usage: "A TCP port served without authentication, authorization or TLS; 0 closes it.")=read-only-port
// +subfield(ReadOnlyPort)=+legacyDefault=10255
// +subfield(ReadOnlyPort)=+k8s:minimum=0
// +subfield(ReadOnlyPort)=+k8s:maximum=65535
// +subfield(VolumePluginDir)=+flag(usage: "Directory of third-party volume plugins.")=volume-plugin-dir
// +subfield(VolumePluginDir)=+path
// +subfield(ProviderID)=+flag(usage: "Name by which the cloud provider knows the machine.", deprecated: false)=provider-id
// +subfield(TLSCertFile)=+flag(usage: "PEM file of the serving certificate, followed by intermediates. With neither this nor TLSPrivateKeyFile a self-signed pair is made.")=tls-cert-file
// +subfield(TLSCertFile)=+path
// +subfield(TLSPrivateKeyFile)=+flag(usage: "PEM file of the private key that belongs to TLSCertFile.")=tls-private-key-file
// +subfield(TLSPrivateKeyFile)=+path
// +subfield(TLSCipherSuites)=+flag(usageFrom: "example.com/kubelet/flagusage.TLSCipherSuites")=tls-cipher-suites
// +subfield(TLSMinVersion)=+flag(usageFrom: "example.com/kubelet/flagusage.TLSMinVersion")=tls-min-version
// +subfield(RotateCertificates)=+flag(usage: "Renews the client certificate through the certificates.k8s.io API before it expires.")=rotate-certificates
// +subfield(ServerTLSBootstrap)=+flag(usage: "Requests the serving certificate from the certificates.k8s.io API; somebody has to approve the request.")=rotate-server-certificates
// +subfield(Authentication.X509.ClientCAFile)=+flag(usage: "PEM file of the authorities whose client certificates are accepted. Empty: none are.")=client-ca-file
// +subfield(Authentication.X509.ClientCAFile)=+path
// +subfield(Authentication.Webhook.Enabled)=+flag(usage: "Has the API server review bearer tokens.")=authentication-token-webhook
// +subfield(Authentication.Webhook.Enabled)=+legacyDefault=false
// +subfield(Authentication.Webhook.CacheTTL)=+flag(usage: "For how long the review of a token is remembered.")=authentication-token-webhook-cache-ttl
// +subfield(Authentication.Anonymous.Enabled)=+flag(usage: "Lets callers that no other method refused in as system:anonymous.")=anonymous-auth
// +subfield(Authentication.Anonymous.Enabled)=+legacyDefault=true
// +subfield(Authorization.Mode)=+flag(usage: "AlwaysAllow, or Webhook to ask the API server.")=authorization-mode
// +subfield(Authorization.Mode)=+legacyDefault=AlwaysAllow
// +subfield(Authorization.Webhook.CacheAuthorizedTTL)=+flag(usage: "For how long a permission is remembered.")=authorization-webhook-cache-authorized-ttl
// +subfield(Authorization.Webhook.CacheUnauthorizedTTL)=+flag(usage: "For how long a refusal is remembered.")=authorization-webhook-cache-unauthorized-ttl
// +subfield(RegistryPullQPS)=+flag(usage: "Limits image pulls, in pulls a second; 0 for no limit.")=registry-qps
// +subfield(RegistryPullQPS)=+k8s:minimum=0
// +subfield(RegistryBurst)=+flag(usage: "How many image pulls may exceed RegistryPullQPS at once.")=registry-burst
// +subfield(RegistryBurst)=+k8s:minimum=0
// +subfield(EventRecordQPS)=+flag(usage: "Limits the creation of events, in events a second; 0 for no limit.")=event-qps
// +subfield(EventRecordQPS)=+k8s:minimum=0
// +subfield(EventBurst)=+flag(usage: "How many events may exceed EventRecordQPS at once.")=event-burst
// +subfield(EventBurst)=+k8s:minimum=0
// +subfield(EnableDebuggingHandlers)=+flag(usage: "Serves the endpoints for logs, exec, attach and port forwarding.")=enable-debugging-handlers
// +subfield(EnableContentionProfiling)=+flag(usage: "Records lock contention for the profiling endpoint.")=contention-profiling
// +subfield(HealthzPort)=+flag(usage: "TCP port of the health endpoint; 0 turns it off.")=healthz-port
// +subfield(HealthzPort)=+k8s:minimum=0
// +subfield(HealthzPort)=+k8s:maximum=65535
// +subfield(HealthzBindAddress)=+flag(usage: "IP address of the health endpoint.")=healthz-bind-address
// +subfield(HealthzBindAddress)=+format=ip-sloppy
// +subfield(OOMScoreAdj)=+flag(usage: "Kubelet's own oom_score_adj, from -1000 (never killed) to 1000.")=oom-score-adj
// +subfield(OOMScoreAdj)=+k8s:minimum=-1000
// +subfield(OOMScoreAdj)=+k8s:maximum=1000
// +subfield(ClusterDomain)=+flag(usage: "Cluster's DNS domain, which containers search before the domains of the host.")=cluster-domain
// +subfield(ClusterDNS)=+flag(usage: "IP addresses of the name servers given to pods of DNS policy ClusterFirst.")=cluster-dns
// +subfield(StreamingConnectionIdleTimeout)=+flag(usage: "Closes an exec, attach or port-forward stream that was silent for so long.")=streaming-connection-idle-timeout
// +subfield(NodeStatusUpdateFrequency)=+flag(usage: "How often the node's status is computed.")=node-status-update-frequency
// +subfield(NodeLeaseDurationSeconds)=+k8s:minimum=1
// +subfield(ImageMinimumGCAge)=+flag(usage: "Protects an unused image from garbage collection until it is this old.")=minimum-image-ttl-duration
// +subfield(ImageGCHighThresholdPercent)=+flag(usage: "Disk usage, in percent, above which images are collected.")=image-gc-high-threshold
// +subfield(ImageGCHighThresholdPercent)=+k8s:minimum=0
// +subfield(ImageGCHighThresholdPercent)=+k8s:maximum=100
// +subfield(ImageGCLowThresholdPercent)=+flag(usage: "Disk usage, in percent, down to which images are collected.")=image-gc-low-threshold
// +subfield(ImageGCLowThresholdPercent)=+k8s:minimum=0
// +subfield(ImageGCLowThresholdPercent)=+k8s:maximum=100
// +subfield(VolumeStatsAggPeriod)=+flag(usage: "How often the disk usage of volumes is measured; negative for never.")=volume-stats-agg-period
// +subfield(KubeletCgroups)=+flag(usage: "Absolute name of the cgroup that the kubelet puts itself in. Empty: it stays where it was started.")=kubelet-cgroups
// +subfield(KubeletCgroups)=+path=false
// +subfield(SystemCgroups)=+flag(usage: "Absolute name of the cgroup for processes of the host outside of any container. Empty: they are not moved.")=system-cgroups
// +subfield(SystemCgroups)=+path=false
// +subfield(CgroupRoot)=+flag(usage: "Cgroup below which all pods live.")=cgroup-root
// +subfield(CgroupRoot)=+path=false
// +subfield(CgroupsPerQOS)=+flag(usage: "Gives each quality-of-service class and each pod a cgroup of its own.")=cgroups-per-qos
// +subfield(CgroupDriver)=+flag(usage: "What manipulates cgroups, cgroupfs or systemd; the container runtime has to agree.")=cgroup-driver
// +subfield(CPUManagerPolicy)=+flag(usage: "The policy none, or static to pin guaranteed containers to exclusive CPUs.")=cpu-manager-policy
// +subfield(CPUManagerPolicyOptions)=+flag(usage: "Refines the CPU manager policy, by the names that the policy knows.", value: "k8s.io/component-base/cli/flag.NewMapStringStringNoSplit")=cpu-manager-policy-options
// +subfield(CPUManagerReconcilePeriod)=+flag(usage: "How often CPU assignments are written to the runtime again.")=cpu-manager-reconcile-period
// +subfield(MemoryManagerPolicy)=+flag(usage: "None, or Static to reserve the memory of guaranteed pods on NUMA nodes.")=memory-manager-policy
// +subfield(TopologyManagerPolicy)=+flag(usage: "The policy none, best-effort, restricted or single-numa-node: how hard devices, CPUs and memory are kept together.")=topology-manager-policy
// +subfield(TopologyManagerScope)=+flag(usage: "What is aligned as one unit, container or pod.")=topology-manager-scope
// +subfield(TopologyManagerPolicyOptions)=+flag(usage: "Refines the topology manager policy, by the names that the policy knows.")=topology-manager-policy-options
// +subfield(QOSReserved)=+flag(usage: "Maps a resource (only memory) to the percentage of guaranteed pods' requests that others may not use.")=qos-reserved
// +subfield(RuntimeRequestTimeout)=+flag(usage: "Bounds every request to the container runtime except for pulls, logs, exec and attach.")=runtime-request-timeout
// +subfield(HairpinMode)=+flag(usage: "Mode promiscuous-bridge, hairpin-veth or none: how a pod reaches itself through its own service.")=hairpin-mode
// +subfield(MaxPods)=+flag(usage: "How many pods the node takes.")=max-pods
// +subfield(MaxPods)=+k8s:minimum=0
// +subfield(PodCIDR)=+flag(usage: "Where a kubelet without API server takes pod addresses from; ignored in a cluster.")=pod-cidr
// +subfield(PodPidsLimit)=+flag(usage: "How many processes a pod may have; -1 for what the node can bear.")=pod-max-pids
// +subfield(ResolverConfig)=+flag(usage: "File that containers' DNS settings derive from. Empty: no settings of the host.")=resolv-conf
// +subfield(ResolverConfig)=+path
// +subfield(RunOnce)=+flag(usage: "Starts the static pods once and exits.")=runonce
// +subfield(CPUCFSQuota)=+flag(usage: "Enforces CPU limits by CFS quota.")=cpu-cfs-quota
// +subfield(CPUCFSQuotaPeriod)=+flag(usage: "The value of cpu.cfs_period_us, from 1ms to 1s.")=cpu-cfs-quota-period
// +subfield(MaxOpenFiles)=+flag(usage: "Kubelet's own limit of open files.")=max-open-files
// +subfield(MaxOpenFiles)=+k8s:minimum=0
// +subfield(NodeStatusMaxImages)=+flag(usage: "How many images the node status lists; -1 for all.")=node-status-max-images
// +subfield(NodeStatusMaxImages)=+k8s:minimum=-1
// +subfield(ContentType)=+flag(usage: "Media type of requests to the API server.")=kube-api-content-type
// +subfield(KubeAPIQPS)=+flag(usage: "Limits requests to the API server, in requests a second.")=kube-api-qps
// +subfield(KubeAPIQPS)=+k8s:minimum=0
// +subfield(KubeAPIBurst)=+flag(usage: "How many requests to the API server may exceed KubeAPIQPS at once.")=kube-api-burst
// +subfield(KubeAPIBurst)=+k8s:minimum=0
// +subfield(SerializeImagePulls)=+flag(usage: "Pulls one image after another.")=serialize-image-pulls
// +subfield(MaxParallelImagePulls)=+k8s:minimum=1
// +subfield(EvictionHard)=+flag(usage: "Maps a signal to the threshold at which pods are evicted at once, such as memory.available to 100Mi.", value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString")=eviction-hard
// +subfield(EvictionSoft)=+flag(usage: "Maps a signal to the threshold at which pods are evicted after its grace period.", value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString")=eviction-soft
// +subfield(EvictionSoftGracePeriod)=+flag(usage: "Maps a signal of EvictionSoft to how long the threshold has to be crossed, such as 1m30s.")=eviction-soft-grace-period
// +subfield(EvictionPressureTransitionPeriod)=+flag(usage: "How long a pressure condition stays on the node after its cause has gone.")=eviction-pressure-transition-period
// +subfield(EvictionMaxPodGracePeriod)=+flag(usage: "How many seconds a pod has to end in a soft eviction.")=eviction-max-pod-grace-period
// +subfield(EvictionMinimumReclaim)=+flag(usage: "Maps a signal to how much an eviction has to free beyond the threshold.")=eviction-minimum-reclaim
// +subfield(PodsPerCore)=+flag(usage: "How many pods the node takes for each core, within MaxPods; 0 for no such limit.")=pods-per-core
// +subfield(PodsPerCore)=+k8s:minimum=0
// +subfield(EnableControllerAttachDetach)=+flag(usage: "Leaves attaching and detaching of volumes to the controller manager.")=enable-controller-attach-detach
// +subfield(ProtectKernelDefaults)=+flag(usage: "Refuses to start where kernel parameters differ from what the kubelet needs, instead of changing them.")=protect-kernel-defaults
// +subfield(MakeIPTablesUtilChains)=+flag(usage: "Creates the iptables chains that other components rely on.")=make-iptables-util-chains
// +subfield(IPTablesMasqueradeBit)=+k8s:minimum=0
// +subfield(IPTablesMasqueradeBit)=+k8s:maximum=31
// +subfield(IPTablesDropBit)=+k8s:minimum=0
// +subfield(IPTablesDropBit)=+k8s:maximum=31
// +subfield(FeatureGates)=+flag(usageFrom: "example.com/replacements/kubelet/features.Usage")=feature-gates
// +subfield(FeatureGates)=+precedence=merge
// +subfield(FailSwapOn)=+flag(usage: "Refuses to start on a host with swap.")=fail-swap-on
// +subfield(ContainerLogMaxSize)=+flag(usage: "Size, as a quantity, at which a container's log is rotated.")=container-log-max-size
// +subfield(ContainerLogMaxFiles)=+flag(usage: "How many log files a container keeps, the current one included.")=container-log-max-files
// +subfield(ContainerLogMaxFiles)=+k8s:minimum=2
// +subfield(ContainerLogMaxWorkers)=+k8s:minimum=1
// +subfield(AllowedUnsafeSysctls)=+flag(usage: "Unsafe sysctls that pods may set; a trailing * matches the rest of the name.")=allowed-unsafe-sysctls
// +subfield(KernelMemcgNotification)=+flag(usage: "Waits for the kernel's notice of a memory threshold instead of polling.")=kernel-memcg-notification
// +subfield(SystemReserved)=+flag(usage: "Maps a resource to the quantity kept for the host's daemons, such as cpu to 200m.")=system-reserved
// +subfield(KubeReserved)=+flag(usage: "Maps a resource to the quantity kept for Kubernetes' own daemons.")=kube-reserved
// +subfield(SystemReservedCgroup)=+flag(usage: "Absolute name of the cgroup on which SystemReserved is enforced.")=system-reserved-cgroup
// +subfield(SystemReservedCgroup)=+path=false
// +subfield(KubeReservedCgroup)=+flag(usage: "Absolute name of the cgroup on which KubeReserved is enforced.")=kube-reserved-cgroup
// +subfield(KubeReservedCgroup)=+path=false
// +subfield(EnforceNodeAllocatable)=+flag(usage: "What reservations are enforced on: none, or pods, system-reserved, kube-reserved and the -compressible forms of the latter two.")=enforce-node-allocatable
// +subfield(ReservedSystemCPUs)=+flag(usage: "A list of CPUs such as 0-1,4 kept for the host and Kubernetes; it overrides the cpu of SystemReserved and KubeReserved.")=reserved-cpus
// +subfield(Logging)=+flagsFrom(exempt: "v,vmodule,log-flush-frequency")=k8s.io/component-base/logs/api/v1.AddFlags
// +subfield(ReservedMemory)=+flag(usage: "Memory of NUMA nodes that the memory manager leaves alone.", value: "example.com/replacements/kubelet/values.NewReservedMemory")=reserved-memory
// +subfield(RegisterWithTaints)=+flag(usage: "Taints that the node has from its first registration on.", value: "example.com/kubelet/flagvalues.NewTaints")=register-with-taints
// +subfield(RegisterNode)=+flag(usage: "Creates the node's own object in the API server.")=register-node
// +subfield(LocalStorageCapacityIsolation)=+flag(usage: "Accounts for and limits ephemeral storage; off where the size of the root file system cannot be told.")=local-storage-capacity-isolation
// +subfield(ContainerRuntimeEndpoint)=+flag(usage: "URL of the container runtime's socket: unix:// on Linux, npipe:// or tcp:// on Windows.")=container-runtime-endpoint
// +subfield(ContainerRuntimeEndpoint)=+path=false
// +subfield(ImageServiceEndpoint)=+flag(usage: "URL of the image service's socket. Empty: the socket of the container runtime.")=image-service-endpoint
// +subfield(ImageServiceEndpoint)=+path=false
// +subfield(FailCgroupV1)=+flag(usage: "Refuses to start on a host with cgroup v1.", deprecated: false)=fail-cgroupv1
// +subfield(NodeStatusReportFrequency)=+configgen:allow(rule: dependent-default, reason: "The kubelet computes it before flags are applied, too.")
type KubeletConfiguration = v1beta1.KubeletConfiguration
