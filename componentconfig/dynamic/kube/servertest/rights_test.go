package servertest

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/informers"
	kubefake "k8s.io/client-go/kubernetes/fake"
	"k8s.io/component-helpers/auth/rbac/validation"
	"sigs.k8s.io/yaml"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// identity is a user with what manifests grant to it.
type identity []grant

// grant is what a binding grants, in a namespace or, without one, everywhere.
type grant struct {
	namespace string
	rules     []rbacv1.PolicyRule
}

// ownIdentity and sharedIdentity are what the manifests of module fleet grant to an instance.
func ownIdentity(t *testing.T, name string) identity {
	t.Helper()
	return readIdentity(t, rbacv1.Subject{Kind: "User", APIGroup: rbacv1.GroupName, Name: name},
		strings.NewReplacer("node-1", name), "own-identity.yaml")
}

func sharedIdentity(t *testing.T) identity {
	t.Helper()
	return readIdentity(t, rbacv1.Subject{Kind: "ServiceAccount", Namespace: "edge", Name: "relay"},
		strings.NewReplacer(), "shared-identity.yaml")
}

// programIdentity is what the manifests of module fleet grant to config-fleet for the fleet edge, together with others.
func programIdentity(t *testing.T, others ...string) identity {
	t.Helper()
	return readIdentity(t, rbacv1.Subject{Kind: "ServiceAccount", Namespace: "config-fleet-system", Name: "config-fleet"},
		strings.NewReplacer(), append(others, "rbac.yaml", "fleet.yaml")...)
}

func readIdentity(t *testing.T, subject rbacv1.Subject, names *strings.Replacer, files ...string) (id identity) {
	t.Helper()
	all := map[string][][]byte{}
	for _, file := range files {
		for kind, found := range manifests(t, file, names) {
			all[kind] = append(all[kind], found...)
		}
	}
	roles := map[string][]rbacv1.PolicyRule{} // by kind, namespace and name
	for _, document := range all["Role"] {
		role := strict[rbacv1.Role](t, document)
		roles["Role "+role.Namespace+" "+role.Name] = role.Rules
	}
	for _, document := range all["ClusterRole"] {
		role := strict[rbacv1.ClusterRole](t, document)
		roles["ClusterRole  "+role.Name] = role.Rules
	}
	bind := func(namespace string, ref rbacv1.RoleRef, subjects []rbacv1.Subject) {
		within := namespace
		if ref.Kind == "ClusterRole" {
			within = ""
		}
		rules, found := roles[ref.Kind+" "+within+" "+ref.Name]
		if !found || len(subjects) != 1 || subjects[0] != subject {
			t.Fatalf("a binding of %v to %v, which is not %v", ref, subjects, subject)
		}
		id = append(id, grant{namespace, rules})
	}
	for _, document := range all["RoleBinding"] {
		binding := strict[rbacv1.RoleBinding](t, document)
		bind(binding.Namespace, binding.RoleRef, binding.Subjects)
	}
	for _, document := range all["ClusterRoleBinding"] {
		binding := strict[rbacv1.ClusterRoleBinding](t, document)
		bind("", binding.RoleRef, binding.Subjects)
	}
	return id
}

// manifests are the documents of a manifest of module fleet, by kind.
func manifests(t *testing.T, name string, names *strings.Replacer) map[string][][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fleetDir, "manifests", name))
	if err != nil {
		t.Fatal(err)
	}
	return documents(t, names.Replace(string(text)))
}

// documents returns the YAML documents of a text, by kind.
func documents(t *testing.T, text string) map[string][][]byte {
	t.Helper()
	reader := utilyaml.NewDocumentDecoder(io.NopCloser(strings.NewReader(text)))
	all, buffer := map[string][][]byte{}, make([]byte, 1<<20)
	for {
		n, err := reader.Read(buffer)
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		document := bytes.Clone(buffer[:n])
		var kind metav1.TypeMeta
		if err := yaml.Unmarshal(document, &kind); err != nil {
			t.Fatal(err)
		}
		all[kind.Kind] = append(all[kind.Kind], document)
	}
}

