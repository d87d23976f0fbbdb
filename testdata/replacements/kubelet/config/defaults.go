package config

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubelet/config/v1beta1"
)

// AddToScheme registers the published type with the defaults of the kubelet.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddTypeDefaultingFunc(&v1beta1.KubeletConfiguration{}, func(obj any) {
		setDefaults(obj.(*v1beta1.KubeletConfiguration))
	})
	return v1beta1.AddToScheme(scheme)
}

// setDefaults sets what a file leaves out, as the documentation of the fields says. Some defaults depend on other fields:
// how often an unchanged status is reported on how often it is computed, and whether images are pulled one by one on how
// many may be pulled at once.
const longestBackOff = 5 * time.Minute

func setDefaults(obj *v1beta1.KubeletConfiguration) {
	setServerDefaults(obj)
	setAccessDefaults(obj)
	setStatusDefaults(obj)
	setImageDefaults(obj)
	setCgroupDefaults(obj)
	setPodDefaults(obj)
	setNetworkDefaults(obj)
	setLogDefaults(obj)
}

func setServerDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.EnableServer, new(true))
	def(&obj.Address, "0.0.0.0")
	def(&obj.Port, 10250)
	def(&obj.HealthzPort, new(int32(10248)))
	def(&obj.HealthzBindAddress, "127.0.0.1")
	def(&obj.EnableDebuggingHandlers, new(true))
	def(&obj.EnableProfilingHandler, new(true))
	def(&obj.EnableDebugFlagsHandler, new(true))
	def(&obj.EnableSystemLogHandler, new(true))
	def(&obj.EnableSystemLogQuery, new(false))
	def(&obj.StreamingConnectionIdleTimeout, duration(4*time.Hour))
}

func setAccessDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.Authentication.Anonymous.Enabled, new(false))
	def(&obj.Authentication.Webhook.Enabled, new(true))
	def(&obj.Authentication.Webhook.CacheTTL, duration(2*time.Minute))
	def(&obj.Authorization.Mode, v1beta1.KubeletAuthorizationModeWebhook)
	def(&obj.Authorization.Webhook.CacheAuthorizedTTL, duration(5*time.Minute))
	def(&obj.Authorization.Webhook.CacheUnauthorizedTTL, duration(30*time.Second))
}

func setStatusDefaults(obj *v1beta1.KubeletConfiguration) {
	// Whoever sets how often the status is computed gets it reported as often.
	def(&obj.NodeStatusReportFrequency, obj.NodeStatusUpdateFrequency)
	def(&obj.NodeStatusReportFrequency, duration(5*time.Minute))
	def(&obj.NodeStatusUpdateFrequency, duration(10*time.Second))
	def(&obj.NodeStatusMaxImages, new(int32(50)))
	def(&obj.NodeLeaseDurationSeconds, 40)
	def(&obj.RegisterNode, new(true))
	def(&obj.EventRecordQPS, new(int32(50)))
	def(&obj.EventBurst, 100)
	def(&obj.ContentType, "application/vnd.kubernetes.protobuf")
	def(&obj.KubeAPIQPS, new(int32(50)))
	def(&obj.KubeAPIBurst, 100)
	def(&obj.ConfigMapAndSecretChangeDetectionStrategy, v1beta1.WatchChangeDetectionStrategy)
}

func setImageDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.ContainerRuntimeEndpoint, "unix:///run/containerd/containerd.sock")
	def(&obj.RuntimeRequestTimeout, duration(2*time.Minute))
	def(&obj.RegistryPullQPS, new(int32(5)))
	def(&obj.RegistryBurst, 10)
	parallel := obj.MaxParallelImagePulls != nil && *obj.MaxParallelImagePulls > 1
	def(&obj.SerializeImagePulls, new(!parallel))
	def(&obj.ImageMinimumGCAge, duration(2*time.Minute))
	def(&obj.ImageGCHighThresholdPercent, new(int32(85)))
	def(&obj.ImageGCLowThresholdPercent, new(int32(80)))
}

func setCgroupDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.FailCgroupV1, new(true))
	def(&obj.FailSwapOn, new(true))
	def(&obj.CgroupsPerQOS, new(true))
	def(&obj.CgroupDriver, "cgroupfs")
	def(&obj.CPUCFSQuota, new(true))
	def(&obj.CPUCFSQuotaPeriod, new(duration(100*time.Millisecond)))
	def(&obj.CPUManagerPolicy, "none")
	def(&obj.CPUManagerReconcilePeriod, duration(10*time.Second))
	def(&obj.MemoryManagerPolicy, "None")
	def(&obj.MemoryReservationPolicy, v1beta1.NoneMemoryReservationPolicy)
	def(&obj.TopologyManagerPolicy, "none")
	def(&obj.TopologyManagerScope, "container")
	def(&obj.OOMScoreAdj, new(int32(-999)))
	def(&obj.MaxOpenFiles, 1000000)
	// Only a missing list means the default: an empty one enforces nothing.
	if obj.EnforceNodeAllocatable == nil {
		obj.EnforceNodeAllocatable = []string{"pods"}
	}
}

func setPodDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.SyncFrequency, duration(time.Minute))
	def(&obj.FileCheckFrequency, duration(20*time.Second))
	def(&obj.HTTPCheckFrequency, duration(20*time.Second))
	def(&obj.MaxPods, 110)
	if obj.PodPidsLimit == nil || *obj.PodPidsLimit < 0 {
		obj.PodPidsLimit = new(int64(-1))
	}
	def(&obj.SeccompDefault, new(false))
	def(&obj.LocalStorageCapacityIsolation, new(true))
	def(&obj.EnableControllerAttachDetach, new(true))
	def(&obj.VolumePluginDir, "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/")
	def(&obj.VolumeStatsAggPeriod, duration(time.Minute))
	def(&obj.EvictionPressureTransitionPeriod, duration(5*time.Minute))
	def(&obj.MergeDefaultEvictionSettings, new(false))
}

func setNetworkDefaults(obj *v1beta1.KubeletConfiguration) {
	def(&obj.HairpinMode, "promiscuous-bridge")
	def(&obj.ResolverConfig, new("/etc/resolv.conf"))
	def(&obj.MakeIPTablesUtilChains, new(true))
	def(&obj.IPTablesMasqueradeBit, new(int32(14)))
	def(&obj.IPTablesDropBit, new(int32(15)))
}

func setLogDefaults(obj *v1beta1.KubeletConfiguration) {
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
	def(&obj.PodLogsDir, "/var/log/pods")
	def(&obj.ContainerLogMaxSize, "10Mi")
	def(&obj.ContainerLogMaxFiles, new(int32(5)))
	def(&obj.ContainerLogMaxWorkers, new(int32(1)))
	def(&obj.ContainerLogMonitorInterval, new(duration(10*time.Second)))
}

// def sets a field that is at its zero value: nil where the version keeps an explicit zero apart.
func def[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func duration(d time.Duration) metav1.Duration {
	return metav1.Duration{Duration: d}
}
