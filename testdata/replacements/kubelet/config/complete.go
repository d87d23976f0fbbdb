package config

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubelet/config/v1beta1"

	"example.com/replacements/kubelet/features"
)

// evictionHard are the thresholds of Linux.
var evictionHard = map[string]string{
	"imagefs.available":  "15%",
	"imagefs.inodesFree": "5%",
	"memory.available":   "100Mi",
	"nodefs.available":   "10%",
	"nodefs.inodesFree":  "5%",
}

// Complete sets what depends on the operating system, on feature gates and on whether there is a file. byFlag says that
// the command line has the hard eviction thresholds.
func Complete(c *v1beta1.KubeletConfiguration, hasFile, byFlag bool) {
	if hasFile && !byFlag {
		switch {
		case c.EvictionHard == nil:
			c.EvictionHard = maps.Clone(evictionHard)
		case *c.MergeDefaultEvictionSettings:
			merged := maps.Clone(evictionHard)
			maps.Copy(merged, c.EvictionHard)
			c.EvictionHard = merged
		}
	}
	enabled := features.Enabled(c.FeatureGates)
	if enabled(features.KubeletCrashLoopBackOffMax) && c.CrashLoopBackOff.MaxContainerRestartPeriod == nil {
		c.CrashLoopBackOff.MaxContainerRestartPeriod = &metav1.Duration{Duration: longestBackOff}
	}
	if enabled(features.KubeletEnsureSecretPulledImages) && c.ImagePullCredentialsVerificationPolicy == "" {
		c.ImagePullCredentialsVerificationPolicy = v1beta1.NeverVerifyPreloadedImages
	}
}