func strict[T any](t *testing.T, document []byte) (out T) {
	t.Helper()
	if err := yaml.UnmarshalStrict(document, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// requestInfo is the API server's reading of a request.
func requestInfo(r *http.Request) (*request.RequestInfo, error) {
	factory := request.RequestInfoFactory{
		APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api"),
	}
	return factory.NewRequestInfo(r)
}

// may reports whether the roles allow a request, as an authorizer does that gets its attributes from the API server's
// reading of the request. Everybody may ask which resources there are.
func (id identity) may(t *testing.T, r *http.Request) bool {
	t.Helper()
	info, err := requestInfo(r)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsResourceRequest {
		return r.Method == http.MethodGet && strings.HasPrefix(info.Path, "/api")
	}
	asked := rbacv1.PolicyRule{Verbs: []string{info.Verb}, APIGroups: []string{info.APIGroup},
		Resources: []string{strings.TrimSuffix(info.Resource+"/"+info.Subresource, "/")}}
	if info.Name != "" {
		asked.ResourceNames = []string{info.Name}
	}
	return slices.ContainsFunc(id, func(g grant) bool {
		covered, _ := validation.Covers(g.rules, []rbacv1.PolicyRule{asked})
		return covered && (g.namespace == "" || g.namespace == info.Namespace)
	})
}

// TestRightsOfConfigFleet: what the shipped roles allow to the program, without and with nodes.yaml.
func TestRightsOfConfigFleet(t *testing.T) {
	t.Parallel()
	const fleets, core, leases = "/apis/fleet.configgen.dev/v1alpha1/namespaces/", "/api/v1/namespaces/",
		"/apis/coordination.k8s.io/v1/namespaces/"
	for _, c := range []struct {
		request        string
		without, nodes bool
	}{
		{"GET " + fleets + "edge/configpools?watch=true", true, true},
		{"PUT " + fleets + "edge/configpools/relay/status", true, true},
		{"GET " + fleets + "edge/configassignments?watch=true", true, true},
		{"PATCH " + fleets + "edge/configassignments/node-1", true, true},
		{"GET " + core + "edge/configmaps?watch=true", true, true},
		{"GET " + core + "edge/configmaps/relay-2", true, true},
		{"POST " + core + "edge/configmaps", true, true},
		{"DELETE " + core + "edge/configmaps/relay-0123456789ab", true, true},
		{"POST /apis/events.k8s.io/v1/namespaces/edge/events", true, true},
		{"POST " + leases + "config-fleet-system/leases", true, true},
		{"PUT " + leases + "config-fleet-system/leases/config-fleet", true, true},
		{"POST " + core + "config-fleet-system/events", true, true},
		{"POST /apis/authentication.k8s.io/v1/tokenreviews", true, true},
		{"POST /apis/authorization.k8s.io/v1/subjectaccessreviews", true, true},
		{"GET /apis/fleet.configgen.dev/v1alpha1", true, true},

		{"GET /api/v1/nodes?watch=true", false, true},
		{"POST " + fleets + "edge/configassignments", false, true},
		{"DELETE " + fleets + "edge/configassignments/node-1", false, true},

		{"PUT " + fleets + "edge/configpools/relay", false, false},
		{"DELETE " + fleets + "edge/configpools/relay", false, false},
		{"PATCH " + fleets + "edge/configassignments/node-1/status", false, false},
		{"DELETE " + fleets + "edge/configassignments", false, false},
		{"PUT " + core + "edge/configmaps/relay-2", false, false},
		{"GET " + core + "edge/secrets/relay", false, false},
		{"GET " + core + "core/configmaps/relay-2", false, false},
		{"GET /api/v1/configmaps", false, false},
		{"GET " + fleets + "core/configpools", false, false},
		{"GET " + fleets + "core/configassignments", false, false},
		{"POST " + fleets + "core/configassignments", false, false},
		{"PUT " + leases + "config-fleet-system/leases/another", false, false},
		{"PUT " + leases + "edge/leases/config-fleet", false, false},
		{"PATCH /api/v1/nodes/node-1", false, false},
	} {
		method, url, _ := strings.Cut(c.request, " ")
		r, err := http.NewRequest(method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(programIdentity(t).may(t, r), programIdentity(t, "nodes.yaml").may(t, r))
		if want := fmt.Sprint(c.without, c.nodes); got != want {
			t.Errorf("%s: %s, want %s without and with nodes", c.request, got, want)
		}
	}
}

// TestDeploymentOfConfigFleet: kubectl makes objects of the manifests that fit together.
func TestDeploymentOfConfigFleet(t *testing.T) {
	t.Parallel()
	made, err := exec.Command("kubectl", "kustomize", filepath.Join(fleetDir, "manifests")).Output()
	if err != nil {
		t.Fatal(err)
	}
	all := documents(t, string(made))
	if len(all["CustomResourceDefinition"]) != 2 || len(all["Namespace"]) != 1 || len(all["ServiceAccount"]) != 1 {
		t.Errorf("the manifests are\n%s", made)
	}
	file := strict[corev1.ConfigMap](t, all["ConfigMap"][0])
	account := strict[corev1.ServiceAccount](t, all["ServiceAccount"][0])
	deployment := strict[appsv1.Deployment](t, all["Deployment"][0])
	pod := deployment.Spec.Template.Spec
	volume, mount := pod.Volumes[0], pod.Containers[0].VolumeMounts[0]
	for what, same := range map[string]bool{
		"namespace": deployment.Namespace == file.Namespace && deployment.Namespace == account.Namespace,
		"account":   pod.ServiceAccountName == account.Name,
		"hash":      strings.HasPrefix(file.Name, "config-fleet-config-"),
		"volume":    volume.ConfigMap.Name == file.Name && mount.Name == volume.Name,
		"argument":  pod.Containers[0].Args[0] == "--config="+mount.MountPath+"/config-fleet.yaml",
		"file":      file.Data["config-fleet.yaml"] != "",
		"selector":  maps.Equal(deployment.Spec.Selector.MatchLabels, deployment.Spec.Template.Labels),
	} {
		if !same {
			t.Errorf("%s: %+v\n%+v\n%+v", what, deployment, file, account)
		}
	}
}

// TestOwnStatusPolicy holds the admission policies to what a token says of its node and pod, in the plugin of the API
// server. The binding of a fleet says which of the two counts.
func TestOwnStatusPolicy(t *testing.T) {
	t.Parallel()
	ofNodes, ofPods := policyPlugin(t, "node"), policyPlugin(t, "pod")
	const account, group = "system:serviceaccount:edge:relay", "system:serviceaccounts"
	const node, pod = "authentication.kubernetes.io/node-name", "authentication.kubernetes.io/pod-name"
	const refused = "only the instance node-1 writes this status: the assignment must have the name of the "
	member := func(extra map[string][]string) user.DefaultInfo {
		return user.DefaultInfo{Name: account, Groups: []string{group}, Extra: extra}
	}
	for _, c := range []struct {
		name       string
		user       user.DefaultInfo
		resource   string
		sub        string
		node, pod  bool
		namespaces []string
	}{
		{"the node of the token", member(map[string][]string{node: {"node-1"}, pod: {"relay-x"}}),
			"configassignments", "status", true, false, nil},
		{"a pod with the name of another node", member(map[string][]string{node: {"a"}, pod: {"node-1"}}),
			"configassignments", "status", false, true, nil},
		{"another node", member(map[string][]string{node: {"node-2"}, pod: {"relay-x"}}),
			"configassignments", "status", false, false, nil},
		{"a token of no pod", member(nil), "configassignments", "status", false, false, nil},
		{"other names in the token", member(map[string][]string{"example.com/node-name": {"node-1"}}),
			"configassignments", "status", false, false, nil},
		{"a user with an identity of its own", user.DefaultInfo{Name: "node-1"}, "configassignments", "status", true, true,
			nil},
		{"the spec", member(nil), "configassignments", "", true, true, nil},
		{"another resource", member(nil), "configpools", "status", true, true, nil},
		{"another fleet", member(nil), "configassignments", "status", true, true, []string{"core"}},
	} {
		namespace := append(c.namespaces, "edge")[0]
		object := &fleet.ConfigAssignment{TypeMeta: metav1.TypeMeta{APIVersion: fleet.Version().String(),
			Kind: "ConfigAssignment"}, ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "node-1"}}
		attributes := admission.NewAttributesRecord(object, object, fleet.Version().WithKind("ConfigAssignment"), namespace,
			"node-1", fleet.Version().WithResource(c.resource), c.sub, admission.Update, &metav1.UpdateOptions{}, false, &c.user)
		for _, of := range []struct {
			kind    string
			plugin  *validating.Plugin
			allowed bool
		}{{"node", ofNodes, c.node}, {"pod", ofPods, c.pod}} {
			err := of.plugin.Validate(t.Context(), attributes, admission.NewObjectInterfacesFromScheme(fleetScheme(t)))
			if want := refused + of.kind + " of " + account; (err == nil) != of.allowed ||
				err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, in a fleet of %ss: %v", c.name, of.kind, err)
			}
		}
	}
}

func fleetScheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	known := runtime.NewScheme()
	if err := fleet.AddToScheme(known); err != nil {
		t.Fatal(err)
	}
	return known
}

