package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	componentbaseconfig "k8s.io/component-base/config"
	v1 "k8s.io/kube-scheduler/config/v1"
)

// KubeSchedulerConfiguration configures kube-scheduler.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type KubeSchedulerConfiguration struct {
	metav1.TypeMeta

	// Parallelism is the number of nodes that are looked at for a pod at the same time.
	// +k8s:minimum=1
	Parallelism int32
	// LeaderElection is for several schedulers, of which one is active.
	// +flagsFrom=k8s.io/component-base/config/options.BindLeaderElectionFlags
	LeaderElection componentbaseconfig.LeaderElectionConfiguration
	// ClientConnection says how to connect to the API server.
	// +precedence=file
	// +subfield(Kubeconfig)=+flag(usage: "Path to the kubeconfig file. Ignored if there is a configuration file.")=kubeconfig
	// +subfield(Kubeconfig)=+path=false
	// +subfield(ContentType)=+flag(usage: "Content type of requests to the API server. Ignored if there is a configuration file.")=kube-api-content-type
	// +subfield(QPS)=+flag(usage: "Requests per second to the API server. Ignored if there is a configuration file.")=kube-api-qps
	// +subfield(Burst)=+flag(usage: "Requests to the API server at once. Ignored if there is a configuration file.")=kube-api-burst
	ClientConnection componentbaseconfig.ClientConnectionConfiguration
	// DebuggingConfiguration enables profiling.
	// +subfield(EnableProfiling)=+precedence=file
	// +subfield(EnableContentionProfiling)=+precedence=file
	// +subfield(EnableProfiling)=+flag(usage: "Serve profiles at /debug/pprof/. Ignored if there is a configuration file.")=profiling
	// +subfield(EnableContentionProfiling)=+flag(usage: "Profile locks, too. Ignored if there is a configuration file.")=contention-profiling
	// +subfield(EnableContentionProfiling)=+configgen:allow(rule: dependent-default, reason: "As in kube-scheduler.")
	componentbaseconfig.DebuggingConfiguration
	// PercentageOfNodesToScore is the share of nodes after which the search for feasible ones ends; 0 depends on the
	// size of the cluster.
	// +k8s:minimum=0
	// +k8s:maximum=100
	PercentageOfNodesToScore *int32
	// PodInitialBackoffSeconds is the first wait for a pod that cannot be scheduled.
	// +k8s:minimum=1
	PodInitialBackoffSeconds int64
	// PodMaxBackoffSeconds is the longest wait.
	PodMaxBackoffSeconds int64
	// Profiles are the profiles that pods choose by the name of their scheduler.
	Profiles []KubeSchedulerProfile
	// Extenders are asked, too.
	// +subfield(TLSConfig.CAFile)=+path=false
	// +subfield(TLSConfig.CertFile)=+path=false
	// +subfield(TLSConfig.KeyFile)=+path=false
	Extenders []v1.Extender
	// DelayCacheUntilActive fills caches when the scheduler becomes the leader, and not before.
	DelayCacheUntilActive bool
}

// KubeSchedulerProfile is a profile.
type KubeSchedulerProfile struct {
	// SchedulerName is the name that pods have.
	// +k8s:required
	SchedulerName string
	// PercentageOfNodesToScore overrides the percentage of the scheduler.
	// +k8s:minimum=0
	// +k8s:maximum=100
	PercentageOfNodesToScore *int32
	// Plugins are the plugins at each extension point.
	Plugins *v1.Plugins
	// PluginConfig has the arguments of plugins.
	PluginConfig []PluginConfig
}

// PluginConfig has the arguments of a plugin.
type PluginConfig struct {
	// Name of the plugin.
	Name string
	// Args are an object of the kind <Name>Args, or what a plugin of another project takes.
	Args runtime.Object
}

// DefaultPreemptionArgs are the arguments of DefaultPreemption.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type DefaultPreemptionArgs struct {
	metav1.TypeMeta

	// MinCandidateNodesPercentage and MinCandidateNodesAbsolute are the least number of candidates to look for.
	MinCandidateNodesPercentage int32
	MinCandidateNodesAbsolute   int32
}

// InterPodAffinityArgs are the arguments of InterPodAffinity.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type InterPodAffinityArgs struct {
	metav1.TypeMeta

	// HardPodAffinityWeight is the weight of pods whose required affinity matches.
	HardPodAffinityWeight int32
	// IgnorePreferredTermsOfExistingPods ignores preferences of other pods.
	IgnorePreferredTermsOfExistingPods bool
}

// VolumeBindingArgs are the arguments of VolumeBinding.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type VolumeBindingArgs struct {
	metav1.TypeMeta

	// BindTimeoutSeconds is how long to wait for volumes.
	BindTimeoutSeconds int64
	// Shape is the score of a volume by its utilization.
	Shape []v1.UtilizationShapePoint
}
