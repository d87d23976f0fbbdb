package v1

import (
	"slices"

	"k8s.io/kube-scheduler/config/v1"
)

// defaultPlugins are the plugins of every profile, in their order, for the default feature gates.
func defaultPlugins() []v1.Plugin {
	return []v1.Plugin{
		{Name: "SchedulingGates"}, {Name: "PrioritySort"}, {Name: "NodeUnschedulable"}, {Name: "NodeName"},
		weighted("TaintToleration", 3), weighted("NodeAffinity", 2), {Name: "NodePorts"}, weighted("NodeResourcesFit", 1),
		{Name: "VolumeRestrictions"}, {Name: "NodeVolumeLimits"}, {Name: "VolumeBinding"}, {Name: "VolumeZone"},
		weighted("PodTopologySpread", 2), weighted("InterPodAffinity", 2), weighted("DynamicResources", 2),
		{Name: "DefaultPreemption"}, weighted("NodeResourcesBalancedAllocation", 1), weighted("ImageLocality", 1),
		{Name: "DefaultBinder"}, {Name: "NodeDeclaredFeatures"},
	}
}

func weighted(name string, weight int32) v1.Plugin { return v1.Plugin{Name: name, Weight: &weight} }

// merge adds the plugins of a profile to the defaults. A default that the profile configures keeps its place.
func merge(defaults []v1.Plugin, profile v1.PluginSet) v1.PluginSet {
	var out v1.PluginSet
	for _, plugin := range profile.Disabled {
		out.Disabled = append(out.Disabled, v1.Plugin{Name: plugin.Name})
	}
	disabled := func(name string) bool {
		return slices.ContainsFunc(out.Disabled, func(p v1.Plugin) bool { return p.Name == "*" || p.Name == name })
	}
	placed := map[int]bool{}
	for _, plugin := range defaults {
		if disabled(plugin.Name) {
			continue
		}
		for i, configured := range profile.Enabled {
			if configured.Name == plugin.Name {
				placed[i] = true
				plugin = configured
			}
		}
		out.Enabled = append(out.Enabled, plugin)
	}
	for i, plugin := range profile.Enabled {
		if !placed[i] {
			out.Enabled = append(out.Enabled, plugin)
		}
	}
	return out
}