// policyPlugin has the policies of the manifest, with the defaults of the API server, and its binding to the policy of
// nodes or of pods.
func policyPlugin(t *testing.T, kind string) *validating.Plugin {
	t.Helper()
	shipped := manifests(t, "shared-identity.yaml", strings.NewReplacer())
	binding := strict[admissionv1.ValidatingAdmissionPolicyBinding](t, shipped["ValidatingAdmissionPolicyBinding"][0])
	binding.Spec.PolicyName = kind + "-status.fleet.configgen.dev"
	equivalent, all := admissionv1.Equivalent, admissionv1.AllScopes
	bound := binding.Spec.MatchResources
	bound.ObjectSelector, bound.MatchPolicy = &metav1.LabelSelector{}, &equivalent
	objects := []runtime.Object{&binding}
	for _, name := range []string{"edge", "core"} {
		objects = append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name,
			Labels: map[string]string{corev1.LabelMetadataName: name}}})
	}
	for _, document := range shipped["ValidatingAdmissionPolicy"] {
		policy := strict[admissionv1.ValidatingAdmissionPolicy](t, document)
		match := policy.Spec.MatchConstraints
		match.NamespaceSelector, match.ObjectSelector = &metav1.LabelSelector{}, &metav1.LabelSelector{}
		match.MatchPolicy = &equivalent
		for i := range match.ResourceRules {
			match.ResourceRules[i].Scope = &all
		}
		objects = append(objects, &policy)
	}
	client := kubefake.NewClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	plugin, err := validating.NewPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	plugin.SetExternalKubeInformerFactory(factory)
	plugin.SetExternalKubeClientSet(client)
	plugin.SetRESTMapper(meta.NewDefaultRESTMapper([]schema.GroupVersion{fleet.Version()}))
	plugin.SetDynamicClient(fake.NewSimpleDynamicClient(fleetScheme(t)))
	plugin.SetDrainedNotification(t.Context().Done())
	plugin.SetUnconditionalAuthorizer(authorizerfactory.NewAlwaysDenyAuthorizer())
	if err := plugin.ValidateInitialization(); err != nil {
		t.Fatal(err)
	}
	factory.Start(t.Context().Done())
	for deadline := time.Now().Add(patience); !plugin.WaitForReady(); {
		if time.Now().After(deadline) {
			t.Fatal("the policy is never ready")
		}
	}
	return plugin
}
