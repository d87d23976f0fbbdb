// Package validation validates the configuration of package config.
package validation

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	corev1 "k8s.io/api/core/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
	_ "k8s.io/component-base/logs/json/register" // The format json.
	"k8s.io/component-base/metrics"
	tracingapi "k8s.io/component-base/tracing/api/v1"
	"k8s.io/kubelet/config/v1beta1"
	"k8s.io/utils/cpuset"

	"example.com/replacements/kubelet/features"
)

// zz_generated.validation.go calls the functions in this file.

// rules collects the errors of a configuration.
type rules struct {
	*v1beta1.KubeletConfiguration
	path    *field.Path
	enabled func(featuregate.Feature) bool
	errs    field.ErrorList
}

// ValidateCustom_KubeletConfiguration validates what the markers of KubeletConfiguration cannot express: fields that
// depend on each other or on feature gates, and texts of a closed set.
func ValidateCustom_KubeletConfiguration(in *v1beta1.KubeletConfiguration, fldPath *field.Path) field.ErrorList {
	gates := features.With(in.FeatureGates)
	r := &rules{KubeletConfiguration: in, path: fldPath, enabled: gates.Enabled}
	for _, err := range gates.Validate() {
		r.invalid("featureGates", in.FeatureGates, err.Error())
	}
	r.texts()
	r.images()
	r.shutdown()
	r.nodeAllocatable()
	r.memory()
	r.runtime()
	r.taints()
	r.sysctls()
	for _, err := range metrics.ValidateShowHiddenMetricsVersion(in.ShowHiddenMetricsForVersion) {
		r.invalid("showHiddenMetricsForVersion", in.ShowHiddenMetricsForVersion, err.Error())
	}
	r.errs = append(r.errs, logsapi.Validate(&in.Logging, gates, fldPath.Child("logging"))...)
	return append(r.errs, tracingapi.ValidateTracingConfiguration(in.Tracing, gates, fldPath.Child("tracing"))...)
}

// child leads to a field by the path in the file.
func (r *rules) child(name string) *field.Path {
	parts := strings.Split(name, ".")
	return r.path.Child(parts[0], parts[1:]...)
}

func (r *rules) invalid(name string, value any, detail string) {
	r.errs = append(r.errs, field.Invalid(r.child(name), value, detail))
}

// check reports an invalid value unless it is right.
func (r *rules) check(right bool, name string, value any, detail string) {
	if !right {
		r.invalid(name, value, detail)
	}
}

// guarded reports a value that is set while its feature gate is off.
func (r *rules) guarded(set bool, gate featuregate.Feature, name string) {
	if set && !r.enabled(gate) {
		r.errs = append(r.errs, field.Forbidden(r.child(name), "requires the feature gate "+string(gate)))
	}
}

// oneOf checks a text of a closed set.
func oneOf[T ~string](r *rules, name string, value T, allowed ...T) {
	if !slices.Contains(allowed, value) {
		r.errs = append(r.errs, field.NotSupported(r.child(name), value, allowed))
	}
}

func (r *rules) texts() {
	oneOf(r, "topologyManagerPolicy", r.TopologyManagerPolicy, "none", "best-effort", "restricted", "single-numa-node")
	oneOf(r, "topologyManagerScope", r.TopologyManagerScope, "container", "pod")
	oneOf(r, "hairpinMode", r.HairpinMode, "none", "hairpin-veth", "promiscuous-bridge")
	r.check(!r.RunOnce, "runOnce", r.RunOnce, "is no longer supported")
	r.check(r.ContainerRuntimeEndpoint != "", "containerRuntimeEndpoint", "", "must be set")
	r.check(r.SystemCgroups == "" || r.CgroupRoot != "", "systemCgroups", r.SystemCgroups, "requires cgroupRoot")
	dir := r.PodLogsDir
	r.check(filepath.IsAbs(dir) && filepath.Clean(dir) == dir, "podLogsDir", dir, "must be an absolute and clean path")
	notASCII := func(c rune) bool { return c > unicode.MaxASCII }
	r.check(!strings.ContainsFunc(dir, notASCII), "podLogsDir", dir, "must have ASCII characters only")
	r.guarded(r.ServerTLSBootstrap, features.RotateKubeletServerCertificate, "serverTLSBootstrap")
	r.guarded(*r.EnableSystemLogQuery, features.NodeLogQuery, "enableSystemLogQuery")
	r.check(!*r.EnableSystemLogQuery || *r.EnableSystemLogHandler, "enableSystemLogQuery", true,
		"requires enableSystemLogHandler")
	r.check(r.ContainerLogMonitorInterval.Duration >= 3*time.Second, "containerLogMonitorInterval",
		r.ContainerLogMonitorInterval.Duration.String(), "must be at least 3s")
}

