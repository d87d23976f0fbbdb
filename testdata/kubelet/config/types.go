package config

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	tracingapi "k8s.io/component-base/tracing/api/v1"
)

// KubeletConfiguration configures the agent that runs pods on a node. v1beta1 has its versioned defaults; the legacy
// defaults are the defaults of the command line before there was a file.
// +config
// +flagDefaults(deprecated: "set it in the file given by --config instead")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeletConfiguration struct {
	metav1.TypeMeta

	// EnableServer runs the kubelet's HTTPS server.
	// +flag=enable-server
	EnableServer bool
	// StaticPodPath is a manifest of one static pod, or a directory of such manifests. Empty: no static pods from files.
	// +flag=pod-manifest-path
	// +path
	StaticPodPath string
	// PodLogsDir is the directory below which the container runtime writes the logs of pods.
	// +path
	PodLogsDir string
	// SyncFrequency is the longest time between two syncs of a running pod with its spec.
	// +flag=sync-frequency
	SyncFrequency metav1.Duration
	// FileCheckFrequency is how often StaticPodPath is looked at for changed manifests.
	// +flag=file-check-frequency
	FileCheckFrequency metav1.Duration
	// HTTPCheckFrequency is how often StaticPodURL is fetched.
	// +flag=http-check-frequency
	HTTPCheckFrequency metav1.Duration
	// StaticPodURL is where static pod manifests are fetched from over HTTP. Empty: nowhere.
	// +flag=manifest-url
	StaticPodURL string
	// StaticPodURLHeader holds the HTTP headers sent with requests to StaticPodURL, each with one or more values.
	// +configgen:allow(rule: secret-flag, reason: "The kubelet has this flag.")
	// +flag(value: "k8s.io/component-base/cli/flag.NewColonSeparatedMultimapStringString")=manifest-url-header
	StaticPodURLHeader map[string][]string `datapolicy:"token"`
	// Address is the IP address that the kubelet serves on; 0.0.0.0 or :: for all interfaces.
	// +flag=address
	// +format=ip
	Address string
	// Port is the TCP port of the HTTPS server.
	// +flag=port
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Port int32
	// ReadOnlyPort is a TCP port served without authentication, authorization or TLS; 0 closes it.
	// +flag=read-only-port
	// +legacyDefault=10255
	// +k8s:minimum=0
	// +k8s:maximum=65535
	ReadOnlyPort int32
	// VolumePluginDir is the directory of third-party volume plugins.
	// +flag=volume-plugin-dir
	// +path
	VolumePluginDir string
	// ProviderID is the name by which the cloud provider knows the machine.
	// +flag(deprecated: false)=provider-id
	ProviderID string
	// TLSCertFile is the PEM file of the serving certificate, followed by intermediates. With neither this nor
	// TLSPrivateKeyFile a self-signed pair is made.
	// +flag=tls-cert-file
	// +path
	TLSCertFile string
	// TLSPrivateKeyFile is the PEM file of the private key that belongs to TLSCertFile.
	// +flag=tls-private-key-file
	// +path
	TLSPrivateKeyFile string
	// TLSCipherSuites lists the IANA names of the cipher suites that the server offers below TLS 1.3.
	// +flag(usageFrom: "example.com/kubelet/flagusage.TLSCipherSuites")=tls-cipher-suites
	TLSCipherSuites []string
	// TLSCurvePreferences lists the key exchange mechanisms of the server by their crypto/tls CurveID numbers; their
	// order has no meaning.
	TLSCurvePreferences []int32
	// TLSMinVersion is the oldest TLS version that the server accepts, by the name of the crypto/tls constant.
	// +flag(usageFrom: "example.com/kubelet/flagusage.TLSMinVersion")=tls-min-version
	TLSMinVersion string
	// RotateCertificates renews the client certificate through the certificates.k8s.io API before it expires.
	// +flag=rotate-certificates
	RotateCertificates bool
	// ServerTLSBootstrap requests the serving certificate from the certificates.k8s.io API; somebody has to approve
	// the request.
	// +flag=rotate-server-certificates
	ServerTLSBootstrap bool
	// Authentication says how callers of the kubelet's server prove who they are.
	Authentication KubeletAuthentication
	// Authorization says what callers of the kubelet's server may do.
	Authorization KubeletAuthorization
	// RegistryPullQPS limits image pulls, in pulls a second; 0 for no limit.
	// +flag=registry-qps
	// +k8s:minimum=0
	RegistryPullQPS int32
	// RegistryBurst is how many image pulls may exceed RegistryPullQPS at once.
	// +flag=registry-burst
	// +k8s:minimum=0
	RegistryBurst int32
	// ImagePullCredentialsVerificationPolicy says for which images that are on the node already a pod has to show pull
	// credentials again.
	ImagePullCredentialsVerificationPolicy string
	// PreloadedImagesVerificationAllowlist lists images without tag or digest, or prefixes ending in /*, exempt under
	// NeverVerifyAllowlistedImages.
	PreloadedImagesVerificationAllowlist []string
	// EventRecordQPS limits the creation of events, in events a second; 0 for no limit.
	// +flag=event-qps
	// +k8s:minimum=0
	EventRecordQPS int32
	// EventBurst is how many events may exceed EventRecordQPS at once.
	// +flag=event-burst
	// +k8s:minimum=0
	EventBurst int32
	// EnableDebuggingHandlers serves the endpoints for logs, exec, attach and port forwarding.
	// +flag=enable-debugging-handlers
	EnableDebuggingHandlers bool
	// EnableContentionProfiling records lock contention for the profiling endpoint.
	// +flag=contention-profiling
	EnableContentionProfiling bool
	// HealthzPort is the TCP port of the health endpoint; 0 turns it off.
	// +flag=healthz-port
	// +k8s:minimum=0
	// +k8s:maximum=65535
	HealthzPort int32
	// HealthzBindAddress is the IP address of the health endpoint.
	// +flag=healthz-bind-address
	// +format=ip
	HealthzBindAddress string
	// OOMScoreAdj is the kubelet's own oom_score_adj, from -1000 (never killed) to 1000.
	// +flag=oom-score-adj
	// +k8s:minimum=-1000
	// +k8s:maximum=1000
	OOMScoreAdj int32
	// ClusterDomain is the cluster's DNS domain, which containers search before the domains of the host.
	// +flag=cluster-domain
	ClusterDomain string
	// ClusterDNS lists the IP addresses of the name servers given to pods of DNS policy ClusterFirst.
	// +flag=cluster-dns
	ClusterDNS []string
	// StreamingConnectionIdleTimeout closes an exec, attach or port-forward stream that was silent for so long.
	// +flag=streaming-connection-idle-timeout
	StreamingConnectionIdleTimeout metav1.Duration
	// NodeStatusUpdateFrequency is how often the node's status is computed.
	// +flag=node-status-update-frequency
	NodeStatusUpdateFrequency metav1.Duration
	// NodeStatusReportFrequency is how often an unchanged node status is posted all the same.
	// +configgen:allow(rule: dependent-default, reason: "The kubelet computes it before flags are applied, too.")
	NodeStatusReportFrequency metav1.Duration
	// NodeLeaseDurationSeconds is for how many seconds a renewal of the node's lease counts.
	// +k8s:minimum=1
	NodeLeaseDurationSeconds int32
	// ImageMinimumGCAge protects an unused image from garbage collection until it is this old.
	// +flag=minimum-image-ttl-duration
	ImageMinimumGCAge metav1.Duration
	// ImageMaximumGCAge collects an image that was unused for so long, however empty the disk; 0s for never.
	ImageMaximumGCAge metav1.Duration
	// ImageGCHighThresholdPercent is the disk usage, in percent, above which images are collected.
	// +flag=image-gc-high-threshold
	// +k8s:minimum=0
	// +k8s:maximum=100
	ImageGCHighThresholdPercent int32
	// ImageGCLowThresholdPercent is the disk usage, in percent, down to which images are collected.
	// +flag=image-gc-low-threshold
	// +k8s:minimum=0
	// +k8s:maximum=100
	ImageGCLowThresholdPercent int32
	// VolumeStatsAggPeriod is how often the disk usage of volumes is measured; negative for never.
	// +flag=volume-stats-agg-period
	VolumeStatsAggPeriod metav1.Duration
	// KubeletCgroups is the absolute name of the cgroup that the kubelet puts itself in. Empty: it stays where it was
	// started.
	// +flag=kubelet-cgroups
	// +path=false
	KubeletCgroups string
	// SystemCgroups is the absolute name of the cgroup for processes of the host outside of any container. Empty: they
	// are not moved.
	// +flag=system-cgroups
	// +path=false
	SystemCgroups string
	// CgroupRoot is the cgroup below which all pods live.
	// +flag=cgroup-root
	// +path=false
	CgroupRoot string
	// CgroupsPerQOS gives each quality-of-service class and each pod a cgroup of its own.
	// +flag=cgroups-per-qos
	CgroupsPerQOS bool
	// CgroupDriver is what manipulates cgroups, cgroupfs or systemd; the container runtime has to agree.
	// +flag=cgroup-driver
	CgroupDriver string
	// SingleProcessOOMKill lets the kernel kill one process of a container that is out of memory instead of all of
	// them. Unset: by the cgroup version.
	SingleProcessOOMKill *bool
	// CPUManagerPolicy is none, or static to pin guaranteed containers to exclusive CPUs.
	// +flag=cpu-manager-policy
	CPUManagerPolicy string
	// CPUManagerPolicyOptions refines the CPU manager policy, by the names that the policy knows.
	// +flag(value: "k8s.io/component-base/cli/flag.NewMapStringStringNoSplit")=cpu-manager-policy-options
	CPUManagerPolicyOptions map[string]string
	// CPUManagerReconcilePeriod is how often CPU assignments are written to the runtime again.
	// +flag=cpu-manager-reconcile-period
	CPUManagerReconcilePeriod metav1.Duration
	// MemoryManagerPolicy is None, or Static to reserve the memory of guaranteed pods on NUMA nodes.
	// +flag=memory-manager-policy
	MemoryManagerPolicy string
	// TopologyManagerPolicy is none, best-effort, restricted or single-numa-node: how hard devices, CPUs and memory
	// are kept together.
	// +flag=topology-manager-policy
	TopologyManagerPolicy string
	// TopologyManagerScope is container or pod: what is aligned as one unit.
	// +flag=topology-manager-scope
	TopologyManagerScope string
	// TopologyManagerPolicyOptions refines the topology manager policy, by the names that the policy knows.
	// +flag=topology-manager-policy-options
	TopologyManagerPolicyOptions map[string]string
	// QOSReserved maps a resource (only memory) to the percentage of guaranteed pods' requests that others may not
	// use.
	// +flag=qos-reserved
	QOSReserved map[string]string
	// RuntimeRequestTimeout bounds every request to the container runtime except for pulls, logs, exec and attach.
	// +flag=runtime-request-timeout
	RuntimeRequestTimeout metav1.Duration
	// HairpinMode is promiscuous-bridge, hairpin-veth or none: how a pod reaches itself through its own service.
	// +flag=hairpin-mode
	HairpinMode string
	// MaxPods is how many pods the node takes.
	// +flag=max-pods
	// +k8s:minimum=0
	MaxPods int32
	// PodCIDR is where a kubelet without API server takes pod addresses from; ignored in a cluster.
	// +flag=pod-cidr
	PodCIDR string
	// PodPidsLimit is how many processes a pod may have; -1 for what the node can bear.
	// +flag=pod-max-pids
	PodPidsLimit int64
	// ResolverConfig is the file that containers' DNS settings derive from. Empty: no settings of the host.
	// +flag=resolv-conf
	// +path
	ResolverConfig string
	// RunOnce starts the static pods once and exits.
	// +flag=runonce
	RunOnce bool
	// CPUCFSQuota enforces CPU limits by CFS quota.
	// +flag=cpu-cfs-quota
	CPUCFSQuota bool
	// CPUCFSQuotaPeriod is cpu.cfs_period_us, from 1ms to 1s.
	// +flag=cpu-cfs-quota-period
	// +k8s:minimum=1ms
	// +k8s:maximum=1s
	CPUCFSQuotaPeriod metav1.Duration
	// MaxOpenFiles is the kubelet's own limit of open files.
	// +flag=max-open-files
	// +k8s:minimum=0
	MaxOpenFiles int64
	// NodeStatusMaxImages is how many images the node status lists; -1 for all.
	// +flag=node-status-max-images
	// +k8s:minimum=-1
	NodeStatusMaxImages int32
	// ContentType is the media type of requests to the API server.
	// +flag=kube-api-content-type
	ContentType string
	// KubeAPIQPS limits requests to the API server, in requests a second.
	// +flag=kube-api-qps
	KubeAPIQPS int32
	// KubeAPIBurst is how many requests to the API server may exceed KubeAPIQPS at once.
	// +flag=kube-api-burst
	// +k8s:minimum=0
	KubeAPIBurst int32
	// SerializeImagePulls pulls one image after another.
	// +flag=serialize-image-pulls
	SerializeImagePulls bool
	// MaxParallelImagePulls is how many images are pulled at once; needs SerializeImagePulls to be false. Unset: no
	// limit.
	// +k8s:minimum=1
	MaxParallelImagePulls *int32
	// EvictionHard maps a signal to the threshold at which pods are evicted at once, such as memory.available to
	// 100Mi.
	// +flag(value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString")=eviction-hard
	EvictionHard map[string]string
	// EvictionSoft maps a signal to the threshold at which pods are evicted after its grace period.
	// +flag(value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString")=eviction-soft
	EvictionSoft map[string]string
	// EvictionSoftGracePeriod maps a signal of EvictionSoft to how long the threshold has to be crossed, such as
	// 1m30s.
	// +flag=eviction-soft-grace-period
	EvictionSoftGracePeriod map[string]string
	// EvictionPressureTransitionPeriod is how long a pressure condition stays on the node after its cause has gone.
	// +flag=eviction-pressure-transition-period
	EvictionPressureTransitionPeriod metav1.Duration
	// EvictionMaxPodGracePeriod is how many seconds a pod has to end in a soft eviction.
	// +flag=eviction-max-pod-grace-period
	// +k8s:minimum=0
	EvictionMaxPodGracePeriod int32
	// EvictionMinimumReclaim maps a signal to how much an eviction has to free beyond the threshold.
	// +flag=eviction-minimum-reclaim
	EvictionMinimumReclaim map[string]string
	// MergeDefaultEvictionSettings keeps the built-in hard thresholds of the signals that EvictionHard does not name.
	MergeDefaultEvictionSettings bool
	// PodsPerCore is how many pods the node takes for each core, within MaxPods; 0 for no such limit.
	// +flag=pods-per-core
	// +k8s:minimum=0
	PodsPerCore int32
	// EnableControllerAttachDetach leaves attaching and detaching of volumes to the controller manager.
	// +flag=enable-controller-attach-detach
	EnableControllerAttachDetach bool
	// ProtectKernelDefaults refuses to start where kernel parameters differ from what the kubelet needs, instead of
	// changing them.
	// +flag=protect-kernel-defaults
	ProtectKernelDefaults bool
	// MakeIPTablesUtilChains creates the iptables chains that other components rely on.
	// +flag=make-iptables-util-chains
	MakeIPTablesUtilChains bool
	// IPTablesMasqueradeBit is the bit of the packet mark, 0 to 31, that asks for source NAT.
	// +k8s:minimum=0
	// +k8s:maximum=31
	IPTablesMasqueradeBit int32
	// IPTablesDropBit is the bit of the packet mark, 0 to 31, that asks for a drop.
	// +k8s:minimum=0
	// +k8s:maximum=31
	IPTablesDropBit int32
	// FeatureGates turns features on and off by name.
	// +flag(usageFrom: "example.com/kubelet/flagusage.FeatureGates")=feature-gates
	// +precedence=merge
	FeatureGates map[string]bool
	// FailSwapOn refuses to start on a host with swap.
	// +flag=fail-swap-on
	FailSwapOn bool
	// MemorySwap says how workloads may use swap.
	MemorySwap MemorySwapConfiguration
	// ContainerLogMaxSize is the size, as a quantity, at which a container's log is rotated.
	// +flag=container-log-max-size
	ContainerLogMaxSize string
	// ContainerLogMaxFiles is how many log files a container keeps, the current one included.
	// +flag=container-log-max-files
	// +k8s:minimum=2
	ContainerLogMaxFiles int32
	// ContainerLogMaxWorkers is how many logs are rotated at once.
	// +k8s:minimum=1
	ContainerLogMaxWorkers int32
	// ContainerLogMonitorInterval is how often the sizes of logs are looked at.
	ContainerLogMonitorInterval metav1.Duration
	// ConfigMapAndSecretChangeDetectionStrategy is Get, Cache or Watch: how changed config maps and secrets of pods
	// are found.
	ConfigMapAndSecretChangeDetectionStrategy ResourceChangeDetectionStrategy
	// AllowedUnsafeSysctls lists unsafe sysctls that pods may set; a trailing * matches the rest of the name.
	// +flag=allowed-unsafe-sysctls
	AllowedUnsafeSysctls []string
	// KernelMemcgNotification waits for the kernel's notice of a memory threshold instead of polling.
	// +flag=kernel-memcg-notification
	KernelMemcgNotification bool
	// SystemReserved maps a resource to the quantity kept for the host's daemons, such as cpu to 200m.
	// +flag=system-reserved
	SystemReserved map[string]string
	// KubeReserved maps a resource to the quantity kept for Kubernetes' own daemons.
	// +flag=kube-reserved
	KubeReserved map[string]string
	// SystemReservedCgroup is the absolute name of the cgroup on which SystemReserved is enforced.
	// +flag=system-reserved-cgroup
	// +path=false
	SystemReservedCgroup string
	// KubeReservedCgroup is the absolute name of the cgroup on which KubeReserved is enforced.
	// +flag=kube-reserved-cgroup
	// +path=false
	KubeReservedCgroup string
	// EnforceNodeAllocatable lists what reservations are enforced on: none, or pods, system-reserved, kube-reserved
	// and the -compressible forms of the latter two.
	// +flag=enforce-node-allocatable
	EnforceNodeAllocatable []string
	// ReservedSystemCPUs is a list of CPUs such as 0-1,4 kept for the host and Kubernetes; it overrides the cpu of
	// SystemReserved and KubeReserved.
	// +flag=reserved-cpus
	ReservedSystemCPUs string
	// ShowHiddenMetricsForVersion is the previous minor version, such as 1.16: metrics hidden since then are shown.
	ShowHiddenMetricsForVersion string
	// Logging configures the log output.
	// +flagsFrom(exempt: "v,vmodule,log-flush-frequency")=k8s.io/component-base/logs/api/v1.AddFlags
	Logging logsapi.LoggingConfiguration
	// EnableSystemLogHandler serves the host's logs under /logs/.
	EnableSystemLogHandler bool
	// EnableSystemLogQuery answers queries of the host's log service under /logs/; needs EnableSystemLogHandler.
	EnableSystemLogQuery bool
	// ShutdownGracePeriod is by how long the shutdown of the node is delayed for pods to end.
	ShutdownGracePeriod metav1.Duration
	// ShutdownGracePeriodCriticalPods is the last part of ShutdownGracePeriod, set apart for critical pods.
	ShutdownGracePeriodCriticalPods metav1.Duration
	// ShutdownGracePeriodByPodPriority gives pods time to end by their priority; excludes ShutdownGracePeriod.
	ShutdownGracePeriodByPodPriority []ShutdownGracePeriodByPodPriority
	// ReservedMemory lists memory of NUMA nodes that the memory manager leaves alone.
	// +flag(value: "example.com/kubelet/flagvalues.NewReservedMemory")=reserved-memory
	ReservedMemory []MemoryReservation
	// EnableProfilingHandler serves profiles under /debug/pprof/.
	EnableProfilingHandler bool
	// EnableDebugFlagsHandler serves /debug/flags/v, which changes the log verbosity at run time.
	EnableDebugFlagsHandler bool
	// SeccompDefault gives workloads without a seccomp profile the profile RuntimeDefault.
	SeccompDefault bool
	// MemoryThrottlingFactor is the share of the memory limit, above 0 and up to 1, at which cgroup v2 starts to
	// throttle.
	MemoryThrottlingFactor *float64
	// MemoryReservationPolicy is None or TieredReservation: whether cgroup v2 protects requested memory from reclaim.
	MemoryReservationPolicy MemoryReservationPolicy
	// RegisterWithTaints lists the taints that the node has from its first registration on.
	// +flag(value: "example.com/kubelet/flagvalues.NewTaints")=register-with-taints
	RegisterWithTaints []corev1.Taint
	// RegisterNode creates the node's own object in the API server.
	// +flag=register-node
	RegisterNode bool
	// Tracing configures the export of OpenTelemetry traces.
	Tracing *tracingapi.TracingConfiguration
	// LocalStorageCapacityIsolation accounts for and limits ephemeral storage; off where the size of the root file
	// system cannot be told.
	// +flag=local-storage-capacity-isolation
	LocalStorageCapacityIsolation bool
	// ContainerRuntimeEndpoint is the URL of the container runtime's socket: unix:// on Linux, npipe:// or tcp:// on
	// Windows.
	// +flag=container-runtime-endpoint
	// +path=false
	ContainerRuntimeEndpoint string
	// ImageServiceEndpoint is the URL of the image service's socket. Empty: the socket of the container runtime.
	// +flag=image-service-endpoint
	// +path=false
	ImageServiceEndpoint string
	// FailCgroupV1 refuses to start on a host with cgroup v1.
	// +flag(deprecated: false)=fail-cgroupv1
	FailCgroupV1 bool
	// CrashLoopBackOff tunes the restarts of containers that keep failing.
	CrashLoopBackOff CrashLoopBackOffConfig
	// UserNamespaces configures pods with user namespaces of their own.
	UserNamespaces *UserNamespaces
}
