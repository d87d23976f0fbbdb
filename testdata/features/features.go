// Package features declares the versioned features of Kubernetes by markers.
package features

import "k8s.io/component-base/featuregate"

const (
	// AggregatedDiscoveryRemoveBetaType is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0")
	// +feature(stage: deprecated, since: "1.33", default: true)
	AggregatedDiscoveryRemoveBetaType featuregate.Feature = "AggregatedDiscoveryRemoveBetaType"

	// AllowDNSOnlyNodeCSR is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.31")
	AllowDNSOnlyNodeCSR featuregate.Feature = "AllowDNSOnlyNodeCSR"

	// AllowInsecureKubeletCertificateSigningRequests is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.31")
	AllowInsecureKubeletCertificateSigningRequests featuregate.Feature = "AllowInsecureKubeletCertificateSigningRequests"

	// AllowOverwriteTerminationGracePeriodSeconds is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.32")
	AllowOverwriteTerminationGracePeriodSeconds featuregate.Feature = "AllowOverwriteTerminationGracePeriodSeconds"

	// AllowParsingUserUIDFromCertAuth is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	AllowParsingUserUIDFromCertAuth featuregate.Feature = "AllowParsingUserUIDFromCertAuth"

	// AllowServiceLBStatusOnNonLB is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.29")
	// +feature(stage: deprecated, since: "1.32", locked: true)
	AllowServiceLBStatusOnNonLB featuregate.Feature = "AllowServiceLBStatusOnNonLB"

	// AllowUnsafeMalformedObjectDeletion is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	AllowUnsafeMalformedObjectDeletion featuregate.Feature = "AllowUnsafeMalformedObjectDeletion"

	// AnonymousAuthConfigurableEndpoints is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	AnonymousAuthConfigurableEndpoints featuregate.Feature = "AnonymousAuthConfigurableEndpoints"

	// AnyVolumeDataSource is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.18")
	// +feature(stage: beta, since: "1.24", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	AnyVolumeDataSource featuregate.Feature = "AnyVolumeDataSource"

	// APIResponseCompression is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.8")
	// +feature(stage: beta, since: "1.16", default: true)
	APIResponseCompression featuregate.Feature = "APIResponseCompression"

	// APIServerIdentity is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.20")
	// +feature(stage: beta, since: "1.26", default: true)
	APIServerIdentity featuregate.Feature = "APIServerIdentity"

	// APIServerTracing is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.22")
	// +feature(stage: beta, since: "1.27", default: true)
	APIServerTracing featuregate.Feature = "APIServerTracing"

	// APIServingWithRoutine is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	APIServingWithRoutine featuregate.Feature = "APIServingWithRoutine"

	// AuthorizeNodeWithSelectors is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	AuthorizeNodeWithSelectors featuregate.Feature = "AuthorizeNodeWithSelectors"

	// AuthorizeWithSelectors is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	AuthorizeWithSelectors featuregate.Feature = "AuthorizeWithSelectors"

	// BtreeWatchCache is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	BtreeWatchCache featuregate.Feature = "BtreeWatchCache"

	// CBORServingAndStorage is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	CBORServingAndStorage featuregate.Feature = "CBORServingAndStorage"

	// ClearingNominatedNodeNameAfterBinding is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	ClearingNominatedNodeNameAfterBinding featuregate.Feature = "ClearingNominatedNodeNameAfterBinding"

	// CloudControllerManagerWebhook is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	CloudControllerManagerWebhook featuregate.Feature = "CloudControllerManagerWebhook"

	// ClusterTrustBundle is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	// +feature(stage: beta, since: "1.33")
	ClusterTrustBundle featuregate.Feature = "ClusterTrustBundle"

	// ClusterTrustBundleProjection is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.33")
	ClusterTrustBundleProjection featuregate.Feature = "ClusterTrustBundleProjection"

	// ComponentFlagz is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	ComponentFlagz featuregate.Feature = "ComponentFlagz"

	// ComponentSLIs is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	// +feature(stage: beta, since: "1.27", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	ComponentSLIs featuregate.Feature = "ComponentSLIs"

	// ComponentStatusz is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	ComponentStatusz featuregate.Feature = "ComponentStatusz"

	// ConcurrentWatchObjectDecode is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.31")
	ConcurrentWatchObjectDecode featuregate.Feature = "ConcurrentWatchObjectDecode"

	// ConsistentListFromCache is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	ConsistentListFromCache featuregate.Feature = "ConsistentListFromCache"

	// ContainerCheckpoint is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.30", default: true)
	ContainerCheckpoint featuregate.Feature = "ContainerCheckpoint"

	// ContainerStopSignals is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	ContainerStopSignals featuregate.Feature = "ContainerStopSignals"

	// ContextualLogging is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.24")
	// +feature(stage: beta, since: "1.30", default: true)
	ContextualLogging featuregate.Feature = "ContextualLogging"

	// CoordinatedLeaderElection is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.33")
	CoordinatedLeaderElection featuregate.Feature = "CoordinatedLeaderElection"

	// CPUCFSQuotaPeriod is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.12")
	CPUCFSQuotaPeriod featuregate.Feature = "CPUCFSQuotaPeriod"

	// CPUManagerPolicyAlphaOptions is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	CPUManagerPolicyAlphaOptions featuregate.Feature = "CPUManagerPolicyAlphaOptions"

	// CPUManagerPolicyBetaOptions is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.23", default: true)
	CPUManagerPolicyBetaOptions featuregate.Feature = "CPUManagerPolicyBetaOptions"

	// CPUManagerPolicyOptions is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.22")
	// +feature(stage: beta, since: "1.23", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	CPUManagerPolicyOptions featuregate.Feature = "CPUManagerPolicyOptions"

	// CRDValidationRatcheting is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	CRDValidationRatcheting featuregate.Feature = "CRDValidationRatcheting"

	// CronJobsScheduledAnnotation is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.28", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	CronJobsScheduledAnnotation featuregate.Feature = "CronJobsScheduledAnnotation"

	// CrossNamespaceVolumeDataSource is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	CrossNamespaceVolumeDataSource featuregate.Feature = "CrossNamespaceVolumeDataSource"

	// CSIMigrationPortworx is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.25")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	CSIMigrationPortworx featuregate.Feature = "CSIMigrationPortworx"

	// CSIVolumeHealth is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.21")
	CSIVolumeHealth featuregate.Feature = "CSIVolumeHealth"

	// CustomResourceFieldSelectors is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	CustomResourceFieldSelectors featuregate.Feature = "CustomResourceFieldSelectors"

	// DeclarativeValidation is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	DeclarativeValidation featuregate.Feature = "DeclarativeValidation"

	// DeclarativeValidationTakeover is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33")
	DeclarativeValidationTakeover featuregate.Feature = "DeclarativeValidationTakeover"

	// DeploymentReplicaSetTerminatingReplicas is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	DeploymentReplicaSetTerminatingReplicas featuregate.Feature = "DeploymentReplicaSetTerminatingReplicas"

	// DetectCacheInconsistency is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	DetectCacheInconsistency featuregate.Feature = "DetectCacheInconsistency"

	// DevicePluginCDIDevices is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.29", default: true)
	// +feature(stage: ga, since: "1.31", default: true, locked: true)
	DevicePluginCDIDevices featuregate.Feature = "DevicePluginCDIDevices"

	// DisableAllocatorDualWrite is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.33")
	// +feature(stage: ga, since: "1.34", default: true)
	DisableAllocatorDualWrite featuregate.Feature = "DisableAllocatorDualWrite"

	// DisableCPUQuotaWithExclusiveCPUs is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	DisableCPUQuotaWithExclusiveCPUs featuregate.Feature = "DisableCPUQuotaWithExclusiveCPUs"

	// DisableNodeKubeProxyVersion is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: deprecated, since: "1.31")
	// +feature(stage: deprecated, since: "1.33", default: true)
	DisableNodeKubeProxyVersion featuregate.Feature = "DisableNodeKubeProxyVersion"

	// DRAAdminAccess is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	DRAAdminAccess featuregate.Feature = "DRAAdminAccess"

	// DRADeviceTaints is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	DRADeviceTaints featuregate.Feature = "DRADeviceTaints"

	// DRAPartitionableDevices is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	DRAPartitionableDevices featuregate.Feature = "DRAPartitionableDevices"

	// DRAPrioritizedList is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	DRAPrioritizedList featuregate.Feature = "DRAPrioritizedList"

	// DRAResourceClaimDeviceStatus is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	DRAResourceClaimDeviceStatus featuregate.Feature = "DRAResourceClaimDeviceStatus"

	// DRASchedulerFilterTimeout is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	DRASchedulerFilterTimeout featuregate.Feature = "DRASchedulerFilterTimeout"

	// DynamicResourceAllocation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	// +feature(stage: beta, since: "1.32")
	DynamicResourceAllocation featuregate.Feature = "DynamicResourceAllocation"

	// EventedPLEG is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	EventedPLEG featuregate.Feature = "EventedPLEG"

	// ExecProbeTimeout is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.20", default: true)
	ExecProbeTimeout featuregate.Feature = "ExecProbeTimeout"

	// ExternalServiceAccountTokenSigner is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.34", default: true)
	ExternalServiceAccountTokenSigner featuregate.Feature = "ExternalServiceAccountTokenSigner"

	// GitRepoVolumeDriver is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.33")
	GitRepoVolumeDriver featuregate.Feature = "GitRepoVolumeDriver"

	// GracefulNodeShutdown is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.20")
	// +feature(stage: beta, since: "1.21", default: true)
	GracefulNodeShutdown featuregate.Feature = "GracefulNodeShutdown"

	// GracefulNodeShutdownBasedOnPodPriority is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.24", default: true)
	GracefulNodeShutdownBasedOnPodPriority featuregate.Feature = "GracefulNodeShutdownBasedOnPodPriority"

	// HonorPVReclaimPolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	HonorPVReclaimPolicy featuregate.Feature = "HonorPVReclaimPolicy"

	// HPAConfigurableTolerance is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	HPAConfigurableTolerance featuregate.Feature = "HPAConfigurableTolerance"

	// HPAScaleToZero is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.16")
	HPAScaleToZero featuregate.Feature = "HPAScaleToZero"

	// ImageMaximumGCAge is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	ImageMaximumGCAge featuregate.Feature = "ImageMaximumGCAge"

	// ImageVolume is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.33")
	ImageVolume featuregate.Feature = "ImageVolume"

	// InPlacePodVerticalScaling is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	// +feature(stage: beta, since: "1.33", default: true)
	InPlacePodVerticalScaling featuregate.Feature = "InPlacePodVerticalScaling"

	// InPlacePodVerticalScalingAllocatedStatus is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: deprecated, since: "1.33")
	InPlacePodVerticalScalingAllocatedStatus featuregate.Feature = "InPlacePodVerticalScalingAllocatedStatus"

	// InPlacePodVerticalScalingExclusiveCPUs is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	InPlacePodVerticalScalingExclusiveCPUs featuregate.Feature = "InPlacePodVerticalScalingExclusiveCPUs"

	// InTreePluginPortworxUnregister is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	InTreePluginPortworxUnregister featuregate.Feature = "InTreePluginPortworxUnregister"

	// JobBackoffLimitPerIndex is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.29", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	JobBackoffLimitPerIndex featuregate.Feature = "JobBackoffLimitPerIndex"

	// JobManagedBy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.32", default: true)
	JobManagedBy featuregate.Feature = "JobManagedBy"

	// JobPodReplacementPolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.29", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	JobPodReplacementPolicy featuregate.Feature = "JobPodReplacementPolicy"

	// JobSuccessPolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	JobSuccessPolicy featuregate.Feature = "JobSuccessPolicy"

	// KMSv1 is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.28", default: true)
	// +feature(stage: deprecated, since: "1.29")
	KMSv1 featuregate.Feature = "KMSv1"

	// KubeletCgroupDriverFromCRI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.31", default: true)
	KubeletCgroupDriverFromCRI featuregate.Feature = "KubeletCgroupDriverFromCRI"

	// KubeletCrashLoopBackOffMax is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	KubeletCrashLoopBackOffMax featuregate.Feature = "KubeletCrashLoopBackOffMax"

	// KubeletEnsureSecretPulledImages is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	KubeletEnsureSecretPulledImages featuregate.Feature = "KubeletEnsureSecretPulledImages"

	// KubeletFineGrainedAuthz is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	KubeletFineGrainedAuthz featuregate.Feature = "KubeletFineGrainedAuthz"

	// KubeletInUserNamespace is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.22")
	KubeletInUserNamespace featuregate.Feature = "KubeletInUserNamespace"

	// KubeletPodResourcesDynamicResources is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	KubeletPodResourcesDynamicResources featuregate.Feature = "KubeletPodResourcesDynamicResources"

	// KubeletPodResourcesGet is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	KubeletPodResourcesGet featuregate.Feature = "KubeletPodResourcesGet"

	// KubeletPodResourcesListUseActivePods is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0")
	// +feature(stage: deprecated, since: "1.34", default: true)
	KubeletPodResourcesListUseActivePods featuregate.Feature = "KubeletPodResourcesListUseActivePods"

	// KubeletPSI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	KubeletPSI featuregate.Feature = "KubeletPSI"

	// KubeletRegistrationGetOnExistsOnly is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.32")
	KubeletRegistrationGetOnExistsOnly featuregate.Feature = "KubeletRegistrationGetOnExistsOnly"

	// KubeletSeparateDiskGC is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.31", default: true)
	KubeletSeparateDiskGC featuregate.Feature = "KubeletSeparateDiskGC"

	// KubeletServiceAccountTokenForCredentialProviders is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	KubeletServiceAccountTokenForCredentialProviders featuregate.Feature = "KubeletServiceAccountTokenForCredentialProviders"

	// KubeletTracing is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.27", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	KubeletTracing featuregate.Feature = "KubeletTracing"

	// LegacySidecarContainers is a feature of Kubernetes.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.33")
	LegacySidecarContainers featuregate.Feature = "LegacySidecarContainers"

	// ListFromCacheSnapshot is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	// +feature(stage: beta, since: "1.34", default: true)
	ListFromCacheSnapshot featuregate.Feature = "ListFromCacheSnapshot"

	// LoadBalancerIPMode is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	LoadBalancerIPMode featuregate.Feature = "LoadBalancerIPMode"

	// LocalStorageCapacityIsolationFSQuotaMonitoring is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.15")
	// +feature(stage: beta, since: "1.31")
	LocalStorageCapacityIsolationFSQuotaMonitoring featuregate.Feature = "LocalStorageCapacityIsolationFSQuotaMonitoring"

	// LogarithmicScaleDown is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.21")
	// +feature(stage: beta, since: "1.22", default: true)
	// +feature(stage: ga, since: "1.31", default: true, locked: true)
	LogarithmicScaleDown featuregate.Feature = "LogarithmicScaleDown"

	// LoggingAlphaOptions is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.24")
	LoggingAlphaOptions featuregate.Feature = "LoggingAlphaOptions"

	// LoggingBetaOptions is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.24", default: true)
	LoggingBetaOptions featuregate.Feature = "LoggingBetaOptions"

	// MatchLabelKeysInPodAffinity is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	MatchLabelKeysInPodAffinity featuregate.Feature = "MatchLabelKeysInPodAffinity"

	// MatchLabelKeysInPodTopologySpread is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.27", default: true)
	MatchLabelKeysInPodTopologySpread featuregate.Feature = "MatchLabelKeysInPodTopologySpread"

	// MatchLabelKeysInPodTopologySpreadSelectorMerge is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	MatchLabelKeysInPodTopologySpreadSelectorMerge featuregate.Feature = "MatchLabelKeysInPodTopologySpreadSelectorMerge"

	// MaxUnavailableStatefulSet is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.24")
	MaxUnavailableStatefulSet featuregate.Feature = "MaxUnavailableStatefulSet"

	// MemoryManager is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.21")
	// +feature(stage: beta, since: "1.22", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	MemoryManager featuregate.Feature = "MemoryManager"

	// MemoryQoS is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.22")
	MemoryQoS featuregate.Feature = "MemoryQoS"

	// MultiCIDRServiceAllocator is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	// +feature(stage: beta, since: "1.31")
	// +feature(stage: ga, since: "1.33", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	MultiCIDRServiceAllocator featuregate.Feature = "MultiCIDRServiceAllocator"

	// MutableCSINodeAllocatableCount is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	MutableCSINodeAllocatableCount featuregate.Feature = "MutableCSINodeAllocatableCount"

	// MutatingAdmissionPolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.34")
	MutatingAdmissionPolicy featuregate.Feature = "MutatingAdmissionPolicy"

	// NFTablesProxyMode is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	NFTablesProxyMode featuregate.Feature = "NFTablesProxyMode"

	// NodeInclusionPolicyInPodTopologySpread is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.26", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	NodeInclusionPolicyInPodTopologySpread featuregate.Feature = "NodeInclusionPolicyInPodTopologySpread"

	// NodeLogQuery is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	// +feature(stage: beta, since: "1.30")
	NodeLogQuery featuregate.Feature = "NodeLogQuery"

	// NodeSwap is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.22")
	// +feature(stage: beta, since: "1.28")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	NodeSwap featuregate.Feature = "NodeSwap"

	// NominatedNodeNameForExpectation is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	NominatedNodeNameForExpectation featuregate.Feature = "NominatedNodeNameForExpectation"

	// OpenAPIEnums is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.24", default: true)
	OpenAPIEnums featuregate.Feature = "OpenAPIEnums"

	// OrderedNamespaceDeletion is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.30")
	// +feature(stage: beta, since: "1.33", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	OrderedNamespaceDeletion featuregate.Feature = "OrderedNamespaceDeletion"

	// PodAndContainerStatsFromCRI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	PodAndContainerStatsFromCRI featuregate.Feature = "PodAndContainerStatsFromCRI"

	// PodDeletionCost is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.21")
	// +feature(stage: beta, since: "1.22", default: true)
	PodDeletionCost featuregate.Feature = "PodDeletionCost"

	// PodIndexLabel is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.28", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	PodIndexLabel featuregate.Feature = "PodIndexLabel"

	// PodLevelResources is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	PodLevelResources featuregate.Feature = "PodLevelResources"

	// PodLifecycleSleepAction is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	PodLifecycleSleepAction featuregate.Feature = "PodLifecycleSleepAction"

	// PodLifecycleSleepActionAllowZero is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	PodLifecycleSleepActionAllowZero featuregate.Feature = "PodLifecycleSleepActionAllowZero"

	// PodLogsQuerySplitStreams is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	PodLogsQuerySplitStreams featuregate.Feature = "PodLogsQuerySplitStreams"

	// PodObservedGenerationTracking is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	PodObservedGenerationTracking featuregate.Feature = "PodObservedGenerationTracking"

	// PodReadyToStartContainersCondition is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.29", default: true)
	PodReadyToStartContainersCondition featuregate.Feature = "PodReadyToStartContainersCondition"

	// PodSchedulingReadiness is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	// +feature(stage: beta, since: "1.27", default: true)
	// +feature(stage: ga, since: "1.30", default: true, locked: true)
	PodSchedulingReadiness featuregate.Feature = "PodSchedulingReadiness"

	// PodTopologyLabelsAdmission is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	PodTopologyLabelsAdmission featuregate.Feature = "PodTopologyLabelsAdmission"

	// PortForwardWebsockets is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	PortForwardWebsockets featuregate.Feature = "PortForwardWebsockets"

	// PreferSameTrafficDistribution is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	// +feature(stage: beta, since: "1.34", default: true)
	PreferSameTrafficDistribution featuregate.Feature = "PreferSameTrafficDistribution"

	// PreventStaticPodAPIReferences is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	PreventStaticPodAPIReferences featuregate.Feature = "PreventStaticPodAPIReferences"

	// ProcMountType is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.12")
	// +feature(stage: beta, since: "1.31")
	// +feature(stage: beta, since: "1.33", default: true)
	ProcMountType featuregate.Feature = "ProcMountType"

	// QOSReserved is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.11")
	QOSReserved featuregate.Feature = "QOSReserved"

	// RecoverVolumeExpansionFailure is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	RecoverVolumeExpansionFailure featuregate.Feature = "RecoverVolumeExpansionFailure"

	// RecursiveReadOnlyMounts is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	RecursiveReadOnlyMounts featuregate.Feature = "RecursiveReadOnlyMounts"

	// ReduceDefaultCrashLoopBackOffDecay is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	ReduceDefaultCrashLoopBackOffDecay featuregate.Feature = "ReduceDefaultCrashLoopBackOffDecay"

	// RelaxedDNSSearchValidation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	RelaxedDNSSearchValidation featuregate.Feature = "RelaxedDNSSearchValidation"

	// RelaxedEnvironmentVariableValidation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	RelaxedEnvironmentVariableValidation featuregate.Feature = "RelaxedEnvironmentVariableValidation"

	// RelaxedServiceNameValidation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.34")
	RelaxedServiceNameValidation featuregate.Feature = "RelaxedServiceNameValidation"

	// ReloadKubeletServerCertificateFile is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.31", default: true)
	ReloadKubeletServerCertificateFile featuregate.Feature = "ReloadKubeletServerCertificateFile"

	// RemoteRequestHeaderUID is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	RemoteRequestHeaderUID featuregate.Feature = "RemoteRequestHeaderUID"

	// ResilientWatchCacheInitialization is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	ResilientWatchCacheInitialization featuregate.Feature = "ResilientWatchCacheInitialization"

	// ResourceHealthStatus is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	ResourceHealthStatus featuregate.Feature = "ResourceHealthStatus"

	// RetryGenerateName is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	RetryGenerateName featuregate.Feature = "RetryGenerateName"

	// RotateKubeletServerCertificate is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.7")
	// +feature(stage: beta, since: "1.12", default: true)
	RotateKubeletServerCertificate featuregate.Feature = "RotateKubeletServerCertificate"

	// RuntimeClassInImageCriAPI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	RuntimeClassInImageCriAPI featuregate.Feature = "RuntimeClassInImageCriAPI"

	// SchedulerAsyncAPICalls is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	SchedulerAsyncAPICalls featuregate.Feature = "SchedulerAsyncAPICalls"

	// SchedulerAsyncPreemption is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	SchedulerAsyncPreemption featuregate.Feature = "SchedulerAsyncPreemption"

	// SchedulerPopFromBackoffQ is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	SchedulerPopFromBackoffQ featuregate.Feature = "SchedulerPopFromBackoffQ"

	// SchedulerQueueingHints is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.28")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	SchedulerQueueingHints featuregate.Feature = "SchedulerQueueingHints"

	// SELinuxChangePolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	SELinuxChangePolicy featuregate.Feature = "SELinuxChangePolicy"

	// SELinuxMount is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.33")
	SELinuxMount featuregate.Feature = "SELinuxMount"

	// SELinuxMountReadWriteOncePod is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.27")
	// +feature(stage: beta, since: "1.28", default: true)
	SELinuxMountReadWriteOncePod featuregate.Feature = "SELinuxMountReadWriteOncePod"

	// SeparateCacheWatchRPC is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.28", default: true)
	// +feature(stage: deprecated, since: "1.33")
	SeparateCacheWatchRPC featuregate.Feature = "SeparateCacheWatchRPC"

	// SeparateTaintEvictionController is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.29", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	SeparateTaintEvictionController featuregate.Feature = "SeparateTaintEvictionController"

	// ServiceAccountNodeAudienceRestriction is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.32")
	// +feature(stage: beta, since: "1.33", default: true)
	ServiceAccountNodeAudienceRestriction featuregate.Feature = "ServiceAccountNodeAudienceRestriction"

	// ServiceAccountTokenJTI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	ServiceAccountTokenJTI featuregate.Feature = "ServiceAccountTokenJTI"

	// ServiceAccountTokenNodeBinding is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	ServiceAccountTokenNodeBinding featuregate.Feature = "ServiceAccountTokenNodeBinding"

	// ServiceAccountTokenNodeBindingValidation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	ServiceAccountTokenNodeBindingValidation featuregate.Feature = "ServiceAccountTokenNodeBindingValidation"

	// ServiceAccountTokenPodNodeInfo is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	ServiceAccountTokenPodNodeInfo featuregate.Feature = "ServiceAccountTokenPodNodeInfo"

	// ServiceTrafficDistribution is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	// +feature(stage: beta, since: "1.31", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	ServiceTrafficDistribution featuregate.Feature = "ServiceTrafficDistribution"

	// SidecarContainers is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	// +feature(stage: beta, since: "1.29", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	SidecarContainers featuregate.Feature = "SidecarContainers"

	// SizeBasedListCostEstimate is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	SizeBasedListCostEstimate featuregate.Feature = "SizeBasedListCostEstimate"

	// SizeMemoryBackedVolumes is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.20")
	// +feature(stage: beta, since: "1.22", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	SizeMemoryBackedVolumes featuregate.Feature = "SizeMemoryBackedVolumes"

	// StatefulSetAutoDeletePVC is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.23")
	// +feature(stage: beta, since: "1.27", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	StatefulSetAutoDeletePVC featuregate.Feature = "StatefulSetAutoDeletePVC"

	// StorageCapacityScoring is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	StorageCapacityScoring featuregate.Feature = "StorageCapacityScoring"

	// StorageNamespaceIndex is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: deprecated, since: "1.33", default: true)
	StorageNamespaceIndex featuregate.Feature = "StorageNamespaceIndex"

	// StorageVersionAPI is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.20")
	StorageVersionAPI featuregate.Feature = "StorageVersionAPI"

	// StorageVersionHash is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.14")
	// +feature(stage: beta, since: "1.15", default: true)
	StorageVersionHash featuregate.Feature = "StorageVersionHash"

	// StorageVersionMigrator is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.30")
	StorageVersionMigrator featuregate.Feature = "StorageVersionMigrator"

	// StreamingCollectionEncodingToJSON is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	StreamingCollectionEncodingToJSON featuregate.Feature = "StreamingCollectionEncodingToJSON"

	// StreamingCollectionEncodingToProtobuf is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.33", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	StreamingCollectionEncodingToProtobuf featuregate.Feature = "StreamingCollectionEncodingToProtobuf"

	// StrictCostEnforcementForVAP is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.30")
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	StrictCostEnforcementForVAP featuregate.Feature = "StrictCostEnforcementForVAP"

	// StrictCostEnforcementForWebhooks is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.30")
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	StrictCostEnforcementForWebhooks featuregate.Feature = "StrictCostEnforcementForWebhooks"

	// StrictIPCIDRValidation is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.33")
	StrictIPCIDRValidation featuregate.Feature = "StrictIPCIDRValidation"

	// StructuredAuthenticationConfiguration is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.34", default: true, locked: true)
	StructuredAuthenticationConfiguration featuregate.Feature = "StructuredAuthenticationConfiguration"

	// StructuredAuthenticationConfigurationEgressSelector is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	StructuredAuthenticationConfigurationEgressSelector featuregate.Feature = "StructuredAuthenticationConfigurationEgressSelector"

	// StructuredAuthorizationConfiguration is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	// +feature(stage: ga, since: "1.32", default: true, locked: true)
	StructuredAuthorizationConfiguration featuregate.Feature = "StructuredAuthorizationConfiguration"

	// SupplementalGroupsPolicy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.31")
	// +feature(stage: beta, since: "1.33", default: true)
	SupplementalGroupsPolicy featuregate.Feature = "SupplementalGroupsPolicy"

	// SystemdWatchdog is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.32", default: true)
	SystemdWatchdog featuregate.Feature = "SystemdWatchdog"

	// TokenRequestServiceAccountUIDValidation is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.34", default: true)
	TokenRequestServiceAccountUIDValidation featuregate.Feature = "TokenRequestServiceAccountUIDValidation"

	// TopologyAwareHints is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.21")
	// +feature(stage: beta, since: "1.23")
	// +feature(stage: beta, since: "1.24", default: true)
	// +feature(stage: ga, since: "1.33", default: true, locked: true)
	TopologyAwareHints featuregate.Feature = "TopologyAwareHints"

	// TopologyManagerPolicyAlphaOptions is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	TopologyManagerPolicyAlphaOptions featuregate.Feature = "TopologyManagerPolicyAlphaOptions"

	// TopologyManagerPolicyBetaOptions is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.26")
	// +feature(stage: beta, since: "1.28", default: true)
	TopologyManagerPolicyBetaOptions featuregate.Feature = "TopologyManagerPolicyBetaOptions"

	// TopologyManagerPolicyOptions is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	// +feature(stage: beta, since: "1.28", default: true)
	// +feature(stage: ga, since: "1.32", default: true)
	TopologyManagerPolicyOptions featuregate.Feature = "TopologyManagerPolicyOptions"

	// TranslateStreamCloseWebsocketRequests is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.30", default: true)
	TranslateStreamCloseWebsocketRequests featuregate.Feature = "TranslateStreamCloseWebsocketRequests"

	// UnauthenticatedHTTP2DOSMitigation is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.25")
	// +feature(stage: beta, since: "1.29", default: true)
	UnauthenticatedHTTP2DOSMitigation featuregate.Feature = "UnauthenticatedHTTP2DOSMitigation"

	// UnknownVersionInteroperabilityProxy is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.28")
	UnknownVersionInteroperabilityProxy featuregate.Feature = "UnknownVersionInteroperabilityProxy"

	// UserNamespacesPodSecurityStandards is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	UserNamespacesPodSecurityStandards featuregate.Feature = "UserNamespacesPodSecurityStandards"

	// UserNamespacesSupport is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.25")
	// +feature(stage: beta, since: "1.30")
	// +feature(stage: beta, since: "1.33", default: true)
	UserNamespacesSupport featuregate.Feature = "UserNamespacesSupport"

	// VolumeAttributesClass is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.29")
	// +feature(stage: beta, since: "1.31")
	VolumeAttributesClass featuregate.Feature = "VolumeAttributesClass"

	// WatchCacheInitializationPostStartHook is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.31")
	WatchCacheInitializationPostStartHook featuregate.Feature = "WatchCacheInitializationPostStartHook"

	// WatchFromStorageWithoutResourceVersion is a feature of Kubernetes.
	// +feature(stage: beta, since: "1.27")
	// +feature(stage: deprecated, since: "1.33", locked: true)
	WatchFromStorageWithoutResourceVersion featuregate.Feature = "WatchFromStorageWithoutResourceVersion"

	// WatchList is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.27")
	// +feature(stage: beta, since: "1.32", default: true)
	// +feature(stage: beta, since: "1.33")
	WatchList featuregate.Feature = "WatchList"

	// WindowsCPUAndMemoryAffinity is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	WindowsCPUAndMemoryAffinity featuregate.Feature = "WindowsCPUAndMemoryAffinity"

	// WindowsGracefulNodeShutdown is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.32")
	WindowsGracefulNodeShutdown featuregate.Feature = "WindowsGracefulNodeShutdown"

	// WindowsHostNetwork is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.26")
	// +feature(stage: deprecated, since: "1.33")
	WindowsHostNetwork featuregate.Feature = "WindowsHostNetwork"

	// WinDSR is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.14")
	// +feature(stage: beta, since: "1.33", default: true)
	WinDSR featuregate.Feature = "WinDSR"

	// WinOverlay is a feature of Kubernetes.
	// +feature(stage: alpha, since: "1.14")
	// +feature(stage: beta, since: "1.20", default: true)
	WinOverlay featuregate.Feature = "WinOverlay"
)
