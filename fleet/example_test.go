package fleet_test

import (
	"context"
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientdynamic "k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/fake"

	"github.com/configgen/configgen/componentconfig/dynamic"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// A program assigns the key relay.yaml of a ConfigMap to one instance. The other instances keep their content.
func Example() {
	ctx := context.Background()
	client := newClient(
		&corev1.ConfigMap{
			TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
			ObjectMeta: metav1.ObjectMeta{Namespace: "edge", Name: "relay-2"},
			Data:       map[string]string{"relay.yaml": "port: 9090\n"},
		},
		&fleet.ConfigAssignment{
			TypeMeta:   metav1.TypeMeta{APIVersion: fleet.Version().String(), Kind: "ConfigAssignment"},
			ObjectMeta: metav1.ObjectMeta{Namespace: "edge", Name: "node-1"},
		})
	if err := assign(ctx, client, "edge", "node-1", "relay-2", "relay.yaml"); err != nil {
		log.Fatal(err)
	}
	object, err := client.Resource(fleet.Version().WithResource("configassignments")).Namespace("edge").
		Get(ctx, "node-1", metav1.GetOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var assigned fleet.ConfigAssignment
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &assigned); err != nil {
		log.Fatal(err)
	}
	source := assigned.Spec.Source
	fmt.Printf("%s uses %s of %s, if its digest is %s...\n", assigned.Name, source.Key, source.Name, source.Digest[:12])
	// Output: node-1 uses relay.yaml of relay-2, if its digest is d0fb54981e65...
}

// assign points an instance to a key of a ConfigMap.
func assign(ctx context.Context, client clientdynamic.Interface, namespace, instance, configMap, key string) error {
	object, err := client.Resource(corev1.SchemeGroupVersion.WithResource("configmaps")).Namespace(namespace).
		Get(ctx, configMap, metav1.GetOptions{})
	if err != nil {
		return err
	}
	var content corev1.ConfigMap
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, &content); err != nil {
		return err
	}
	payload, err := dynamic.NewPayload(map[string][]byte{key: []byte(content.Data[key])})
	if err != nil {
		return err
	}
	assignments := client.Resource(fleet.Version().WithResource("configassignments")).Namespace(namespace)
	if object, err = assignments.Get(ctx, instance, metav1.GetOptions{}); err != nil {
		return err
	}
	object.Object["spec"] = map[string]any{"source": map[string]any{
		"name": configMap, "key": key, "digest": string(payload.Digest()),
	}}
	_, err = assignments.Update(ctx, object, metav1.UpdateOptions{})
	return err
}

func newClient(objects ...runtime.Object) clientdynamic.Interface {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, fleet.AddToScheme} {
		if err := add(scheme); err != nil {
			log.Fatal(err)
		}
	}
	return fake.NewSimpleDynamicClient(scheme, objects...)
}
