package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// KubeletAuthentication says which proofs of identity the kubelet's server takes.
type KubeletAuthentication struct {
	// x509 takes client certificates.
	X509 KubeletX509Authentication `json:"x509"`
	// webhook takes bearer tokens, which the API server reviews.
	Webhook KubeletWebhookAuthentication `json:"webhook"`
	// anonymous takes callers without any proof.
	Anonymous KubeletAnonymousAuthentication `json:"anonymous"`
}

// KubeletX509Authentication takes client certificates.
type KubeletX509Authentication struct {
	// clientCAFile is the PEM file of the authorities whose client certificates are accepted. Empty: none are.
	ClientCAFile string `json:"clientCAFile,omitempty"`
}

// KubeletWebhookAuthentication takes bearer tokens.
type KubeletWebhookAuthentication struct {
	// enabled has the API server review bearer tokens.
	// Default: true
	Enabled *bool `json:"enabled,omitempty"`
	// cacheTTL is for how long the review of a token is remembered.
	// Default: 2m
	CacheTTL metav1.Duration `json:"cacheTTL,omitempty"`
}

// KubeletAnonymousAuthentication takes callers without any proof.
type KubeletAnonymousAuthentication struct {
	// enabled lets callers that no other method refused in as system:anonymous.
	// Default: false
	Enabled *bool `json:"enabled,omitempty"`
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
	// mode is AlwaysAllow, or Webhook to ask the API server.
	// Default: Webhook
	Mode KubeletAuthorizationMode `json:"mode,omitempty"`
	// webhook configures the mode of that name.
	Webhook KubeletWebhookAuthorization `json:"webhook"`
}

// KubeletWebhookAuthorization asks the API server what a caller may do.
type KubeletWebhookAuthorization struct {
	// cacheAuthorizedTTL is for how long a permission is remembered.
	// Default: 5m
	CacheAuthorizedTTL metav1.Duration `json:"cacheAuthorizedTTL,omitempty"`
	// cacheUnauthorizedTTL is for how long a refusal is remembered.
	// Default: 30s
	CacheUnauthorizedTTL metav1.Duration `json:"cacheUnauthorizedTTL,omitempty"`
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

// ImagePullCredentialsVerificationPolicy names the images on the node that need pull credentials again.
// +enum
type ImagePullCredentialsVerificationPolicy string

const (
	// NeverVerify needs them for none.
	NeverVerify ImagePullCredentialsVerificationPolicy = "NeverVerify"
	// NeverVerifyPreloadedImages needs them for all that the kubelet itself pulled.
	NeverVerifyPreloadedImages ImagePullCredentialsVerificationPolicy = "NeverVerifyPreloadedImages"
	// NeverVerifyAllowlistedImages needs them for all but the preloaded ones on the list.
	NeverVerifyAllowlistedImages ImagePullCredentialsVerificationPolicy = "NeverVerifyAllowlistedImages"
	// AlwaysVerify needs them for every image.
	AlwaysVerify ImagePullCredentialsVerificationPolicy = "AlwaysVerify"
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
	// swapBehavior is NoSwap, or LimitedSwap for burstable pods in proportion to their memory request.
	// Empty: NoSwap.
	SwapBehavior string `json:"swapBehavior,omitempty"`
}

// MemoryReservation is memory of one NUMA node that containers do not get.
type MemoryReservation struct {
	// numaNode is the number of the NUMA node, from 0 on.
	NumaNode int32 `json:"numaNode"`
	// limits maps memory and huge page sizes to the quantity that is kept.
	Limits corev1.ResourceList `json:"limits"`
}

// ShutdownGracePeriodByPodPriority gives the pods from one priority up to the next one listed time to end.
type ShutdownGracePeriodByPodPriority struct {
	// priority is the lowest priority that the entry is for.
	Priority int32 `json:"priority"`
	// shutdownGracePeriodSeconds is the time to end, in seconds.
	ShutdownGracePeriodSeconds int64 `json:"shutdownGracePeriodSeconds"`
}

// CrashLoopBackOffConfig tunes the restarts of containers that keep failing.
type CrashLoopBackOffConfig struct {
	// maxContainerRestartPeriod is the longest pause before a restart, from 1s to 5m. Unset: 5m.
	MaxContainerRestartPeriod *metav1.Duration `json:"maxContainerRestartPeriod,omitempty"`
}

// UserNamespaces configures pods with user namespaces of their own.
type UserNamespaces struct {
	// idsPerPod is how many user and group ids a pod gets, a multiple of 65536. Unset: 65536.
	IDsPerPod *int64 `json:"idsPerPod,omitempty"`
}
