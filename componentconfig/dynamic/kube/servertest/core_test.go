package servertest

import (
	"context"
	"net/http"
	"testing"

	corev1 "k8s.io/api/core/v1"
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
	"k8s.io/client-go/kubernetes/scheme"
	restclient "k8s.io/client-go/rest"
	"k8s.io/component-base/compatibility"
	openapi "k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// startCore serves ConfigMaps and events from an etcd as an API server does, with its storage, watch cache, patches and
// conflicts. What is missing is authentication, and the rules of their fields, which belong to no published module.
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
	storage := storagebackend.NewDefaultConfig("core", codecs.LegacyCodec(corev1.SchemeGroupVersion))
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
	group := genericapiserver.NewDefaultAPIGroupInfo("", known, metav1.ParameterCodec, codecs)
	group.VersionedResourcesStorageMap["v1"] = map[string]rest.Storage{}
	for resource, kind := range coreKinds {
		group.VersionedResourcesStorageMap["v1"][resource] = newStore(t, known, config.RESTOptionsGetter, resource, kind)
	}
	if err := server.InstallLegacyAPIGroup(genericapiserver.DefaultLegacyAPIPrefix, &group); err != nil {
		t.Fatal(err)
	}
	return server.Handler, server.Destroy
}

// coreKind makes empty objects.
type coreKind struct {
	object, list func() runtime.Object
	name         string
}

var coreKinds = map[string]coreKind{
	"configmaps": {func() runtime.Object { return &corev1.ConfigMap{} },
		func() runtime.Object { return &corev1.ConfigMapList{} }, "ConfigMap"},
	"events": {func() runtime.Object { return &corev1.Event{} },
		func() runtime.Object { return &corev1.EventList{} }, "Event"},
}

// coreScheme registers the published types as the internal ones, which are not published.
func coreScheme(t *testing.T) (*runtime.Scheme, serializer.CodecFactory) {
	t.Helper()
	known := runtime.NewScheme()
	if err := scheme.AddToScheme(known); err != nil {
		t.Fatal(err)
	}
	for _, kind := range coreKinds {
		internal := schema.GroupVersion{Version: runtime.APIVersionInternal}
		known.AddKnownTypeWithName(internal.WithKind(kind.name), kind.object())
		known.AddKnownTypeWithName(internal.WithKind(kind.name+"List"), kind.list())
	}
	return known, serializer.NewCodecFactory(known)
}

func newStore(t *testing.T, known *runtime.Scheme, getter generic.RESTOptionsGetter, resource string,
	kind coreKind) *genericregistry.Store {
	t.Helper()
	rules := strategy{known, names.SimpleNameGenerator}
	store := &genericregistry.Store{
		NewFunc: kind.object, NewListFunc: kind.list, DefaultQualifiedResource: corev1.Resource(resource),
		SingularQualifiedResource: corev1.Resource(kind.name),
		CreateStrategy:            rules, UpdateStrategy: rules, DeleteStrategy: rules,
		TableConvertor: rest.NewDefaultTableConvertor(corev1.Resource(resource)),
	}
	if err := store.CompleteWithOptions(&generic.StoreOptions{RESTOptions: getter}); err != nil {
		t.Fatal(err)
	}
	return store
}

// strategy accepts everything that has a name and a namespace.
type strategy struct {
	runtime.ObjectTyper
	names.NameGenerator
}

func (strategy) NamespaceScoped() bool                                            { return true }
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
		for _, name := range []string{kind.name, kind.name + "List"} {
			object := spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"object"}}}
			out["io.k8s.api.core.v1."+name] = openapi.OpenAPIDefinition{Schema: object}
		}
	}
	return out
}
