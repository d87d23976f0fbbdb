package config

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// SchemeGroupVersion is the group and version of the configuration.
var SchemeGroupVersion = schema.GroupVersion{Group: "every.config.example.com", Version: "v1alpha1"}

// AddToScheme registers the type and its defaults.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &EveryConfiguration{})
	return RegisterDefaults(scheme)
}

// SetDefaults_EveryConfiguration sets the defaults of files.
func SetDefaults_EveryConfiguration(obj *EveryConfiguration) {
	if obj.BindAddress == "" {
		obj.BindAddress = "127.0.0.1"
	}
	if obj.Zones == nil {
		obj.Zones = map[string]string{"local": "127.0.0.1"}
	}
	if obj.Port == nil {
		obj.Port = ptr.To[int32](8443)
	}
	if obj.Timeout.Duration == 0 {
		obj.Timeout.Duration = 10 * time.Second
	}
	if obj.Retries == 0 {
		obj.Retries = 3
	}
	if obj.Level == "" {
		obj.Level = "info"
	}
	if obj.Color == "" {
		obj.Color = "auto"
	}
	if obj.TLS == nil {
		obj.TLS = &TLS{}
	}
	for _, limit := range []*int32{&obj.Limits.Readers, &obj.Limits.Writers, &obj.Limits.Watchers} {
		if *limit == 0 {
			*limit = 10
		}
	}
}
