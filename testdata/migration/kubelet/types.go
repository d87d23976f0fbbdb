package kubelet

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	tracingapi "k8s.io/component-base/tracing/api/v1"
)

// KubeletConfiguration configures the agent that runs pods on a node.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeletConfiguration struct {
	metav1.TypeMeta

	// EnableServer runs the kubelet's HTTPS server.
	EnableServer bool
	// StaticPodPath is a manifest of one static pod, or a directory of such manifests. Empty: no static pods from files.
	// +path
	StaticPodPath string
	// PodLogsDir is the directory below which the container runtime writes the logs of pods.
	// +path
	PodLogsDir string
	// SyncFrequency is the longest time between two syncs of a running pod with its spec.
	SyncFrequency metav1.Duration
	// FileCheckFrequency is how often StaticPodPath is looked at for changed manifests.
	FileCheckFrequency metav1.Duration
	// HTTPCheckFrequency is how often StaticPodURL is fetched.
	HTTPCheckFrequency metav1.Duration
	// StaticPodURL is where static pod manifests are fetched from over HTTP. Empty: nowhere.
	StaticPodURL string
	// StaticPodURLHeader holds the HTTP headers sent with requests to StaticPodURL, each with one or more values.
	StaticPodURLHeader map[string][]string `datapolicy:"token"`
	// Address is the IP address that the kubelet serves on; 0.0.0.0 or :: for all interfaces.
	Address string
	// Port is the TCP port of the HTTPS server.
	Port int32
	// ReadOnlyPort is a TCP port served without authentication, authorization or TLS; 0 closes it.
	ReadOnlyPort int32
	// VolumePluginDir is the directory of third-party volume plugins.
	// +path
	VolumePluginDir string
	// ProviderID is the name by which the cloud provider knows the machine.
	ProviderID string
	// TLSCurvePreferences lists the key exchange mechanisms of the server by their crypto/tls CurveID numbers; their
	// order has no meaning.
	TLSCurvePreferences []int32
	// RotateCertificates renews the client certificate through the certificates.k8s.io API before it expires.
	RotateCertificates bool
	// ServerTLSBootstrap requests the serving certificate from the certificates.k8s.io API; somebody has to approve
	// the request.
	ServerTLSBootstrap bool
	// Authentication says how callers of the kubelet's server prove who they are.
	Authentication KubeletAuthentication
	// Authorization says what callers of the kubelet's server may do.
	Authorization KubeletAuthorization
	// RegistryPullQPS limits image pulls, in pulls a second; 0 for no limit.
	RegistryPullQPS int32
	// RegistryBurst is how many image pulls may exceed RegistryPullQPS at once.
	RegistryBurst int32
	// ImagePullCredentialsVerificationPolicy says for which images that are on the node already a pod has to show pull
	// credentials again.
	ImagePullCredentialsVerificationPolicy string
	// PreloadedImagesVerificationAllowlist lists images without tag or digest, or prefixes ending in /*, exempt under
	// NeverVerifyAllowlistedImages.
	PreloadedImagesVerificationAllowlist []string
	// EventRecordQPS limits the creation of events, in events a second; 0 for no limit.
	EventRecordQPS int32
	// EventBurst is how many events may exceed EventRecordQPS at once.
	EventBurst int32
	// EnableDebuggingHandlers serves the endpoints for logs, exec, attach and port forwarding.
	EnableDebuggingHandlers bool
	// EnableContentionProfiling records lock contention for the profiling endpoint.
	EnableContentionProfiling bool
	// OOMScoreAdj is the kubelet's own oom_score_adj, from -1000 (never killed) to 1000.
	OOMScoreAdj int32
	// ClusterDomain is the cluster's DNS domain, which containers search before the domains of the host.
	ClusterDomain string
	// ClusterDNS lists the IP addresses of the name servers given to pods of DNS policy ClusterFirst.
	ClusterDNS []string
	// StreamingConnectionIdleTimeout closes an exec, attach or port-forward stream that was silent for so long.
	StreamingConnectionIdleTimeout metav1.Duration
	// NodeStatusUpdateFrequency is how often the node's status is computed.
	NodeStatusUpdateFrequency metav1.Duration
	// NodeStatusReportFrequency is how often an unchanged node status is posted all the same.
	NodeStatusReportFrequency metav1.Duration
	// NodeLeaseDuration is for how long the lease of the node is valid.
	// +moved(from: "nodeLeaseDurationSeconds", in: v1beta1, convert: "example.com/migration/kubelet/v1beta1.SecondsToDuration", back: "example.com/migration/kubelet/v1beta1.DurationToSeconds")
	NodeLeaseDuration metav1.Duration
	// ImageMinimumGCAge protects an unused image from garbage collection until it is this old.
	ImageMinimumGCAge metav1.Duration
	// ImageMaximumGCAge collects an image that was unused for so long, however empty the disk; 0s for never.
	ImageMaximumGCAge metav1.Duration
	// ImageGCHighThresholdPercent is the disk usage, in percent, above which images are collected.
	ImageGCHighThresholdPercent int32
	// ImageGCLowThresholdPercent is the disk usage, in percent, down to which images are collected.
	ImageGCLowThresholdPercent int32
	// VolumeStatsAggPeriod is how often the disk usage of volumes is measured; negative for never.
	VolumeStatsAggPeriod metav1.Duration
	// KubeletCgroups is the absolute name of the cgroup that the kubelet puts itself in. Empty: it stays where it was
	// started.
	KubeletCgroups string
	// SystemCgroups is the absolute name of the cgroup for processes of the host outside of any container. Empty: they
	// are not moved.
	SystemCgroups string
	// CgroupRoot is the cgroup below which all pods live.
	CgroupRoot string
	// CgroupsPerQOS gives each quality-of-service class and each pod a cgroup of its own.
	CgroupsPerQOS bool
	// CgroupDriver is what manipulates cgroups, cgroupfs or systemd; the container runtime has to agree.
	CgroupDriver string
	// SingleProcessOOMKill lets the kernel kill one process of a container that is out of memory instead of all of
	// them. Unset: by the cgroup version.
	SingleProcessOOMKill *bool
	// CPUManagerPolicy is none, or static to pin guaranteed containers to exclusive CPUs.
	CPUManagerPolicy string
	// CPUManagerPolicyOptions refines the CPU manager policy, by the names that the policy knows.
	CPUManagerPolicyOptions map[string]string
	// CPUManagerReconcilePeriod is how often CPU assignments are written to the runtime again.
	CPUManagerReconcilePeriod metav1.Duration
	// MemoryManagerPolicy is None, or Static to reserve the memory of guaranteed pods on NUMA nodes.
	MemoryManagerPolicy string
	// TopologyManagerPolicy is none, best-effort, restricted or single-numa-node: how hard devices, CPUs and memory
	// are kept together.
	TopologyManagerPolicy string
	// TopologyManagerScope is container or pod: what is aligned as one unit.
	TopologyManagerScope string
	// TopologyManagerPolicyOptions refines the topology manager policy, by the names that the policy knows.
	TopologyManagerPolicyOptions map[string]string
	// QOSReserved maps a resource (only memory) to the percentage of guaranteed pods' requests that others may not
	// use.
	QOSReserved map[string]string
	// RuntimeRequestTimeout bounds every request to the container runtime except for pulls, logs, exec and attach.
	RuntimeRequestTimeout metav1.Duration
	// HairpinMode is promiscuous-bridge, hairpin-veth or none: how a pod reaches itself through its own service.
	HairpinMode string
	// MaxPods is how many pods the node takes.
	MaxPods int32
	// PodCIDR is where a kubelet without API server takes pod addresses from; ignored in a cluster.
	PodCIDR string
	// PodPidsLimit is how many processes a pod may have; -1 for what the node can bear.
	PodPidsLimit int64
	// ResolverConfig is the file that containers' DNS settings derive from. Empty: no settings of the host.
	// +path
	ResolverConfig string
	// RunOnce starts the static pods once and exits.
	RunOnce bool
	// CPUCFSQuota enforces CPU limits by CFS quota.
	CPUCFSQuota bool
	// CPUCFSQuotaPeriod is cpu.cfs_period_us, from 1ms to 1s.
	CPUCFSQuotaPeriod metav1.Duration
	// MaxOpenFiles is the kubelet's own limit of open files.
	MaxOpenFiles int64
	// NodeStatusMaxImages is how many images the node status lists; -1 for all.
	NodeStatusMaxImages int32
	// ContentType is the media type of requests to the API server.
	ContentType string
	// KubeAPIQPS limits requests to the API server, in requests a second.
	KubeAPIQPS int32
	// KubeAPIBurst is how many requests to the API server may exceed KubeAPIQPS at once.
	KubeAPIBurst int32
	// SerializeImagePulls pulls one image after another.
	SerializeImagePulls bool
	// MaxParallelImagePulls is how many images are pulled at once; needs SerializeImagePulls to be false. Unset: no
	// limit.
	MaxParallelImagePulls *int32
	// MergeDefaultEvictionSettings keeps the built-in hard thresholds of the signals that EvictionHard does not name.
	MergeDefaultEvictionSettings bool
	// PodsPerCore is how many pods the node takes for each core, within MaxPods; 0 for no such limit.
	PodsPerCore int32
	// EnableControllerAttachDetach leaves attaching and detaching of volumes to the controller manager.
	EnableControllerAttachDetach bool
	// ProtectKernelDefaults refuses to start where kernel parameters differ from what the kubelet needs, instead of
	// changing them.
	ProtectKernelDefaults bool
	// MakeIPTablesUtilChains creates the iptables chains that other components rely on.
	MakeIPTablesUtilChains bool
	// IPTablesMasqueradeBit is the bit of the packet mark, 0 to 31, that asks for source NAT.
	IPTablesMasqueradeBit int32
	// IPTablesDropBit is the bit of the packet mark, 0 to 31, that asks for a drop.
	IPTablesDropBit int32
	// FeatureGates turns features on and off by name.
	FeatureGates map[string]bool
	// MemorySwap says how workloads may use swap.
	MemorySwap MemorySwapConfiguration
	// ContainerLogMaxSize is the size, as a quantity, at which a container's log is rotated.
	ContainerLogMaxSize string
	// ContainerLogMaxFiles is how many log files a container keeps, the current one included.
	ContainerLogMaxFiles int32
	// ContainerLogMaxWorkers is how many logs are rotated at once.
	ContainerLogMaxWorkers int32
	// ContainerLogMonitorInterval is how often the sizes of logs are looked at.
	ContainerLogMonitorInterval metav1.Duration
	// ConfigMapAndSecretChangeDetectionStrategy is Get, Cache or Watch: how changed config maps and secrets of pods
	// are found.
	ConfigMapAndSecretChangeDetectionStrategy ResourceChangeDetectionStrategy
	// AllowedUnsafeSysctls lists unsafe sysctls that pods may set; a trailing * matches the rest of the name.
	AllowedUnsafeSysctls []string
	// KernelMemcgNotification waits for the kernel's notice of a memory threshold instead of polling.
	KernelMemcgNotification bool
	// SystemReserved maps a resource to the quantity kept for the host's daemons, such as cpu to 200m.
	SystemReserved map[string]string
	// KubeReserved maps a resource to the quantity kept for Kubernetes' own daemons.
	KubeReserved map[string]string
	// SystemReservedCgroup is the absolute name of the cgroup on which SystemReserved is enforced.
	SystemReservedCgroup string
	// KubeReservedCgroup is the absolute name of the cgroup on which KubeReserved is enforced.
	KubeReservedCgroup string
	// EnforceNodeAllocatable lists what reservations are enforced on: none, or pods, system-reserved, kube-reserved
	// and the -compressible forms of the latter two.
	EnforceNodeAllocatable []string
	// ReservedSystemCPUs is a list of CPUs such as 0-1,4 kept for the host and Kubernetes; it overrides the cpu of
	// SystemReserved and KubeReserved.
	ReservedSystemCPUs string
	// ShowHiddenMetricsForVersion is the previous minor version, such as 1.16: metrics hidden since then are shown.
	ShowHiddenMetricsForVersion string
	// Logging configures the log output.
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
	RegisterWithTaints []corev1.Taint
	// RegisterNode creates the node's own object in the API server.
	RegisterNode bool
	// Tracing configures the export of OpenTelemetry traces.
	Tracing *tracingapi.TracingConfiguration
	// LocalStorageCapacityIsolation accounts for and limits ephemeral storage; off where the size of the root file
	// system cannot be told.
	LocalStorageCapacityIsolation bool
	// ContainerRuntimeEndpoint is the URL of the container runtime's socket: unix:// on Linux, npipe:// or tcp:// on
	// Windows.
	ContainerRuntimeEndpoint string
	// ImageServiceEndpoint is the URL of the image service's socket. Empty: the socket of the container runtime.
	ImageServiceEndpoint string
	// FailCgroupV1 refuses to start on a host with cgroup v1.
	FailCgroupV1 bool
	// CrashLoopBackOff tunes the restarts of containers that keep failing.
	CrashLoopBackOff CrashLoopBackOffConfig
	// UserNamespaces configures pods with user namespaces of their own.
	UserNamespaces *UserNamespaces
	// Eviction says when pods are evicted.
	Eviction EvictionConfiguration
	// Healthz configures the health check.
	Healthz HealthzConfiguration
	// TLS configures the certificate of the server, and its connections.
	TLS TLSConfiguration
	// ClientCAFile is the PEM file of the authorities whose client certificates are accepted. Empty: none are.
	// +moved(from: "authentication.x509.clientCAFile", in: v1beta1)
	// +path
	ClientCAFile string
}

