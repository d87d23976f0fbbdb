// Package validation validates the configuration of package config.
package validation

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	componentbasevalidation "k8s.io/component-base/config/validation"
	v1 "k8s.io/kube-scheduler/config/v1"

	"example.com/replacements/kubescheduler/config"
)

// removed are plugins that no longer exist.
var removed = []string{"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"}

// ValidateCustom_KubeSchedulerConfiguration validates what depends on several fields.
func ValidateCustom_KubeSchedulerConfiguration(in *config.KubeSchedulerConfiguration,
	fldPath *field.Path) (errs field.ErrorList) {
	client, election := fldPath.Child("clientConnection"), fldPath.Child("leaderElection")
	errs = append(errs, componentbasevalidation.ValidateClientConnectionConfiguration(&in.ClientConnection, client)...)
	errs = append(errs, componentbasevalidation.ValidateLeaderElectionConfiguration(&in.LeaderElection, election)...)
	if lock := in.LeaderElection.ResourceLock; in.LeaderElection.LeaderElect && lock != "leases" {
		errs = append(errs, field.NotSupported(election.Child("resourceLock"), lock, []string{"leases"}))
	}
	if in.PodInitialBackoffSeconds > in.PodMaxBackoffSeconds {
		errs = append(errs, field.Invalid(fldPath.Child("podInitialBackoffSeconds"), in.PodInitialBackoffSeconds,
			fmt.Sprintf("must be at most podMaxBackoffSeconds, which is %d", in.PodMaxBackoffSeconds)))
	}
	var names []string
	for i, profile := range in.Profiles {
		at := fldPath.Child("profiles").Index(i)
		if slices.Contains(names, profile.SchedulerName) {
			errs = append(errs, field.Duplicate(at.Child("schedulerName"), profile.SchedulerName))
		}
		names = append(names, profile.SchedulerName)
		if i > 0 && !equality.Semantic.DeepEqual(queueSort(in.Profiles[0]), queueSort(profile)) {
			errs = append(errs, field.Invalid(at.Child("plugins", "queueSort"), profile.SchedulerName,
				"must be the same for all profiles"))
		}
	}
	return append(errs, validateExtenders(in.Extenders, fldPath.Child("extenders"))...)
}

// queueSort is what must be the same for all profiles: the plugin that sorts the queue, and its arguments.
func queueSort(profile config.KubeSchedulerProfile) (same []any) {
	if profile.Plugins == nil {
		return nil
	}
	same = append(same, profile.Plugins.QueueSort)
	for _, plugin := range profile.PluginConfig {
		if enabled := profile.Plugins.QueueSort.Enabled; len(enabled) > 0 && plugin.Name == enabled[0].Name {
			same = append(same, plugin.Args)
		}
	}
	return same
}

// ValidateCustom_KubeSchedulerProfile validates the plugins of a profile.
func ValidateCustom_KubeSchedulerProfile(in *config.KubeSchedulerProfile, fldPath *field.Path) (errs field.ErrorList) {
	var names []string
	for i, plugin := range in.PluginConfig {
		at := fldPath.Child("pluginConfig").Index(i)
		if slices.Contains(names, plugin.Name) {
			errs = append(errs, field.Duplicate(at.Child("name"), plugin.Name))
		}
		names = append(names, plugin.Name)
		errs = append(errs, validateName(plugin.Name, at.Child("name"))...)
	}
	if in.Plugins == nil {
		return errs
	}
	at, p := fldPath.Child("plugins"), in.Plugins
	if sorting := p.QueueSort.Enabled; len(sorting) > 1 {
		errs = append(errs, field.TooMany(at.Child("queueSort", "enabled"), len(sorting), 1))
	}
	for point, set := range map[string]v1.PluginSet{"preEnqueue": p.PreEnqueue, "queueSort": p.QueueSort,
		"preFilter": p.PreFilter, "filter": p.Filter, "postFilter": p.PostFilter, "preScore": p.PreScore, "score": p.Score,
		"reserve": p.Reserve, "permit": p.Permit, "preBind": p.PreBind, "bind": p.Bind, "postBind": p.PostBind} {
		for i, plugin := range set.Enabled {
			errs = append(errs, validateName(plugin.Name, at.Child(point, "enabled").Index(i).Child("name"))...)
		}
	}
	return errs
}

func validateName(name string, fldPath *field.Path) field.ErrorList {
	if !slices.Contains(removed, name) {
		return nil
	}
	return field.ErrorList{field.Invalid(fldPath, name, "no longer exists")}
}

// validateExtenders validates the extenders: at most one may bind pods, and each resource belongs to one of them.
func validateExtenders(extenders []v1.Extender, fldPath *field.Path) (errs field.ErrorList) {
	binders, managed := 0, map[string]bool{}
	for i, extender := range extenders {
		at := fldPath.Index(i)
		if extender.PrioritizeVerb != "" && extender.Weight <= 0 {
			errs = append(errs, field.Invalid(at.Child("weight"), extender.Weight, "must be positive"))
		}
		if extender.BindVerb != "" {
			if binders++; binders == 2 {
				errs = append(errs, field.Forbidden(at.Child("bindVerb"), "another extender has one"))
			}
		}
		for j, resource := range extender.ManagedResources {
			at := at.Child("managedResources").Index(j).Child("name")
			if managed[resource.Name] {
				errs = append(errs, field.Duplicate(at, resource.Name))
			}
			managed[resource.Name] = true
			if message := extendedResource(resource.Name); message != "" {
				errs = append(errs, field.Invalid(at, resource.Name, message))
			}
		}
	}
	return errs
}

// extendedResource says what is wrong with the name of a resource that Kubernetes does not know itself.
func extendedResource(name string) string {
	const quota = "requests."
	switch domain, _, qualified := strings.Cut(name, "/"); {
	case !qualified, strings.HasSuffix("."+domain, ".kubernetes.io"), strings.HasPrefix(name, quota):
		return "must have a domain that is not kubernetes.io"
	default:
		messages := append(validation.IsQualifiedName(name), validation.IsQualifiedName(quota+name)...)
		return strings.Join(messages, ", ")
	}
}

// atLeast returns an error if a number is less than the least one.
func atLeast[T int32 | int64](value, least T, fldPath *field.Path) (errs field.ErrorList) {
	if value < least {
		errs = append(errs, field.Invalid(fldPath, value, fmt.Sprintf("must be at least %d", least)))
	}
	return errs
}

// percent returns an error if a number is negative, or more than 100.
func percent(value int32, fldPath *field.Path) (errs field.ErrorList) {
	if value < 0 || value > 100 {
		errs = append(errs, field.Invalid(fldPath, value, "must be between 0 and 100"))
	}
	return errs
}
