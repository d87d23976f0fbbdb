package servertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/apiextensions-apiserver/test/integration/fixtures"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apiserver/pkg/storage/etcd3/testserver"
	clientdynamic "k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

// repository is the root of the repository.
const repository = "../../../.."

// servedConfigurations are configurations that are also custom resources: the definition, the list of files that the
// binary is held to, and the types for controller-gen.
var servedConfigurations = []struct{ module, definition, files, types string }{
	{"examples/sampleconfig", "docs/config/relayconfiguration.crd.yaml", "apis/config/options/testdata/files.yaml",
		"./apis/config/v1beta1"},
	{"testdata/golden", "docs-resource/docs/probeconfiguration.crd.yaml", "docs-resource/files.yaml", "./docs-resource"},
}

// definition reads the definition of a custom resource.
func definition(t *testing.T, parts ...string) *apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	crd := &apiextensionsv1.CustomResourceDefinition{}
	readYAML(t, crd, append([]string{repository}, parts...)...)
	return crd
}

func readYAML(t *testing.T, into any, parts ...string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(parts...))
	if err == nil {
		err = yaml.UnmarshalStrict(content, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// verdict is a row of a list of files: the text under what the binary does with it.
type verdict struct {
	Accept, Refuse, Loader, Schema string
	// API is what the API server does, if that is something else, and Why the reason.
	API, Why string
}

// text is the file, and accepted what the binary does with it.
func (v verdict) text() (text string, accepted bool) {
	return v.Accept + v.Refuse + v.Loader + v.Schema, v.Accept+v.Schema != ""
}

// TestResourcesAreRefusedLikeFiles holds an API server with the generated definitions to the lists that the binaries
// are held to: a file is the spec of an object there.
func TestResourcesAreRefusedLikeFiles(t *testing.T) {
	t.Parallel()
	etcd := testserver.RunEtcd(t, nil)
	starting.Lock()
	config, stop := startExtensions(t, strings.Join(etcd.Endpoints(), ","))
	starting.Unlock()
	t.Cleanup(stop)
	extensions, err := clientset.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1
	objects, err := clientdynamic.NewForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	var differences map[string]struct{ API, Why string }
	readYAML(t, &differences, "testdata/differences.yaml")
	for _, served := range servedConfigurations {
		crd := definition(t, served.module, served.definition)
		if _, err := fixtures.CreateNewV1CustomResourceDefinition(crd, extensions, objects); err != nil {
			t.Fatal(err)
		}
		var list struct {
			APIVersion, Kind string
			Files            []verdict
		}
		readYAML(t, &list, repository, served.module, served.files)
		for _, row := range list.Files {
			text, accepted := row.text()
			if known, ok := differences[text]; ok {
				row.API, row.Why = known.API, known.Why
				delete(differences, text)
			}
			if (row.API != "") && (row.API == "accept") == accepted || row.API != "" && row.Why == "" {
				t.Errorf("%s: the API server needs a row, with a reason, if it differs and only then", text)
			}
			if row.API != "" {
				accepted = row.API == "accept"
			}
			if err := create(objects, crd, text); (err == nil) != accepted {
				t.Errorf("%s, accepted by the binary %t, by the API server: %v", text, row.Accept+row.Schema != "", err)
			}
		}
	}
	for text := range differences {
		t.Errorf("the difference %q is about no file", text)
	}
	immutable(t, objects)
}

// create asks the API server whether it would take a file as an object.
func create(objects clientdynamic.Interface, crd *apiextensionsv1.CustomResourceDefinition, text string) error {
	content, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return err
	}
	var spec any
	if err := utiljson.Unmarshal(content, &spec); err != nil {
		return err
	}
	object := &unstructured.Unstructured{Object: map[string]any{"spec": spec}}
	object.SetName("a")
	version := crd.Spec.Versions[0].Name
	object.SetGroupVersionKind(schema.GroupVersionKind{
		Group: crd.Spec.Group, Version: version, Kind: crd.Spec.Names.Kind})
	resource := objects.Resource(schema.GroupVersionResource{
		Group: crd.Spec.Group, Version: version, Resource: crd.Spec.Names.Plural})
	in := clientdynamic.ResourceInterface(resource)
	if crd.Spec.Scope == apiextensionsv1.NamespaceScoped {
		in = resource.Namespace("default")
	}
	_, err = in.Create(context.Background(), object, metav1.CreateOptions{
		DryRun: []string{metav1.DryRunAll}, FieldValidation: metav1.FieldValidationStrict})
	return err
}

// immutable tries to change immutable and mutable fields. The server adds the header of a file to the spec.
func immutable(t *testing.T, objects clientdynamic.Interface) {
	t.Helper()
	ctx, in := context.Background(), objects.Resource(schema.GroupVersionResource{
		Group: "probe.config.example.com", Version: "v1", Resource: "probeconfigurations"}).Namespace("default")
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "probe.config.example.com/v1", "kind": "ProbeConfiguration",
		"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"node": "a"},
	}}
	made, err := in.Create(ctx, object, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	spec := made.Object["spec"].(map[string]any)
	want := `{"apiVersion":"probe.config.example.com/v1","kind":"ProbeConfiguration","node":"a"}`
	if asJSON(t, spec) != want {
		t.Errorf("the API server made %s of the spec, want %s", asJSON(t, spec), want)
	}
	for _, change := range []func(){func() { spec["node"] = "b" }, func() { delete(spec, "node") }} {
		kept := maps.Clone(spec)
		change()
		if _, err := in.Update(ctx, made, metav1.UpdateOptions{}); !apierrors.IsInvalid(err) ||
			!strings.Contains(err.Error(), "spec.node: Invalid value: ") || !strings.Contains(err.Error(), "cannot be changed") {
			t.Errorf("%v is accepted after %v: %v", spec, kept, err)
		}
		spec = kept
		made.Object["spec"] = spec
	}
	spec["zones"] = []any{"b"}
	if _, err := in.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		t.Error(err)
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDefinitionsHaveTheStructureOfControllerGen compares what controller-gen makes of the types with what configgen
// makes of them: the fields, and what kind of value each is. The differences are listed with their reasons.
func TestDefinitionsHaveTheStructureOfControllerGen(t *testing.T) {
	t.Parallel()
	for _, served := range servedConfigurations {
		crd := definition(t, served.module, served.definition)
		ours := crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
		theirs, err := controllerGen(filepath.Join(repository, served.module), served.types, crd.Spec.Names.Kind)
		if err != nil {
			t.Fatal(err)
		}
		var reasons map[string]string
		readYAML(t, &reasons, "testdata/controllergen", strings.ToLower(crd.Spec.Names.Kind)+".yaml")
		found := map[string]string{}
		structure(found, "", theirs, ours)
		for _, path := range slices.Sorted(maps.Keys(found)) {
			if _, known := reasons[found[path]]; !known && reasons[path+": "+found[path]] == "" {
				t.Errorf("%s: %s", path, found[path])
			}
		}
		used := func(reason string) bool {
			for path, what := range found {
				if reason == what || reason == path+": "+what {
					return true
				}
			}
			return false
		}
		for reason := range reasons {
			if !used(reason) {
				t.Errorf("%s: there is no such difference: %s", crd.Spec.Names.Kind, reason)
			}
		}
	}
}

// structure notes where two schemas differ in the fields, and in what kind of value each is.
func structure(found map[string]string, path string, theirs, ours apiextensionsv1.JSONSchemaProps) {
	if kindOf(theirs) != kindOf(ours) {
		found[path] = fmt.Sprintf("%q instead of %q", kindOf(ours), kindOf(theirs))
	}
	for name := range ours.Properties {
		if _, ok := theirs.Properties[name]; !ok {
			found[path+"."+name] = "more"
		}
	}
	for name, property := range theirs.Properties {
		other, ok := ours.Properties[name]
		if !ok {
			found[path+"."+name] = "missing"
			continue
		}
		structure(found, path+"."+name, property, other)
	}
	if theirs.Items != nil && ours.Items != nil {
		structure(found, path+"[*]", *theirs.Items.Schema, *ours.Items.Schema)
	}
	if theirs.AdditionalProperties != nil && ours.AdditionalProperties != nil {
		structure(found, path+"[*]", *theirs.AdditionalProperties.Schema, *ours.AdditionalProperties.Schema)
	}
	if !slices.Equal(slices.Sorted(slices.Values(theirs.Required)), slices.Sorted(slices.Values(ours.Required))) {
		found[path+" (required)"] = fmt.Sprintf("%q instead of %q", ours.Required, theirs.Required)
	}
}

// kindOf says in words what kind of value a schema is for.
func kindOf(s apiextensionsv1.JSONSchemaProps) string {
	words := []string{s.Type, s.Format}
	if s.XIntOrString {
		words = append(words, "int-or-string")
	}
	if s.XPreserveUnknownFields != nil && *s.XPreserveUnknownFields {
		words = append(words, "open")
	}
	if s.XListType != nil && *s.XListType != "atomic" { // which lists are without a type
		words = append(words, *s.XListType)
	}
	words = append(words, s.XListMapKeys...)
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

var errNoSchema = errors.New("controller-gen made no schema")
