package validation

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
	v1 "k8s.io/kube-scheduler/config/v1"

	"example.com/replacements/kubescheduler/config"
)

// ValidateCustom_PluginConfig validates the arguments of a plugin.
func ValidateCustom_PluginConfig(in *config.PluginConfig, fldPath *field.Path) field.ErrorList {
	at := fldPath.Child("args")
	switch args := in.Args.(type) {
	case *config.DefaultPreemptionArgs:
		return validateDefaultPreemption(args, at)
	case *config.InterPodAffinityArgs:
		return percent(args.HardPodAffinityWeight, at.Child("hardPodAffinityWeight"))
	case *config.VolumeBindingArgs:
		errs := atLeast(args.BindTimeoutSeconds, 0, at.Child("bindTimeoutSeconds"))
		if args.Shape != nil {
			errs = append(errs, field.Forbidden(at.Child("shape"), "needs the feature gate StorageCapacityScoring"))
		}
		return errs
	case *v1.NodeResourcesBalancedAllocationArgs:
		return validateBalancedResources(args.Resources, at.Child("resources"))
	case *v1.NodeAffinityArgs:
		return validateNodeAffinity(args.AddedAffinity, at.Child("addedAffinity"))
	case *v1.PodTopologySpreadArgs:
		return validateSpread(args, at)
	case *v1.DynamicResourcesArgs:
		return validateDynamicResources(args, at)
	}
	return nil
}

func validateDefaultPreemption(args *config.DefaultPreemptionArgs, fldPath *field.Path) field.ErrorList {
	percentage, absolute := fldPath.Child("minCandidateNodesPercentage"), fldPath.Child("minCandidateNodesAbsolute")
	errs := append(percent(args.MinCandidateNodesPercentage, percentage),
		atLeast(args.MinCandidateNodesAbsolute, 0, absolute)...)
	if args.MinCandidateNodesPercentage == 0 && args.MinCandidateNodesAbsolute == 0 {
		errs = append(errs, field.Invalid(percentage, 0, "cannot be 0 as minCandidateNodesAbsolute is"))
	}
	return errs
}

func validateBalancedResources(resources []v1.ResourceSpec, fldPath *field.Path) (errs field.ErrorList) {
	seen := map[string]bool{}
	for i, resource := range resources {
		if seen[resource.Name] {
			errs = append(errs, field.Duplicate(fldPath.Index(i).Child("name"), resource.Name))
		}
		seen[resource.Name] = true
		if resource.Weight != 1 {
			errs = append(errs, field.Invalid(fldPath.Index(i).Child("weight"), resource.Weight, "must be 1"))
		}
	}
	return errs
}

func validateNodeAffinity(in *corev1.NodeAffinity, fldPath *field.Path) (errs field.ErrorList) {
	if in == nil {
		return nil
	}
	required := fldPath.Child("requiredDuringSchedulingIgnoredDuringExecution")
	if selector := in.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		if _, err := nodeaffinity.NewNodeSelector(selector); err != nil {
			errs = append(errs, field.Invalid(required, "", err.Error()))
		}
	}
	preferred := fldPath.Child("preferredDuringSchedulingIgnoredDuringExecution")
	if _, err := nodeaffinity.NewPreferredSchedulingTerms(in.PreferredDuringSchedulingIgnoredDuringExecution); err != nil {
		errs = append(errs, field.Invalid(preferred, "", err.Error()))
	}
	return errs
}

func validateSpread(args *v1.PodTopologySpreadArgs, fldPath *field.Path) (errs field.ErrorList) {
	kinds := []v1.PodTopologySpreadConstraintsDefaulting{v1.SystemDefaulting, v1.ListDefaulting}
	if at := fldPath.Child("defaultingType"); !slices.Contains(kinds, args.DefaultingType) {
		errs = append(errs, field.NotSupported(at, args.DefaultingType, kinds))
	} else if args.DefaultingType == v1.SystemDefaulting && len(args.DefaultConstraints) > 0 {
		errs = append(errs, field.Invalid(at, args.DefaultingType, "must be List if there are defaultConstraints"))
	}
	actions := []corev1.UnsatisfiableConstraintAction{corev1.DoNotSchedule, corev1.ScheduleAnyway}
	seen := map[[2]string]bool{}
	for i, c := range args.DefaultConstraints {
		at := fldPath.Child("defaultConstraints").Index(i)
		errs = append(errs, atLeast(c.MaxSkew, 1, at.Child("maxSkew"))...)
		if c.TopologyKey == "" {
			errs = append(errs, field.Required(at.Child("topologyKey"), ""))
		} else {
			errs = append(errs, metav1validation.ValidateLabelName(c.TopologyKey, at.Child("topologyKey"))...)
		}
		if !slices.Contains(actions, c.WhenUnsatisfiable) {
			errs = append(errs, field.NotSupported(at.Child("whenUnsatisfiable"), c.WhenUnsatisfiable, actions))
		}
		if c.LabelSelector != nil {
			errs = append(errs, field.Forbidden(at.Child("labelSelector"), "it depends on the pod"))
		}
		key := [2]string{c.TopologyKey, string(c.WhenUnsatisfiable)}
		if seen[key] {
			errs = append(errs, field.Duplicate(at, c.TopologyKey))
		}
		seen[key] = true
	}
	return errs
}

func validateDynamicResources(args *v1.DynamicResourcesArgs, fldPath *field.Path) (errs field.ErrorList) {
	if args.FilterTimeout != nil && args.FilterTimeout.Duration < 0 {
		errs = append(errs, field.Invalid(fldPath.Child("filterTimeout"), args.FilterTimeout, "must not be negative"))
	}
	if args.BindingTimeout != nil && args.BindingTimeout.Duration < time.Second {
		errs = append(errs, field.Invalid(fldPath.Child("bindingTimeout"), args.BindingTimeout, "must be at least 1s"))
	}
	return errs
}
