package servertest

import (
	"context"
	"net/http"
	"testing"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	endpointsopenapi "k8s.io/apiserver/pkg/endpoints/openapi"
	"k8s.io/apiserver/pkg/registry/generic"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	genericapiserver "k8s.io/apiserver/pkg/server"
	genericoptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	restclient "k8s.io/client-go/rest"
	"k8s.io/component-base/compatibility"
	openapi "k8s.io/kube-openapi/pkg/common"
	openapiutil "k8s.io/kube-openapi/pkg/util"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// startCore serves ConfigMaps, events, nodes and leases from an etcd as an API server does, with its storage, watch
// cache, patches and conflicts. What is missing is in the comment of the package.
func startCore(t *testing.T, etcd string) (handler http.Handler, stop func()) {
	t.Helper()
	known, codecs := coreScheme(t)
	config := genericapiserver.NewRecommendedConfig(codecs)
	config.EffectiveVersion = compatibility.NewEffectiveVersionFromString("1.37", "", "")
	config.LoopbackClientConfig = &restclient.Config{}
	config.ExternalAddress = "127.0.0.1:1"
	config.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(coreSchemas,
		endpointsopenapi.NewDefinitionNamer(known))
	config.SkipOpenAPIInstallation = true
	storage := storagebackend.NewDefaultConfig("core", codecs.LegacyCodec(corev1.SchemeGroupVersion,
		eventsv1.SchemeGroupVersion, coordinationv1.SchemeGroupVersion))
	storage.Transport.ServerList = []string{etcd}
	options := genericoptions.NewEtcdOptions(storage)
	options.SkipHealthEndpoints = true
	if err := options.ApplyTo(&config.Config); err != nil {
		t.Fatal(err)
	}
	server, err := config.Complete().New("core", genericapiserver.NewEmptyDelegate())
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string]*genericapiserver.APIGroupInfo{}
	for _, kind := range coreKinds {
		version := kind.resource.GroupVersion()
		if groups[version.Group] == nil {
			group := genericapiserver.NewDefaultAPIGroupInfo(version.Group, known, metav1.ParameterCodec, codecs)
			group.VersionedResourcesStorageMap[version.Version] = map[string]rest.Storage{}
			groups[version.Group] = &group
		}
		groups[version.Group].VersionedResourcesStorageMap[version.Version][kind.resource.Resource] =
			newStore(t, known, config.RESTOptionsGetter, kind)
	}
	for name, group := range groups {
		if name == "" {
			err = server.InstallLegacyAPIGroup(genericapiserver.DefaultLegacyAPIPrefix, group)
		} else {
			err = server.InstallAPIGroup(group)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return server.Handler, server.Destroy
}

// coreKind is a resource that startCore serves.
type coreKind struct {
	resource     schema.GroupVersionResource
	name         string
	object, list func() runtime.Object
	// namespaced: its objects belong to namespaces.
	namespaced bool
}

var coreKinds = []coreKind{
	{configMaps, "ConfigMap", func() runtime.Object { return &corev1.ConfigMap{} },
		func() runtime.Object { return &corev1.ConfigMapList{} }, true},
	{events, "Event", func() runtime.Object { return &corev1.Event{} },
		func() runtime.Object { return &corev1.EventList{} }, true},
	{eventsv1.SchemeGroupVersion.WithResource("events"), "Event", func() runtime.Object { return &eventsv1.Event{} },
		func() runtime.Object { return &eventsv1.EventList{} }, true},
	{nodes, "Node", func() runtime.Object { return &corev1.Node{} },
		func() runtime.Object { return &corev1.NodeList{} }, false},
	{leases, "Lease", func() runtime.Object { return &coordinationv1.Lease{} },
		func() runtime.Object { return &coordinationv1.LeaseList{} }, true},
}

// coreScheme registers the published types as the internal ones, which are not published.
func coreScheme(t *testing.T) (*runtime.Scheme, serializer.CodecFactory) {
	t.Helper()
	known := runtime.NewScheme()
	versions := runtime.NewSchemeBuilder(corev1.AddToScheme, eventsv1.AddToScheme, coordinationv1.AddToScheme)
	if err := versions.AddToScheme(known); err != nil {
		t.Fatal(err)
	}
	for _, kind := range coreKinds {
		internal := schema.GroupVersion{Group: kind.resource.Group, Version: runtime.APIVersionInternal}
		known.AddKnownTypeWithName(internal.WithKind(kind.name), kind.object())
		known.AddKnownTypeWithName(internal.WithKind(kind.name+"List"), kind.list())
	}
	return known, serializer.NewCodecFactory(known)
}

func newStore(t *testing.T, known *runtime.Scheme, getter generic.RESTOptionsGetter,
	kind coreKind) *genericregistry.Store {
	t.Helper()
	rules, resource := strategy{known, names.SimpleNameGenerator, kind.namespaced}, kind.resource.GroupResource()
	store := &genericregistry.Store{
		NewFunc: kind.object, NewListFunc: kind.list, DefaultQualifiedResource: resource,
		SingularQualifiedResource: schema.GroupResource{Group: resource.Group, Resource: kind.name},
		CreateStrategy:            rules, UpdateStrategy: rules, DeleteStrategy: rules,
		TableConvertor: rest.NewDefaultTableConvertor(resource),
	}
	if err := store.CompleteWithOptions(&generic.StoreOptions{RESTOptions: getter}); err != nil {
		t.Fatal(err)
	}
	return store
}

// strategy accepts everything that has a name and, if it is namespaced, a namespace.
type strategy struct {
	runtime.ObjectTyper
	names.NameGenerator
	namespaced bool
}

func (s strategy) NamespaceScoped() bool                                          { return s.namespaced }
func (strategy) AllowCreateOnUpdate(context.Context) bool                         { return false }
func (strategy) AllowUnconditionalUpdate(context.Context) bool                    { return true }
func (strategy) PrepareForCreate(context.Context, runtime.Object)                 {}
func (strategy) PrepareForUpdate(_ context.Context, _, _ runtime.Object)          {}
func (strategy) Canonicalize(runtime.Object)                                      {}
func (strategy) Validate(context.Context, runtime.Object) field.ErrorList         { return nil }
func (strategy) WarningsOnCreate(context.Context, runtime.Object) []string        { return nil }
func (strategy) WarningsOnUpdate(_ context.Context, _, _ runtime.Object) []string { return nil }
func (strategy) ValidateUpdate(_ context.Context, _, _ runtime.Object) field.ErrorList {
	return nil
}

// coreSchemas describes the types only as objects: it is called only by server-side apply, which the tests do not use.
func coreSchemas(openapi.ReferenceCallback) map[string]openapi.OpenAPIDefinition {
	out := map[string]openapi.OpenAPIDefinition{}
	for _, kind := range coreKinds {
		for _, object := range []runtime.Object{kind.object(), kind.list()} {
			out[openapiutil.GetCanonicalTypeName(object)] = openapi.OpenAPIDefinition{
				Schema: spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"object"}}},
			}
		}
	}
	return out
}
