// Package options binds the kubelet's command line: the flags that are not configuration, declared here, and the flags
// of the configuration, generated from package config.
package options

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// KubeletFlags are the flags that say who this kubelet is and where its files are, so that they cannot be shared
// between nodes, and the flags that only live on the command line. Their defaults are legacy defaults: no version of a
// file gives any. The loader brings --config and --config-dir.
// +flags
type KubeletFlags struct {
	// KubeConfig is the file that tells how to reach the API server. Empty: the kubelet runs without one.
	// +flag=kubeconfig
	KubeConfig string
	// BootstrapKubeconfig is the file whose credentials request the first client certificate, while there is no KubeConfig.
	// +flag=bootstrap-kubeconfig
	BootstrapKubeconfig string
	// HostnameOverride names the node in place of the host name.
	// +flag=hostname-override
	HostnameOverride string
	// NodeIP is the address of the node, or one of each family joined by a comma. Empty: the address of the default route.
	// +flag=node-ip
	NodeIP string
	// ContainerRuntimeOptions are about the container runtime.
	ContainerRuntimeOptions
	// CertDirectory is the directory of the certificates that the kubelet makes or requests.
	// +flag=cert-dir
	// +legacyDefault=/var/lib/kubelet/pki
	CertDirectory string
	// CloudProvider is external where a cloud controller manager initialises the node. Empty: no cloud.
	// +flag=cloud-provider
	CloudProvider string
	// RootDirectory is the directory of the kubelet's state: volumes, plugins, checkpoints.
	// +flag=root-dir
	// +legacyDefault=/var/lib/kubelet
	RootDirectory string
	// WindowsService runs the kubelet under the Windows service manager.
	// +flag=windows-service
	// +os=windows
	WindowsService bool
	// WindowsPriorityClass is the priority class of the kubelet's process, by the name of the Windows constant.
	// +flag=windows-priorityclass
	// +legacyDefault=NORMAL_PRIORITY_CLASS
	// +os=windows
	WindowsPriorityClass string
	// NodeLabels are the labels that the node registers itself with.
	// +flag(value: "example.com/kubelet/flagvalues.NewNodeLabels", usageFrom: "example.com/kubelet/flagusage.NodeLabels")=node-labels
	NodeLabels map[string]string
	// LockFilePath is the file that the kubelet locks so that only one runs. Empty: no lock.
	// +flag=lock-file
	LockFilePath string
	// ExitOnLockContention ends the kubelet when another process wants the lock of LockFilePath.
	// +flag=exit-on-lock-contention
	ExitOnLockContention bool
	// SeccompDefault gives workloads without a seccomp profile the profile RuntimeDefault.
	// +flag=seccomp-default
	SeccompDefault bool

	// MinimumGCAge protects a dead container from garbage collection until it is this old.
	// +flag(deprecated: "use --eviction-hard or --eviction-soft instead")=minimum-container-ttl-duration
	// +legacyDefault=0s
	MinimumGCAge metav1.Duration
	// MaxPerPodContainerCount is how many dead instances of a container are kept.
	// +flag(deprecated: "use --eviction-hard or --eviction-soft instead")=maximum-dead-containers-per-container
	// +legacyDefault=1
	MaxPerPodContainerCount int32
	// MaxContainerCount is how many dead containers are kept in all; negative for no limit.
	// +flag(deprecated: "use --eviction-hard or --eviction-soft instead")=maximum-dead-containers
	// +legacyDefault=-1
	MaxContainerCount int32
	// ExperimentalMounterPath is the program that mounts volumes. Empty: mount.
	// +flag(deprecated: "it has no successor")=experimental-mounter-path
	ExperimentalMounterPath string
	// ExperimentalNodeAllocatableIgnoreEvictionThreshold leaves hard eviction thresholds out of what pods can request.
	// +flag(deprecated: "it has no successor")=experimental-allocatable-ignore-eviction
	ExperimentalNodeAllocatableIgnoreEvictionThreshold bool
}

// ContainerRuntimeOptions are about the container runtime.
type ContainerRuntimeOptions struct {
	// RuntimeCgroups is the absolute name of the cgroup of the container runtime.
	// +flag=runtime-cgroups
	RuntimeCgroups string
	// ImageCredentialProviderConfigPath is the file, or directory of files, that configures credential providers.
	// +flag=image-credential-provider-config
	ImageCredentialProviderConfigPath string
	// ImageCredentialProviderBinDir is the directory of the credential providers' programs.
	// +flag=image-credential-provider-bin-dir
	ImageCredentialProviderBinDir string
}
