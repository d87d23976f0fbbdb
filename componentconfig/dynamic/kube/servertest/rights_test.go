package servertest

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
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

// identity is a user with the roles of a manifest.
type identity struct {
	subject  rbacv1.Subject
	roles    []rbacv1.Role
	bindings []rbacv1.RoleBinding
}

// ownIdentity and sharedIdentity are what the manifests of module fleet grant to an instance.
func ownIdentity(t *testing.T, name string) identity {
	t.Helper()
	return readIdentity(t, "own-identity.yaml", rbacv1.Subject{Kind: "User", APIGroup: rbacv1.GroupName, Name: name},
		strings.NewReplacer("node-1", name))
}

func sharedIdentity(t *testing.T) identity {
	t.Helper()
	return readIdentity(t, "shared-identity.yaml",
		rbacv1.Subject{Kind: "ServiceAccount", Namespace: "edge", Name: "relay"}, strings.NewReplacer())
}

func readIdentity(t *testing.T, manifest string, subject rbacv1.Subject, names *strings.Replacer) identity {
	t.Helper()
	id := identity{subject: subject}
	for kind, documents := range manifests(t, manifest, names) {
		for _, document := range documents {
			switch kind {
			case "Role":
				id.roles = append(id.roles, strict[rbacv1.Role](t, document))
			case "RoleBinding":
				id.bindings = append(id.bindings, strict[rbacv1.RoleBinding](t, document))
			}
		}
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
	reader := utilyaml.NewDocumentDecoder(io.NopCloser(strings.NewReader(names.Replace(string(text)))))
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
// reading of the request.
func (id identity) may(t *testing.T, r *http.Request) bool {
	t.Helper()
	info, err := requestInfo(r)
	if err != nil {
		t.Fatal(err)
	}
	asked := rbacv1.PolicyRule{Verbs: []string{info.Verb}, APIGroups: []string{info.APIGroup},
		Resources: []string{strings.TrimSuffix(info.Resource+"/"+info.Subresource, "/")}}
	if info.Name != "" {
		asked.ResourceNames = []string{info.Name}
	}
	for _, binding := range id.bindings {
		for _, role := range id.roles {
			if binding.Namespace != info.Namespace || role.Namespace != info.Namespace || binding.RoleRef.Name != role.Name ||
				len(binding.Subjects) != 1 || binding.Subjects[0] != id.subject {
				continue
			}
			if covered, _ := validation.Covers(role.Rules, []rbacv1.PolicyRule{asked}); covered {
				return true
			}
		}
	}
	return false
}

// TestOwnStatusPolicy holds the admission policy to what a token says of its node and pod, in the plugin of the API
// server.
func TestOwnStatusPolicy(t *testing.T) {
	t.Parallel()
	plugin := policyPlugin(t)
	const account, group = "system:serviceaccount:edge:relay", "system:serviceaccounts"
	const node, pod = "authentication.kubernetes.io/node-name", "authentication.kubernetes.io/pod-name"
	for _, c := range []struct {
		name     string
		user     user.DefaultInfo
		resource string
		sub      string
		want     string
	}{
		{"the node of the token", user.DefaultInfo{Name: account, Groups: []string{group},
			Extra: map[string][]string{node: {"node-1"}, pod: {"relay-x"}}}, "configassignments", "status", ""},
		{"the pod of the token", user.DefaultInfo{Name: account, Groups: []string{group},
			Extra: map[string][]string{node: {"a"}, pod: {"node-1"}}}, "configassignments", "status", ""},
		{"another node", user.DefaultInfo{Name: account, Groups: []string{group},
			Extra: map[string][]string{node: {"node-2"}, pod: {"relay-x"}}}, "configassignments", "status",
			"only the instance node-1 writes this status: the assignment must have the name of the node or pod of " + account},
		{"a token of no pod", user.DefaultInfo{Name: account, Groups: []string{group}}, "configassignments", "status",
			"only the instance node-1 writes this status"},
		{"other names in the token", user.DefaultInfo{Name: account, Groups: []string{group},
			Extra: map[string][]string{"example.com/node-name": {"node-1"}}}, "configassignments", "status",
			"only the instance node-1 writes this status"},
		{"a user with an identity of its own", user.DefaultInfo{Name: "node-1"}, "configassignments", "status", ""},
		{"the spec", user.DefaultInfo{Name: account, Groups: []string{group}}, "configassignments", "", ""},
		{"another resource", user.DefaultInfo{Name: account, Groups: []string{group}}, "configpools", "status", ""},
	} {
		object := &fleet.ConfigAssignment{TypeMeta: metav1.TypeMeta{APIVersion: fleet.Version().String(),
			Kind: "ConfigAssignment"}, ObjectMeta: metav1.ObjectMeta{Namespace: "edge", Name: "node-1"}}
		err := plugin.Validate(t.Context(), admission.NewAttributesRecord(object, object,
			fleet.Version().WithKind("ConfigAssignment"), "edge", "node-1", fleet.Version().WithResource(c.resource), c.sub,
			admission.Update, &metav1.UpdateOptions{}, false, &c.user), admission.NewObjectInterfacesFromScheme(fleetScheme(t)))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
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

// policyPlugin has the policy of the manifest, with the defaults of the API server.
func policyPlugin(t *testing.T) *validating.Plugin {
	t.Helper()
	documents := manifests(t, "shared-identity.yaml", strings.NewReplacer())
	policy := strict[admissionv1.ValidatingAdmissionPolicy](t, documents["ValidatingAdmissionPolicy"][0])
	binding := strict[admissionv1.ValidatingAdmissionPolicyBinding](t, documents["ValidatingAdmissionPolicyBinding"][0])
	equivalent, all := admissionv1.Equivalent, admissionv1.AllScopes
	match := policy.Spec.MatchConstraints
	match.NamespaceSelector, match.ObjectSelector = &metav1.LabelSelector{}, &metav1.LabelSelector{}
	match.MatchPolicy = &equivalent
	for i := range match.ResourceRules {
		match.ResourceRules[i].Scope = &all
	}
	client := kubefake.NewClientset(&policy, &binding, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "edge"}})
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
