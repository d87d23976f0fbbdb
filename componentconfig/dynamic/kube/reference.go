package kube

import (
	"k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ConfigSource refers to the source of dynamic configuration. Exactly one of its fields is set. It may be a part of a
// component's local configuration. A nil *ConfigSource assigns nothing.
type ConfigSource struct {
	// ConfigMap is a key of a ConfigMap.
	ConfigMap *ConfigMapSource `json:"configMap,omitempty"`
	// Object is a field of a custom resource.
	Object *ObjectSource `json:"object,omitempty"`
	// Assignment is the ConfigAssignment of this instance, which names a ConfigMap.
	Assignment *AssignmentSource `json:"assignment,omitempty"`
}

// AssignmentSource refers to a ConfigAssignment of the group fleet.configgen.dev. Each instance of a component has its
// own, so that they are moved one by one. Namespace and Name are required.
type AssignmentSource struct {
	Namespace string `json:"namespace"`
	// Name of the instance, such as the name of its node or pod.
	Name string `json:"name"`
}

// ConfigMapSource refers to a key of a ConfigMap. Namespace, Name and Key are required.
type ConfigMapSource struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Key of data or binaryData.
	Key string `json:"key"`
	// UID and ResourceVersion are known only after the object has been read, so they are forbidden in a reference. They
	// exist so that they can be refused by name.
	UID             types.UID `json:"uid,omitempty"`
	ResourceVersion string    `json:"resourceVersion,omitempty"`
}

// ObjectSource refers to a field of a custom resource. Version, Resource, Name and Field are required, and Namespace
// unless the resource is cluster-scoped.
type ObjectSource struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	// Resource is the plural name.
	Resource  string `json:"resource"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	// Field is the path of the configuration, such as "spec" or "spec.config". A string is used as it is, anything else as
	// JSON.
	Field string `json:"field"`
	// UID and ResourceVersion are forbidden, as in ConfigMapSource.
	UID             types.UID `json:"uid,omitempty"`
	ResourceVersion string    `json:"resourceVersion,omitempty"`
}

// ValidateConfigSource applies the rules of the proposal's API for spec.configSource.
func ValidateConfigSource(source *ConfigSource, path *field.Path) field.ErrorList {
	if source == nil {
		return nil
	}
	var errs field.ErrorList
	n := 0
	if source.ConfigMap != nil {
		n, errs = n+1, validateConfigMap(source.ConfigMap, path.Child("configMap"))
	}
	if source.Object != nil {
		n, errs = n+1, validateObject(source.Object, path.Child("object"))
	}
	if a := source.Assignment; a != nil {
		n, errs = n+1, validateObjectName(a.Namespace, a.Name, path.Child("assignment"))
	}
	if n != 1 {
		return field.ErrorList{field.Invalid(path, source, "specify exactly one of configMap, object and assignment")}
	}
	return errs
}

// validateObjectName is for what is in a namespace.
func validateObjectName(namespace, name string, path *field.Path) field.ErrorList {
	errs := required(path.Child("namespace"), namespace,
		func(v string) []string { return validation.ValidateNamespaceName(v, false) })
	return append(errs, required(path.Child("name"), name, utilvalidation.IsDNS1123Subdomain)...)
}

func validateConfigMap(c *ConfigMapSource, path *field.Path) field.ErrorList {
	errs := validateIdentity(c.UID, c.ResourceVersion, path)
	errs = append(errs, validateObjectName(c.Namespace, c.Name, path)...)
	return append(errs, required(path.Child("key"), c.Key, utilvalidation.IsConfigMapKey)...)
}

func validateObject(o *ObjectSource, path *field.Path) field.ErrorList {
	errs := validateIdentity(o.UID, o.ResourceVersion, path)
	if o.Namespace != "" {
		errs = append(errs, required(path.Child("namespace"), o.Namespace,
			func(v string) []string { return validation.ValidateNamespaceName(v, false) })...)
	}
	if o.Group != "" {
		errs = append(errs, required(path.Child("group"), o.Group, utilvalidation.IsDNS1123Subdomain)...)
	}
	errs = append(errs, required(path.Child("version"), o.Version, utilvalidation.IsDNS1035Label)...)
	errs = append(errs, required(path.Child("resource"), o.Resource, utilvalidation.IsDNS1035Label)...)
	errs = append(errs, required(path.Child("name"), o.Name, utilvalidation.IsDNS1123Subdomain)...)
	return append(errs, required(path.Child("field"), o.Field, fieldPath)...)
}

func validateIdentity(uid types.UID, version string, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if uid != "" {
		errs = append(errs, field.Forbidden(path.Child("uid"), "it is read from the object"))
	}
	if version != "" {
		errs = append(errs, field.Forbidden(path.Child("resourceVersion"), "it is read from the object"))
	}
	return errs
}

func required(path *field.Path, value string, check func(string) []string) field.ErrorList {
	if value == "" {
		return field.ErrorList{field.Required(path, "")}
	}
	var errs field.ErrorList
	for _, msg := range check(value) {
		errs = append(errs, field.Invalid(path, value, msg))
	}
	return errs
}

// reference is a valid ConfigSource in one form.
type reference struct {
	resource        schema.GroupVersionResource
	namespace, name string
	// extract is nil for an assignment.
	extract extractor
}

func (s *ConfigSource) reference() reference {
	if c := s.ConfigMap; c != nil {
		return reference{schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}, c.Namespace, c.Name,
			configMapKey(c.Key)}
	}
	if a := s.Assignment; a != nil {
		return reference{schema.GroupVersionResource{Group: "fleet.configgen.dev", Version: "v1alpha1",
			Resource: "configassignments"}, a.Namespace, a.Name, nil}
	}
	o := s.Object
	return reference{schema.GroupVersionResource{Group: o.Group, Version: o.Version, Resource: o.Resource},
		o.Namespace, o.Name, objectField(o.Field)}
}
