package kubelet

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// KubeletAuthentication says which proofs of identity the kubelet's server takes.
type KubeletAuthentication struct {
	// Webhook takes bearer tokens, which the API server reviews.
	Webhook KubeletWebhookAuthentication
	// Anonymous takes callers without any proof.
	Anonymous KubeletAnonymousAuthentication
}

// KubeletWebhookAuthentication takes bearer tokens.
type KubeletWebhookAuthentication struct {
	// Enabled has the API server review bearer tokens.
	Enabled bool
	// CacheTTL is for how long the review of a token is remembered.
	CacheTTL metav1.Duration
}

// KubeletAnonymousAuthentication takes callers without any proof.
type KubeletAnonymousAuthentication struct {
	// Enabled lets callers that no other method refused in as system:anonymous.
	Enabled bool
}

// KubeletAuthorizationMode names a way to decide what a caller may do.
// +enum
type KubeletAuthorizationMode string

const (
	// KubeletAuthorizationModeAlwaysAllow lets every caller do everything.
	KubeletAuthorizationModeAlwaysAllow KubeletAuthorizationMode = "AlwaysAllow"
	// KubeletAuthorizationModeWebhook asks the API server.
	KubeletAuthorizationModeWebhook KubeletAuthorizationMode = "Webhook"
)

// KubeletAuthorization says what callers of the kubelet's server may do.
type KubeletAuthorization struct {
	// Mode is AlwaysAllow, or Webhook to ask the API server.
	Mode KubeletAuthorizationMode
	// Webhook configures the mode of that name.
	Webhook KubeletWebhookAuthorization
}

// KubeletWebhookAuthorization asks the API server what a caller may do.
type KubeletWebhookAuthorization struct {
	// CacheAuthorizedTTL is for how long a permission is remembered.
	CacheAuthorizedTTL metav1.Duration
	// CacheUnauthorizedTTL is for how long a refusal is remembered.
	CacheUnauthorizedTTL metav1.Duration
}

// ResourceChangeDetectionStrategy names a way to notice that an object in the API server has changed.
// +enum
type ResourceChangeDetectionStrategy string

const (
	// GetChangeDetectionStrategy reads the object whenever it is needed.
	GetChangeDetectionStrategy ResourceChangeDetectionStrategy = "Get"
	// TTLCacheChangeDetectionStrategy reads the object when the last reading is too old.
	TTLCacheChangeDetectionStrategy ResourceChangeDetectionStrategy = "Cache"
	// WatchChangeDetectionStrategy watches the object.
	WatchChangeDetectionStrategy ResourceChangeDetectionStrategy = "Watch"
)

// MemoryReservationPolicy names a degree of protection of requested memory under cgroup v2.
// +enum
type MemoryReservationPolicy string

const (
	// NoneMemoryReservationPolicy protects nothing.
	NoneMemoryReservationPolicy MemoryReservationPolicy = "None"
	// TieredReservationMemoryReservationPolicy sets memory.min for guaranteed and memory.low for burstable pods.
	TieredReservationMemoryReservationPolicy MemoryReservationPolicy = "TieredReservation"
)

// MemorySwapConfiguration says how workloads may use swap.
type MemorySwapConfiguration struct {
	// SwapBehavior is NoSwap, or LimitedSwap for burstable pods in proportion to their memory request.
	// Empty: NoSwap.
	SwapBehavior string
	// FailOn refuses to start on a host with swap.
	// +moved(from: "failSwapOn", in: v1beta1)
	FailOn bool
}

// MemoryReservation is memory of one NUMA node that containers do not get.
type MemoryReservation struct {
	// Node is the number of the NUMA node, from 0 on.
	// +moved(from: "reservedMemory[*].numaNode", in: v1beta1)
	Node int32
	// Limits maps memory and huge page sizes to the quantity that is kept.
	Limits corev1.ResourceList
}

// ShutdownGracePeriodByPodPriority gives the pods from one priority up to the next one listed time to end.
type ShutdownGracePeriodByPodPriority struct {
	// Priority is the lowest priority that the entry is for.
	Priority int32
	// Seconds is the time to end.
	// +moved(from: "shutdownGracePeriodByPodPriority[*].shutdownGracePeriodSeconds", in: v1beta1)
	Seconds int64
}

// CrashLoopBackOffConfig tunes the restarts of containers that keep failing.
type CrashLoopBackOffConfig struct {
	// MaxContainerRestartPeriod is the longest pause before a restart, from 1s to 5m. Unset: 5m.
	MaxContainerRestartPeriod *metav1.Duration
}

// UserNamespaces configures pods with user namespaces of their own.
type UserNamespaces struct {
	// IDsPerPod is how many user and group ids a pod gets, a multiple of 65536. Unset: 65536.
	IDsPerPod *int64
}