// EvictionConfiguration says when pods are evicted.
type EvictionConfiguration struct {
	// Hard maps a signal to the threshold at which pods are evicted at once, such as memory.available to
	// 100Mi.
	// +moved(from: "evictionHard", in: v1beta1)
	Hard map[string]string
	// Soft maps a signal to the threshold at which pods are evicted after its grace period.
	// +moved(from: "evictionSoft", in: v1beta1)
	Soft map[string]string
	// SoftGracePeriod maps a signal of Soft to how long the threshold has to be crossed, such as
	// 1m30s.
	// +moved(from: "evictionSoftGracePeriod", in: v1beta1)
	SoftGracePeriod map[string]string
	// PressureTransitionPeriod is how long a pressure condition stays on the node after its cause has gone.
	// +moved(from: "evictionPressureTransitionPeriod", in: v1beta1)
	PressureTransitionPeriod metav1.Duration
	// MaxPodGracePeriod is how many seconds a pod has to end in a soft eviction.
	// +moved(from: "evictionMaxPodGracePeriod", in: v1beta1)
	MaxPodGracePeriod int32
	// MinimumReclaim maps a signal to how much an eviction has to free beyond the threshold.
	// +moved(from: "evictionMinimumReclaim", in: v1beta1)
	MinimumReclaim map[string]string
}

// HealthzConfiguration configures the health check.
type HealthzConfiguration struct {
	// Port is the TCP port of the health endpoint; 0 turns it off.
	// +moved(from: "healthzPort", in: v1beta1)
	Port int32
	// BindAddress is the IP address of the health endpoint.
	// +moved(from: "healthzBindAddress", in: v1beta1)
	BindAddress string
}

// TLSConfiguration configures the certificate of the server, and its connections.
type TLSConfiguration struct {
	// CertFile is the PEM file of the serving certificate, followed by intermediates. With neither this nor
	// PrivateKeyFile a self-signed pair is made.
	// +moved(from: "tlsCertFile", in: v1beta1)
	// +path
	CertFile string
	// PrivateKeyFile is the PEM file of the private key that belongs to CertFile.
	// +moved(from: "tlsPrivateKeyFile", in: v1beta1)
	// +path
	PrivateKeyFile string
	// CipherSuites lists the IANA names of the cipher suites that the server offers below TLS 1.3.
	// +moved(from: "tlsCipherSuites", in: v1beta1)
	CipherSuites []string
	// MinVersion is the oldest TLS version that the server accepts, by the name of the crypto/tls constant.
	// +moved(from: "tlsMinVersion", in: v1beta1)
	MinVersion string
}
