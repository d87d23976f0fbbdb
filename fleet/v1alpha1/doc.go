// Package v1alpha1 has the types of the API group fleet.configgen.dev: what each instance of a component uses as its
// dynamic configuration, and how a new one is rolled out.
//
// A ConfigAssignment points one instance to a key of a ConfigMap and says the digest that its content must have. Many
// instances may share a ConfigMap, and each is moved by itself: create another ConfigMap, then change the assignments
// one by one. The source kube.AssignmentSource of module componentconfig/dynamic/kube follows an assignment. It does
// not import this package, so that a component depends on nothing that a controller of assignments needs.
//
// A ConfigPool changes the assignments that it selects, in waves, and stops when instances fail.
//
// The directory manifests has the definitions of the resources, the rights of instances with identities of their own,
// and the rights and the admission policy of instances that share one.
//
// +kubebuilder:object:generate=true
// +groupName=fleet.configgen.dev
package v1alpha1
