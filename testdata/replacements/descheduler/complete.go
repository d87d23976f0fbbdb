package descheduler

import (
	"context"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/descheduler/pkg/api"
	"sigs.k8s.io/descheduler/pkg/framework/pluginregistry"
	"sigs.k8s.io/descheduler/pkg/framework/plugins/defaultevictor"
	"sigs.k8s.io/descheduler/pkg/utils"
)

// complete checks the arguments of plugins and applies their defaults, and adds the plugin DefaultEvictor to each
// profile.
func complete(policy *api.DeschedulerPolicy, client kubernetes.Interface) error {
	if errs := checkArgs(policy); len(errs) > 0 {
		return errs.ToAggregate()
	}
	for i := range policy.Profiles {
		if err := addEvictor(&policy.Profiles[i], client); err != nil {
			return field.Invalid(field.NewPath("profiles").Index(i), policy.Profiles[i].Name, err.Error())
		}
		for _, plugin := range policy.Profiles[i].PluginConfigs {
			if setDefaults := pluginregistry.PluginRegistry[plugin.Name].PluginArgDefaulter; setDefaults != nil {
				setDefaults(plugin.Args)
			}
		}
	}
	return nil
}

// checkArgs calls the validation functions of the plugins.
func checkArgs(policy *api.DeschedulerPolicy) (errs field.ErrorList) {
	for i, profile := range policy.Profiles {
		for j, plugin := range profile.PluginConfigs {
			at := field.NewPath("profiles").Index(i).Child("pluginConfig").Index(j)
			known, ok := pluginregistry.PluginRegistry[plugin.Name]
			if !ok {
				errs = append(errs, field.Invalid(at.Child("name"), plugin.Name, "must be the name of a plugin"))
			} else if known.PluginArgValidator != nil {
				if err := known.PluginArgValidator(plugin.Args); err != nil {
					errs = append(errs, field.Invalid(at.Child("args"), plugin.Name, err.Error()))
				}
			}
		}
	}
	return errs
}

// addEvictor makes DefaultEvictor the filter of a profile, with arguments, and turns the name of a priority class into
// its value.
func addEvictor(profile *api.DeschedulerProfile, client kubernetes.Interface) error {
	const name = defaultevictor.PluginName
	for _, point := range []*api.PluginSet{&profile.Plugins.Filter, &profile.Plugins.PreEvictionFilter} {
		if !slices.Contains(point.Enabled, name) {
			point.Enabled = slices.Insert(point.Enabled, 0, name)
		}
	}
	named := func(plugin api.PluginConfig) bool { return plugin.Name == name }
	at := slices.IndexFunc(profile.PluginConfigs, named)
	if at < 0 {
		at = 0
		none := []defaultevictor.PodProtection{}
		profile.PluginConfigs = slices.Insert(profile.PluginConfigs, at, api.PluginConfig{Name: name,
			Args: &defaultevictor.DefaultEvictorArgs{
				PodProtections: defaultevictor.PodProtections{DefaultDisabled: none, ExtraEnabled: none},
			}})
	}
	args, ok := profile.PluginConfigs[at].Args.(*defaultevictor.DefaultEvictorArgs)
	if !ok {
		return errors.New("the arguments of " + name + " have another type")
	}
	value, err := utils.GetPriorityValueFromPriorityThreshold(context.TODO(), client, args.PriorityThreshold)
	if err == nil {
		args.PriorityThreshold = &api.PriorityThreshold{Value: &value}
	}
	return err
}
