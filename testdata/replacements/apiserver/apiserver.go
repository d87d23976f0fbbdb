// Package apiserver replaces the loaders of the files of kube-apiserver: the published types, the markers in package
// config, and the published validation. Each file has a flag of its own.
package apiserver

import (
	"k8s.io/apiserver/pkg/apis/apiserver"

	"example.com/replacements/apiserver/config/options"
	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
)

// NewEncryptionLoader returns the loader of the file that says how resources are encrypted in storage.
func NewEncryptionLoader() *componentconfig.Loader[apiserver.EncryptionConfiguration] {
	return newLoader(options.EncryptionConfigurationRoot(), "encryption-provider-config")
}

// NewAuthenticationLoader returns the loader of the file that says which tokens are accepted.
func NewAuthenticationLoader() *componentconfig.Loader[apiserver.AuthenticationConfiguration] {
	return newLoader(options.AuthenticationConfigurationRoot(), "authentication-config")
}

// NewAuthorizationLoader returns the loader of the file that lists who decides on requests.
func NewAuthorizationLoader() *componentconfig.Loader[apiserver.AuthorizationConfiguration] {
	return newLoader(options.AuthorizationConfigurationRoot(), "authorization-config")
}

// NewAdmissionLoader returns the loader of the file that configures admission plugins.
func NewAdmissionLoader() *componentconfig.Loader[apiserver.AdmissionConfiguration] {
	return newLoader(options.AdmissionConfigurationRoot(), "admission-control-config-file")
}

// NewTracingLoader returns the loader of the file that says where spans are sent.
func NewTracingLoader() *componentconfig.Loader[apiserver.TracingConfiguration] {
	return newLoader(options.TracingConfigurationRoot(), "tracing-config-file")
}

func newLoader[T any](root binding.Root[T], flag string) *componentconfig.Loader[T] {
	return componentconfig.New("kube-apiserver", root, componentconfig.WithConfigFile(flag),
		componentconfig.WithoutEmptyFiles(), componentconfig.WithExplainConfig())
}
