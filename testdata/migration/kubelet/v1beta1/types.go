package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	tracingapi "k8s.io/component-base/tracing/api/v1"
)

// KubeletConfiguration configures the agent that runs pods on a node. A field that is left out gets the
// default that its comment names; empty or zero where none is named.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeletConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// enableServer runs the kubelet's HTTPS server.
	// Default: true
	EnableServer *bool `json:"enableServer,omitempty"`
	// staticPodPath is a manifest of one static pod, or a directory of such manifests. Empty: no static pods from files.
	StaticPodPath string `json:"staticPodPath,omitempty"`
	// podLogsDir is the directory below which the container runtime writes the logs of pods.
	// Default: /var/log/pods
	PodLogsDir string `json:"podLogsDir,omitempty"`
	// syncFrequency is the longest time between two syncs of a running pod with its spec.
	// Default: 1m
	SyncFrequency metav1.Duration `json:"syncFrequency,omitempty"`
	// fileCheckFrequency is how often staticPodPath is looked at for changed manifests.
	// Default: 20s
	FileCheckFrequency metav1.Duration `json:"fileCheckFrequency,omitempty"`
	// httpCheckFrequency is how often staticPodURL is fetched.
	// Default: 20s
	HTTPCheckFrequency metav1.Duration `json:"httpCheckFrequency,omitempty"`
	// staticPodURL is where static pod manifests are fetched from over HTTP. Empty: nowhere.
	StaticPodURL string `json:"staticPodURL,omitempty"`
	// staticPodURLHeader holds the HTTP headers sent with requests to staticPodURL, each with one or more values.
	StaticPodURLHeader map[string][]string `json:"staticPodURLHeader,omitempty" datapolicy:"token"`
	// address is the IP address that the kubelet serves on; 0.0.0.0 or :: for all interfaces.
	// Default: 0.0.0.0
	Address string `json:"address,omitempty"`
	// port is the TCP port of the HTTPS server.
	// Default: 10250
	Port int32 `json:"port,omitempty"`
	// readOnlyPort is a TCP port served without authentication, authorization or TLS; 0 closes it.
	// Default: 0
	ReadOnlyPort int32 `json:"readOnlyPort,omitempty"`
	// tlsCertFile is the PEM file of the serving certificate, followed by intermediates. With neither this nor
	// tlsPrivateKeyFile a self-signed pair is made.
	TLSCertFile string `json:"tlsCertFile,omitempty"`
	// tlsPrivateKeyFile is the PEM file of the private key that belongs to tlsCertFile.
	TLSPrivateKeyFile string `json:"tlsPrivateKeyFile,omitempty"`
	// tlsCipherSuites lists the IANA names of the cipher suites that the server offers below TLS 1.3.
	// Default: Go's own choice
	TLSCipherSuites []string `json:"tlsCipherSuites,omitempty"`
	// tlsCurvePreferences lists the key exchange mechanisms of the server by their crypto/tls CurveID numbers; their
	// order has no meaning.
	// Default: Go's own choice
	TLSCurvePreferences []int32 `json:"tlsCurvePreferences,omitempty"`
	// tlsMinVersion is the oldest TLS version that the server accepts, by the name of the crypto/tls constant.
	// Default: Go's own choice
	TLSMinVersion string `json:"tlsMinVersion,omitempty"`
	// rotateCertificates renews the client certificate through the certificates.k8s.io API before it expires.
	// Default: false
	RotateCertificates bool `json:"rotateCertificates,omitempty"`
	// serverTLSBootstrap requests the serving certificate from the certificates.k8s.io API; somebody has to approve
	// the request.
	// Default: false
	ServerTLSBootstrap bool `json:"serverTLSBootstrap,omitempty"`
	// authentication says how callers of the kubelet's server prove who they are.
	Authentication KubeletAuthentication `json:"authentication"`
	// authorization says what callers of the kubelet's server may do.
	Authorization KubeletAuthorization `json:"authorization"`
	// registryPullQPS limits image pulls, in pulls a second; 0 for no limit.
	// Default: 5
	RegistryPullQPS *int32 `json:"registryPullQPS,omitempty"`
	// registryBurst is how many image pulls may exceed registryPullQPS at once.
	// Default: 10
	RegistryBurst int32 `json:"registryBurst,omitempty"`
	// imagePullCredentialsVerificationPolicy says for which images that are on the node already a pod has to show pull
	// credentials again.
	ImagePullCredentialsVerificationPolicy ImagePullCredentialsVerificationPolicy `json:"imagePullCredentialsVerificationPolicy,omitempty"`
	// preloadedImagesVerificationAllowlist lists images without tag or digest, or prefixes ending in /*, exempt under
	// NeverVerifyAllowlistedImages.
	PreloadedImagesVerificationAllowlist []string `json:"preloadedImagesVerificationAllowlist,omitempty"`
	// eventRecordQPS limits the creation of events, in events a second; 0 for no limit.
	// Default: 50
	EventRecordQPS *int32 `json:"eventRecordQPS,omitempty"`
	// eventBurst is how many events may exceed eventRecordQPS at once.
	// Default: 100
	EventBurst int32 `json:"eventBurst,omitempty"`
	// enableDebuggingHandlers serves the endpoints for logs, exec, attach and port forwarding.
	// Default: true
	EnableDebuggingHandlers *bool `json:"enableDebuggingHandlers,omitempty"`
	// enableContentionProfiling records lock contention for the profiling endpoint.
	// Default: false
	EnableContentionProfiling bool `json:"enableContentionProfiling,omitempty"`
	// healthzPort is the TCP port of the health endpoint; 0 turns it off.
	// Default: 10248
	HealthzPort *int32 `json:"healthzPort,omitempty"`
	// healthzBindAddress is the IP address of the health endpoint.
	// Default: 127.0.0.1
	HealthzBindAddress string `json:"healthzBindAddress,omitempty"`
	// oomScoreAdj is the kubelet's own oom_score_adj, from -1000 (never killed) to 1000.
	// Default: -999
	OOMScoreAdj *int32 `json:"oomScoreAdj,omitempty"`
	// clusterDomain is the cluster's DNS domain, which containers search before the domains of the host.
	ClusterDomain string `json:"clusterDomain,omitempty"`
	// clusterDNS lists the IP addresses of the name servers given to pods of DNS policy ClusterFirst.
	ClusterDNS []string `json:"clusterDNS,omitempty"`
	// streamingConnectionIdleTimeout closes an exec, attach or port-forward stream that was silent for so long.
	// Default: 4h
	StreamingConnectionIdleTimeout metav1.Duration `json:"streamingConnectionIdleTimeout,omitempty"`
	// nodeStatusUpdateFrequency is how often the node's status is computed.
	// Default: 10s
	NodeStatusUpdateFrequency metav1.Duration `json:"nodeStatusUpdateFrequency,omitempty"`
	// nodeStatusReportFrequency is how often an unchanged node status is posted all the same.
	// Default: 5m, or nodeStatusUpdateFrequency where that is set
	NodeStatusReportFrequency metav1.Duration `json:"nodeStatusReportFrequency,omitempty"`
	// nodeLeaseDurationSeconds is for how many seconds a renewal of the node's lease counts.
	// Default: 40
	NodeLeaseDurationSeconds int32 `json:"nodeLeaseDurationSeconds,omitempty"`
	// imageMinimumGCAge protects an unused image from garbage collection until it is this old.
	// Default: 2m
	ImageMinimumGCAge metav1.Duration `json:"imageMinimumGCAge,omitempty"`
	// imageMaximumGCAge collects an image that was unused for so long, however empty the disk; 0s for never.
	// Default: 0s
	ImageMaximumGCAge metav1.Duration `json:"imageMaximumGCAge,omitempty"`
	// imageGCHighThresholdPercent is the disk usage, in percent, above which images are collected.
	// Default: 85
	ImageGCHighThresholdPercent *int32 `json:"imageGCHighThresholdPercent,omitempty"`
	// imageGCLowThresholdPercent is the disk usage, in percent, down to which images are collected.
	// Default: 80
	ImageGCLowThresholdPercent *int32 `json:"imageGCLowThresholdPercent,omitempty"`
	// volumeStatsAggPeriod is how often the disk usage of volumes is measured; negative for never.
	// Default: 1m
	VolumeStatsAggPeriod metav1.Duration `json:"volumeStatsAggPeriod,omitempty"`
	// kubeletCgroups is the absolute name of the cgroup that the kubelet puts itself in. Empty: it stays where it was
	// started.
	KubeletCgroups string `json:"kubeletCgroups,omitempty"`
	// systemCgroups is the absolute name of the cgroup for processes of the host outside of any container. Empty: they
	// are not moved.
	SystemCgroups string `json:"systemCgroups,omitempty"`
	// cgroupRoot is the cgroup below which all pods live.
	// Default: the runtime's own choice
	CgroupRoot string `json:"cgroupRoot,omitempty"`
	// cgroupsPerQOS gives each quality-of-service class and each pod a cgroup of its own.
	// Default: true
	CgroupsPerQOS *bool `json:"cgroupsPerQOS,omitempty"`
	// cgroupDriver is what manipulates cgroups, cgroupfs or systemd; the container runtime has to agree.
	// Default: cgroupfs
	CgroupDriver string `json:"cgroupDriver,omitempty"`
	// cpuManagerPolicy is none, or static to pin guaranteed containers to exclusive CPUs.
	// Default: none
	CPUManagerPolicy string `json:"cpuManagerPolicy,omitempty"`
	// singleProcessOOMKill lets the kernel kill one process of a container that is out of memory instead of all of
	// them. Unset: by the cgroup version.
	// Default: false on cgroup v2, true on v1
	SingleProcessOOMKill *bool `json:"singleProcessOOMKill,omitempty"`
	// cpuManagerPolicyOptions refines the CPU manager policy, by the names that the policy knows.
	CPUManagerPolicyOptions map[string]string `json:"cpuManagerPolicyOptions,omitempty"`
	// cpuManagerReconcilePeriod is how often CPU assignments are written to the runtime again.
	// Default: 10s
	CPUManagerReconcilePeriod metav1.Duration `json:"cpuManagerReconcilePeriod,omitempty"`
	// memoryManagerPolicy is None, or Static to reserve the memory of guaranteed pods on NUMA nodes.
	// Default: None
	MemoryManagerPolicy string `json:"memoryManagerPolicy,omitempty"`
	// topologyManagerPolicy is none, best-effort, restricted or single-numa-node: how hard devices, CPUs and memory
	// are kept together.
	// Default: none
	TopologyManagerPolicy string `json:"topologyManagerPolicy,omitempty"`
	// topologyManagerScope is container or pod: what is aligned as one unit.
	// Default: container
	TopologyManagerScope string `json:"topologyManagerScope,omitempty"`
	// topologyManagerPolicyOptions refines the topology manager policy, by the names that the policy knows.
	TopologyManagerPolicyOptions map[string]string `json:"topologyManagerPolicyOptions,omitempty"`
	// qosReserved maps a resource (only memory) to the percentage of guaranteed pods' requests that others may not
	// use.
	QOSReserved map[string]string `json:"qosReserved,omitempty"`
	// runtimeRequestTimeout bounds every request to the container runtime except for pulls, logs, exec and attach.
	// Default: 2m
	RuntimeRequestTimeout metav1.Duration `json:"runtimeRequestTimeout,omitempty"`
	// hairpinMode is promiscuous-bridge, hairpin-veth or none: how a pod reaches itself through its own service.
	// Default: promiscuous-bridge
	HairpinMode string `json:"hairpinMode,omitempty"`
	// maxPods is how many pods the node takes.
	// Default: 110
	MaxPods int32 `json:"maxPods,omitempty"`
	// podCIDR is where a kubelet without API server takes pod addresses from; ignored in a cluster.
	PodCIDR string `json:"podCIDR,omitempty"`
	// podPidsLimit is how many processes a pod may have; -1 for what the node can bear.
	// Default: -1
	PodPidsLimit *int64 `json:"podPidsLimit,omitempty"`
	// resolvConf is the file that containers' DNS settings derive from. Empty: no settings of the host.
	// Default: /etc/resolv.conf
	ResolverConfig *string `json:"resolvConf,omitempty"`
	// runOnce starts the static pods once and exits.
	// Default: false
	RunOnce bool `json:"runOnce,omitempty"`
	// cpuCFSQuota enforces CPU limits by CFS quota.
	// Default: true
	CPUCFSQuota *bool `json:"cpuCFSQuota,omitempty"`
	// cpuCFSQuotaPeriod is cpu.cfs_period_us, from 1ms to 1s.
	// Default: 100ms
	CPUCFSQuotaPeriod *metav1.Duration `json:"cpuCFSQuotaPeriod,omitempty"`
	// nodeStatusMaxImages is how many images the node status lists; -1 for all.
	// Default: 50
	NodeStatusMaxImages *int32 `json:"nodeStatusMaxImages,omitempty"`
	// maxOpenFiles is the kubelet's own limit of open files.
	// Default: 1000000
	MaxOpenFiles int64 `json:"maxOpenFiles,omitempty"`
	// contentType is the media type of requests to the API server.
	// Default: application/vnd.kubernetes.protobuf
	ContentType string `json:"contentType,omitempty"`
	// kubeAPIQPS limits requests to the API server, in requests a second.
	// Default: 50
	KubeAPIQPS *int32 `json:"kubeAPIQPS,omitempty"`
	// kubeAPIBurst is how many requests to the API server may exceed kubeAPIQPS at once.
	// Default: 100
	KubeAPIBurst int32 `json:"kubeAPIBurst,omitempty"`
	// serializeImagePulls pulls one image after another.
	// Default: true, or false where maxParallelImagePulls is at least 2
	SerializeImagePulls *bool `json:"serializeImagePulls,omitempty"`
	// maxParallelImagePulls is how many images are pulled at once; needs serializeImagePulls to be false. Unset: no
	// limit.
	// Default: no limit
	MaxParallelImagePulls *int32 `json:"maxParallelImagePulls,omitempty"`
	// evictionHard maps a signal to the threshold at which pods are evicted at once, such as memory.available to
	// 100Mi.
	EvictionHard map[string]string `json:"evictionHard,omitempty"`
	// evictionSoft maps a signal to the threshold at which pods are evicted after its grace period.
	EvictionSoft map[string]string `json:"evictionSoft,omitempty"`
	// evictionSoftGracePeriod maps a signal of evictionSoft to how long the threshold has to be crossed, such as
	// 1m30s.
	EvictionSoftGracePeriod map[string]string `json:"evictionSoftGracePeriod,omitempty"`
	// evictionPressureTransitionPeriod is how long a pressure condition stays on the node after its cause has gone.
	// Default: 5m
	EvictionPressureTransitionPeriod metav1.Duration `json:"evictionPressureTransitionPeriod,omitempty"`
	// evictionMaxPodGracePeriod is how many seconds a pod has to end in a soft eviction.
	// Default: 0
	EvictionMaxPodGracePeriod int32 `json:"evictionMaxPodGracePeriod,omitempty"`
	// evictionMinimumReclaim maps a signal to how much an eviction has to free beyond the threshold.
	EvictionMinimumReclaim map[string]string `json:"evictionMinimumReclaim,omitempty"`
	// mergeDefaultEvictionSettings keeps the built-in hard thresholds of the signals that evictionHard does not name.
	// Default: false
	MergeDefaultEvictionSettings *bool `json:"mergeDefaultEvictionSettings,omitempty"`
	// podsPerCore is how many pods the node takes for each core, within maxPods; 0 for no such limit.
	// Default: 0
	PodsPerCore int32 `json:"podsPerCore,omitempty"`
	// enableControllerAttachDetach leaves attaching and detaching of volumes to the controller manager.
	// Default: true
	EnableControllerAttachDetach *bool `json:"enableControllerAttachDetach,omitempty"`
	// protectKernelDefaults refuses to start where kernel parameters differ from what the kubelet needs, instead of
	// changing them.
	// Default: false
	ProtectKernelDefaults bool `json:"protectKernelDefaults,omitempty"`
	// makeIPTablesUtilChains creates the iptables chains that other components rely on.
	// Default: true
	MakeIPTablesUtilChains *bool `json:"makeIPTablesUtilChains,omitempty"`
	// iptablesMasqueradeBit is the bit of the packet mark, 0 to 31, that asks for source NAT.
	// Default: 14
	IPTablesMasqueradeBit *int32 `json:"iptablesMasqueradeBit,omitempty"`
	// iptablesDropBit is the bit of the packet mark, 0 to 31, that asks for a drop.
	// Default: 15
	IPTablesDropBit *int32 `json:"iptablesDropBit,omitempty"`
	// featureGates turns features on and off by name.
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// failSwapOn refuses to start on a host with swap.
	// Default: true
	FailSwapOn *bool `json:"failSwapOn,omitempty"`
	// memorySwap says how workloads may use swap.
	MemorySwap MemorySwapConfiguration `json:"memorySwap,omitempty"`
	// containerLogMaxSize is the size, as a quantity, at which a container's log is rotated.
	// Default: 10Mi
	ContainerLogMaxSize string `json:"containerLogMaxSize,omitempty"`
	// containerLogMaxFiles is how many log files a container keeps, the current one included.
	// Default: 5
	ContainerLogMaxFiles *int32 `json:"containerLogMaxFiles,omitempty"`
	// containerLogMaxWorkers is how many logs are rotated at once.
	// Default: 1
	ContainerLogMaxWorkers *int32 `json:"containerLogMaxWorkers,omitempty"`
	// containerLogMonitorInterval is how often the sizes of logs are looked at.
	// Default: 10s
	ContainerLogMonitorInterval *metav1.Duration `json:"containerLogMonitorInterval,omitempty"`
	// configMapAndSecretChangeDetectionStrategy is Get, Cache or Watch: how changed config maps and secrets of pods
	// are found.
	// Default: Watch
	ConfigMapAndSecretChangeDetectionStrategy ResourceChangeDetectionStrategy `json:"configMapAndSecretChangeDetectionStrategy,omitempty"`
	// systemReserved maps a resource to the quantity kept for the host's daemons, such as cpu to 200m.
	SystemReserved map[string]string `json:"systemReserved,omitempty"`
	// kubeReserved maps a resource to the quantity kept for Kubernetes' own daemons.
	KubeReserved map[string]string `json:"kubeReserved,omitempty"`
	// reservedSystemCPUs is a list of CPUs such as 0-1,4 kept for the host and Kubernetes; it overrides the cpu of
	// systemReserved and kubeReserved.
	ReservedSystemCPUs string `json:"reservedSystemCPUs,omitempty"`
	// showHiddenMetricsForVersion is the previous minor version, such as 1.16: metrics hidden since then are shown.
	ShowHiddenMetricsForVersion string `json:"showHiddenMetricsForVersion,omitempty"`
	// systemReservedCgroup is the absolute name of the cgroup on which systemReserved is enforced.
	SystemReservedCgroup string `json:"systemReservedCgroup,omitempty"`
	// kubeReservedCgroup is the absolute name of the cgroup on which kubeReserved is enforced.
	KubeReservedCgroup string `json:"kubeReservedCgroup,omitempty"`
	// enforceNodeAllocatable lists what reservations are enforced on: none, or pods, system-reserved, kube-reserved
	// and the -compressible forms of the latter two.
	// Default: [pods]
	EnforceNodeAllocatable []string `json:"enforceNodeAllocatable,omitempty"`
	// allowedUnsafeSysctls lists unsafe sysctls that pods may set; a trailing * matches the rest of the name.
	AllowedUnsafeSysctls []string `json:"allowedUnsafeSysctls,omitempty"`
	// volumePluginDir is the directory of third-party volume plugins.
	// Default: /usr/libexec/kubernetes/kubelet-plugins/volume/exec/
	VolumePluginDir string `json:"volumePluginDir,omitempty"`
	// providerID is the name by which the cloud provider knows the machine.
	ProviderID string `json:"providerID,omitempty"`
	// kernelMemcgNotification waits for the kernel's notice of a memory threshold instead of polling.
	// Default: false
	KernelMemcgNotification bool `json:"kernelMemcgNotification,omitempty"`
	// logging configures the log output.
	Logging logsapi.LoggingConfiguration `json:"logging,omitempty"`
	// enableSystemLogHandler serves the host's logs under /logs/.
	// Default: true
	EnableSystemLogHandler *bool `json:"enableSystemLogHandler,omitempty"`
	// enableSystemLogQuery answers queries of the host's log service under /logs/; needs enableSystemLogHandler.
	// Default: false
	EnableSystemLogQuery *bool `json:"enableSystemLogQuery,omitempty"`
	// shutdownGracePeriod is by how long the shutdown of the node is delayed for pods to end.
	// Default: 0s
	ShutdownGracePeriod metav1.Duration `json:"shutdownGracePeriod,omitempty"`
	// shutdownGracePeriodCriticalPods is the last part of shutdownGracePeriod, set apart for critical pods.
	// Default: 0s
	ShutdownGracePeriodCriticalPods metav1.Duration `json:"shutdownGracePeriodCriticalPods,omitempty"`
	// shutdownGracePeriodByPodPriority gives pods time to end by their priority; excludes shutdownGracePeriod.
	ShutdownGracePeriodByPodPriority []ShutdownGracePeriodByPodPriority `json:"shutdownGracePeriodByPodPriority,omitempty"`
	// crashLoopBackOff tunes the restarts of containers that keep failing.
	CrashLoopBackOff CrashLoopBackOffConfig `json:"crashLoopBackOff,omitempty"`
	// reservedMemory lists memory of NUMA nodes that the memory manager leaves alone.
	ReservedMemory []MemoryReservation `json:"reservedMemory,omitempty"`
	// enableProfilingHandler serves profiles under /debug/pprof/.
	// Default: true
	EnableProfilingHandler *bool `json:"enableProfilingHandler,omitempty"`
	// enableDebugFlagsHandler serves /debug/flags/v, which changes the log verbosity at run time.
	// Default: true
	EnableDebugFlagsHandler *bool `json:"enableDebugFlagsHandler,omitempty"`
	// seccompDefault gives workloads without a seccomp profile the profile RuntimeDefault.
	// Default: false
	SeccompDefault *bool `json:"seccompDefault,omitempty"`
	// memoryThrottlingFactor is the share of the memory limit, above 0 and up to 1, at which cgroup v2 starts to
	// throttle.
	// Default: memory.high is left alone
	MemoryThrottlingFactor *float64 `json:"memoryThrottlingFactor,omitempty"`
	// memoryReservationPolicy is None or TieredReservation: whether cgroup v2 protects requested memory from reclaim.
	// Default: None
	MemoryReservationPolicy MemoryReservationPolicy `json:"memoryReservationPolicy,omitempty"`
	// registerWithTaints lists the taints that the node has from its first registration on.
	RegisterWithTaints []corev1.Taint `json:"registerWithTaints,omitempty"`
	// registerNode creates the node's own object in the API server.
	// Default: true
	RegisterNode *bool `json:"registerNode,omitempty"`
	// tracing configures the export of OpenTelemetry traces.
	// Default: no tracing
	Tracing *tracingapi.TracingConfiguration `json:"tracing,omitempty"`
	// localStorageCapacityIsolation accounts for and limits ephemeral storage; off where the size of the root file
	// system cannot be told.
	// Default: true
	LocalStorageCapacityIsolation *bool `json:"localStorageCapacityIsolation,omitempty"`
	// containerRuntimeEndpoint is the URL of the container runtime's socket: unix:// on Linux, npipe:// or tcp:// on
	// Windows.
	// Default: unix:///run/containerd/containerd.sock
	ContainerRuntimeEndpoint string `json:"containerRuntimeEndpoint"`
	// imageServiceEndpoint is the URL of the image service's socket. Empty: the socket of the container runtime. Default:
	// containerRuntimeEndpoint
	ImageServiceEndpoint string `json:"imageServiceEndpoint,omitempty"`
	// failCgroupV1 refuses to start on a host with cgroup v1.
	// Default: true
	FailCgroupV1 *bool `json:"failCgroupV1,omitempty"`
	// userNamespaces configures pods with user namespaces of their own.
	UserNamespaces *UserNamespaces `json:"userNamespaces,omitempty"`
}