func (r *rules) images() {
	high, low := *r.ImageGCHighThresholdPercent, *r.ImageGCLowThresholdPercent
	r.check(low < high, "imageGCLowThresholdPercent", low, "must be less than imageGCHighThresholdPercent")
	minimum, maximum := r.ImageMinimumGCAge.Duration, r.ImageMaximumGCAge.Duration
	r.guarded(maximum != 0, features.ImageMaximumGCAge, "imageMaximumGCAge")
	r.check(minimum >= 0, "imageMinimumGCAge", minimum.String(), "must not be negative")
	r.check(maximum == 0 || maximum > max(minimum, 0), "imageMaximumGCAge", maximum.String(),
		"must be 0s or greater than imageMinimumGCAge")
	pulls := r.MaxParallelImagePulls
	r.check(pulls == nil || *pulls < 2 || !*r.SerializeImagePulls, "maxParallelImagePulls", pulls,
		"must be 1 while serializeImagePulls is true")
	const policy, list = "imagePullCredentialsVerificationPolicy", "preloadedImagesVerificationAllowlist"
	r.guarded(r.ImagePullCredentialsVerificationPolicy != "", features.KubeletEnsureSecretPulledImages, policy)
	r.guarded(len(r.PreloadedImagesVerificationAllowlist) > 0, features.KubeletEnsureSecretPulledImages, list)
	if !r.enabled(features.KubeletEnsureSecretPulledImages) {
		return
	}
	oneOf(r, policy, r.ImagePullCredentialsVerificationPolicy, v1beta1.NeverVerify, v1beta1.NeverVerifyPreloadedImages,
		v1beta1.NeverVerifyAllowlistedImages, v1beta1.AlwaysVerify)
	for _, pattern := range r.PreloadedImagesVerificationAllowlist {
		r.check(r.ImagePullCredentialsVerificationPolicy == v1beta1.NeverVerifyAllowlistedImages, list, pattern,
			"requires the policy NeverVerifyAllowlistedImages")
		r.check(image.MatchString(pattern), list, pattern, "must be an image without tag or digest, or end in /*")
	}
}

// image matches the name of an image, and all images below a path.
var image = regexp.MustCompile(`^[a-z0-9._-]+$|^[a-zA-Z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*/(\*|[a-z0-9._-]+)$`)

func (r *rules) shutdown() {
	all, critical := r.ShutdownGracePeriod.Duration, r.ShutdownGracePeriodCriticalPods.Duration
	const name, criticalName = "shutdownGracePeriod", "shutdownGracePeriodCriticalPods"
	r.guarded(all > 0, features.GracefulNodeShutdown, name)
	r.guarded(critical > 0, features.GracefulNodeShutdown, criticalName)
	if r.enabled(features.GracefulNodeShutdown) {
		r.check(critical <= all, criticalName, critical.String(), "must not be greater than shutdownGracePeriod")
		r.check(all == 0 || all >= time.Second, name, all.String(), "must be 0s or at least 1s")
		r.check(critical == 0 || critical >= time.Second, criticalName, critical.String(), "must be 0s or at least 1s")
	}
	const byPriority = "shutdownGracePeriodByPodPriority"
	given := len(r.ShutdownGracePeriodByPodPriority) > 0
	r.guarded(given, features.GracefulNodeShutdownBasedOnPodPriority, byPriority)
	r.check(!given || all <= 0 && critical <= 0, byPriority, given, "must not be set together with shutdownGracePeriod")
}

func (r *rules) nodeAllocatable() {
	const name = "enforceNodeAllocatable"
	list := r.EnforceNodeAllocatable
	required := map[string]string{"system-reserved": r.SystemReservedCgroup, "kube-reserved": r.KubeReservedCgroup}
	for i, value := range list {
		kind := strings.TrimSuffix(value, "-compressible")
		cgroup, reserved := required[kind]
		switch {
		case slices.Contains(list[:i], value):
			r.invalid(name, value, "must not be given twice")
			continue
		case value == "none":
			r.check(len(list) == 1, name, value, "must be the only value")
			continue
		case reserved:
			r.check(cgroup != "", name, value, "requires the cgroup of the reservation")
			r.check(value == kind || !slices.Contains(list, kind), name, value, "must not be given together with "+kind)
		default:
			oneOf(r, name, value, "pods", "system-reserved", "system-reserved-compressible", "kube-reserved",
				"kube-reserved-compressible", "none")
		}
		r.check(*r.CgroupsPerQOS, name, value, "requires cgroupsPerQOS")
	}
	if cpus := r.ReservedSystemCPUs; cpus != "" {
		_, err := cpuset.Parse(cpus)
		r.check(err == nil, "reservedSystemCPUs", cpus, "must be a list of CPUs such as 0-1,4")
		r.check(r.SystemReservedCgroup == "" && r.KubeReservedCgroup == "", "reservedSystemCPUs", cpus,
			"must not be set together with systemReservedCgroup or kubeReservedCgroup")
	}
}

