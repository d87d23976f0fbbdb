package v1

import (
	"errors"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	"k8s.io/kube-scheduler/config/v1"
)

// SetDefaults_KubeSchedulerConfiguration sets the defaults of the configuration.
func SetDefaults_KubeSchedulerConfiguration(obj *v1.KubeSchedulerConfiguration) {
	or(&obj.Parallelism, 16)
	or(&obj.PercentageOfNodesToScore, 0)
	or(&obj.PodInitialBackoffSeconds, 1)
	or(&obj.PodMaxBackoffSeconds, 10)
	or(&obj.EnableProfiling, true)
	if *obj.EnableProfiling {
		or(&obj.EnableContentionProfiling, true)
	}
	if obj.LeaderElection.ResourceLock == "" {
		obj.LeaderElection.ResourceLock = "leases"
	}
	if obj.LeaderElection.ResourceNamespace == "" {
		obj.LeaderElection.ResourceNamespace = v1.SchedulerDefaultLockObjectNamespace
	}
	if obj.LeaderElection.ResourceName == "" {
		obj.LeaderElection.ResourceName = v1.SchedulerDefaultLockObjectName
	}
	componentbaseconfigv1alpha1.RecommendedDefaultLeaderElectionConfiguration(&obj.LeaderElection)
	componentbaseconfigv1alpha1.RecommendedDefaultClientConnectionConfiguration(&obj.ClientConnection)
	if len(obj.Profiles) == 0 {
		obj.Profiles = []v1.KubeSchedulerProfile{{}}
	}
	if len(obj.Profiles) == 1 {
		or(&obj.Profiles[0].SchedulerName, "default-scheduler")
	}
	for i := range obj.Profiles {
		setProfileDefaults(&obj.Profiles[i])
	}
}

// setProfileDefaults adds the plugins of every profile, and the arguments of plugins that have some.
func setProfileDefaults(profile *v1.KubeSchedulerProfile) {
	if profile.Plugins == nil {
		profile.Plugins = &v1.Plugins{}
	}
	profile.Plugins.MultiPoint = merge(defaultPlugins(), profile.Plugins.MultiPoint)
	var names []string
	for _, set := range extensionPoints(profile.Plugins) {
		*set = merge(nil, *set)
		for _, plugin := range set.Enabled {
			names = append(names, plugin.Name)
		}
	}
	slices.Sort(names)
	scheme := argsScheme()
	for _, name := range slices.Compact(names) {
		configured := slices.ContainsFunc(profile.PluginConfig, func(c v1.PluginConfig) bool { return c.Name == name })
		if args, err := scheme.New(SchemeGroupVersion.WithKind(name + "Args")); err == nil && !configured {
			scheme.Default(args)
			profile.PluginConfig = append(profile.PluginConfig, v1.PluginConfig{Name: name,
				Args: runtime.RawExtension{Object: args}})
		}
	}
}

func extensionPoints(p *v1.Plugins) []*v1.PluginSet {
	return []*v1.PluginSet{&p.MultiPoint, &p.PreEnqueue, &p.QueueSort, &p.PreFilter, &p.Filter, &p.PostFilter,
		&p.PreScore, &p.Score, &p.Reserve, &p.Permit, &p.PreBind, &p.Bind, &p.PostBind, &p.PlacementGenerate,
		&p.PlacementScore}
}

// argsScheme returns a scheme with the arguments of plugins and their defaults.
func argsScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	if err := errors.Join(v1.AddToScheme(scheme), RegisterDefaults(scheme)); err != nil {
		panic("published types cannot be registered: " + err.Error())
	}
	return scheme
}

// SetDefaults_DefaultPreemptionArgs sets the defaults of DefaultPreemption.
func SetDefaults_DefaultPreemptionArgs(obj *v1.DefaultPreemptionArgs) {
	or(&obj.MinCandidateNodesPercentage, 10)
	or(&obj.MinCandidateNodesAbsolute, 100)
}

// SetDefaults_InterPodAffinityArgs sets the defaults of InterPodAffinity.
func SetDefaults_InterPodAffinityArgs(obj *v1.InterPodAffinityArgs) {
	or(&obj.HardPodAffinityWeight, 1)
}

// SetDefaults_VolumeBindingArgs sets the defaults of VolumeBinding.
func SetDefaults_VolumeBindingArgs(obj *v1.VolumeBindingArgs) { or(&obj.BindTimeoutSeconds, 600) }

// SetDefaults_PodTopologySpreadArgs sets the defaults of PodTopologySpread.
func SetDefaults_PodTopologySpreadArgs(obj *v1.PodTopologySpreadArgs) {
	if obj.DefaultingType == "" {
		obj.DefaultingType = v1.SystemDefaulting
	}
}

// SetDefaults_NodeResourcesBalancedAllocationArgs sets the defaults of NodeResourcesBalancedAllocation.
func SetDefaults_NodeResourcesBalancedAllocationArgs(obj *v1.NodeResourcesBalancedAllocationArgs) {
	orResources(&obj.Resources)
}

// SetDefaults_NodeResourcesFitArgs sets the defaults of NodeResourcesFit.
func SetDefaults_NodeResourcesFitArgs(obj *v1.NodeResourcesFitArgs) {
	if obj.ScoringStrategy == nil {
		obj.ScoringStrategy = &v1.ScoringStrategy{Type: v1.LeastAllocated}
	}
	orResources(&obj.ScoringStrategy.Resources)
}

// SetDefaults_DynamicResourcesArgs sets the defaults of DynamicResources.
func SetDefaults_DynamicResourcesArgs(obj *v1.DynamicResourcesArgs) {
	or(&obj.FilterTimeout, metav1.Duration{Duration: 10 * time.Second})
	or(&obj.BindingTimeout, metav1.Duration{Duration: 10 * time.Minute})
}

func orResources(list *[]v1.ResourceSpec) {
	if len(*list) == 0 {
		*list = []v1.ResourceSpec{{Name: "cpu"}, {Name: "memory"}}
	}
	for i := range *list {
		if (*list)[i].Weight == 0 {
			(*list)[i].Weight = 1
		}
	}
}

func or[T any](p **T, value T) {
	if *p == nil {
		*p = &value
	}
}
