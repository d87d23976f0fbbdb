// Package operator has the configuration of an operator of the shape that JobSet has, loaded by componentconfig. Its
// tests compare it with what JobSet makes of the same files.
package operator

import (
	"cmp"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/manager"
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config"
	managerconfigv1alpha1 "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	"k8s.io/utils/ptr"
	ctrlmanager "sigs.k8s.io/controller-runtime/pkg/manager"

	"example.com/replacements/operator/config"
	"example.com/replacements/operator/config/options"
)

// NewLoader says where configuration comes from.
func NewLoader() *componentconfig.Loader[config.Configuration] {
	return componentconfig.New("operator", options.ConfigurationRoot(), componentconfig.WithConfigFile())
}

// Options are the options of the manager.
func Options(c *config.Configuration) (ctrlmanager.Options, error) {
	var internal managerconfig.ManagerConfiguration
	if err := managerconfigv1alpha1.Convert_v1alpha1_ManagerConfiguration_To_config_ManagerConfiguration(
		&c.ManagerConfiguration, &internal, nil); err != nil {
		return ctrlmanager.Options{}, err
	}
	if !ptr.Deref(c.InternalCertManagement.Enable, false) {
		internal.Metrics.CertDir = cmp.Or(internal.Metrics.CertDir, "/tmp/k8s-metrics-server/serving-certs")
	}
	return manager.Options(&internal)
}