func (r *rules) memory() {
	if r.enabled(features.NodeSwap) {
		oneOf(r, "memorySwap.swapBehavior", r.MemorySwap.SwapBehavior, "", "NoSwap", "LimitedSwap")
	}
	r.guarded(r.MemorySwap.SwapBehavior != "", features.NodeSwap, "memorySwap.swapBehavior")
	oneOf(r, "memoryReservationPolicy", r.MemoryReservationPolicy, v1beta1.NoneMemoryReservationPolicy,
		v1beta1.TieredReservationMemoryReservationPolicy)
	r.guarded(r.MemoryReservationPolicy == v1beta1.TieredReservationMemoryReservationPolicy, features.MemoryQoS,
		"memoryReservationPolicy")
	if factor := r.MemoryThrottlingFactor; factor != nil {
		// Files with the default of earlier releases keep working.
		r.guarded(*factor != 0.9, features.MemoryQoS, "memoryThrottlingFactor")
		r.check(*factor > 0 && *factor <= 1, "memoryThrottlingFactor", *factor, "must be above 0, and at most 1")
	}
	type key struct {
		node     int32
		resource corev1.ResourceName
	}
	seen := map[key]bool{}
	for _, reservation := range r.ReservedMemory {
		for _, name := range slices.Sorted(maps.Keys(reservation.Limits)) {
			quantity := reservation.Limits[name]
			r.check(name == "memory" || strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix), "reservedMemory",
				name, "must be memory or hugepages-SIZE")
			r.check(!quantity.IsZero(), "reservedMemory", name, "must not be zero")
			r.check(!seen[key{reservation.NumaNode, name}], "reservedMemory", name, "must be reserved once for each node")
			seen[key{reservation.NumaNode, name}] = true
		}
	}
}

func (r *rules) runtime() {
	period := r.CPUCFSQuotaPeriod.Duration
	if r.enabled(features.CustomCPUCFSQuotaPeriod) {
		r.check(period >= time.Millisecond && period <= time.Second, "cpuCFSQuotaPeriod", period.String(),
			"must be from 1ms to 1s")
	} else {
		r.guarded(period != 100*time.Millisecond, features.CustomCPUCFSQuotaPeriod, "cpuCFSQuotaPeriod")
	}
	const backOff = "crashLoopBackOff.maxContainerRestartPeriod"
	if longest := r.CrashLoopBackOff.MaxContainerRestartPeriod; longest != nil {
		r.guarded(true, features.KubeletCrashLoopBackOffMax, backOff)
		r.check(longest.Duration >= time.Second && longest.Duration <= 5*time.Minute, backOff, longest.Duration.String(),
			"must be from 1s to 300s")
	}
	if r.UserNamespaces != nil && r.UserNamespaces.IDsPerPod != nil {
		const unit = 1 << 16
		ids := *r.UserNamespaces.IDsPerPod
		r.check(ids >= unit && ids%unit == 0 && ids < 1<<32, "userNamespaces.idsPerPod", ids,
			"must be a multiple of 65536 below 4294967296")
	}
}

func (r *rules) taints() {
	for i, taint := range r.RegisterWithTaints {
		path := r.child("registerWithTaints").Index(i)
		r.errs = append(r.errs, metav1validation.ValidateLabelName(taint.Key, path.Child("key"))...)
		for _, problem := range validation.IsValidLabelValue(taint.Value) {
			r.errs = append(r.errs, field.Invalid(path.Child("value"), taint.Value, problem))
		}
		effects := []corev1.TaintEffect{"NoSchedule", "PreferNoSchedule", "NoExecute"}
		if !slices.Contains(effects, taint.Effect) {
			r.errs = append(r.errs, field.NotSupported(path.Child("effect"), taint.Effect, effects))
		}
		if taint.TimeAdded != nil {
			r.errs = append(r.errs, field.Forbidden(path.Child("timeAdded"), "is set by Kubernetes"))
		}
	}
}

// sysctl matches the name of a sysctl, with dots or slashes.
var sysctl = regexp.MustCompile(`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`)

func (r *rules) sysctls() {
	r.guarded(len(r.DefaultPodSysctls) > 0, features.DefaultPodSysctls, "defaultPodSysctls")
	if !r.enabled(features.DefaultPodSysctls) {
		return
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(r.DefaultPodSysctls)) {
		dotted := strings.ReplaceAll(name, "/", ".")
		ofPod := slices.ContainsFunc([]string{"kernel.shm", "kernel.msg", "kernel.sem", "fs.mqueue.", "net."},
			func(prefix string) bool { return strings.HasPrefix(dotted, prefix) })
		r.check(sysctl.MatchString(name) && ofPod, "defaultPodSysctls", name, "must be a sysctl that each pod has")
		r.check(!seen[dotted], "defaultPodSysctls", name, "must be set once, with dots or with slashes")
		seen[dotted] = true
	}
}
