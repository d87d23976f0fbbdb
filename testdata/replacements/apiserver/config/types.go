// Package config says in markers what kube-apiserver does with the files of its published types.
// +configgen:output(loader: true)
// +groupName=apiserver.config.k8s.io
package config

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/apis/apiserver/install"
)

// EncryptionConfiguration says how resources are encrypted in storage.
// +config
// +subfield(Resources.Providers.AESGCM.Keys.Secret)=+secret
// +subfield(Resources.Providers.AESCBC.Keys.Secret)=+secret
// +subfield(Resources.Providers.Secretbox.Keys.Secret)=+secret
type EncryptionConfiguration = apiserver.EncryptionConfiguration

// AuthenticationConfiguration says which tokens are accepted, and who is anonymous.
// +config
type AuthenticationConfiguration = apiserver.AuthenticationConfiguration

// AuthorizationConfiguration lists who decides on requests.
// +config
// +subfield(Authorizers.Webhook.ConnectionInfo.KubeConfigFile)=+path
type AuthorizationConfiguration = apiserver.AuthorizationConfiguration

// AdmissionConfiguration configures admission plugins.
// +config
// +subfield(Plugins.Path)=+path
type AdmissionConfiguration = apiserver.AdmissionConfiguration

// TracingConfiguration says where spans are sent.
// +config
type TracingConfiguration = apiserver.TracingConfiguration

// AddToScheme registers all versions of these types, and the other names that some of them have.
func AddToScheme(scheme *runtime.Scheme) error {
	install.Install(scheme)
	return nil
}
