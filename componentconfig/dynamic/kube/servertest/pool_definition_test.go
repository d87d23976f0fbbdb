package servertest

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	schemacel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// refusal sets the defaults of objects and returns their validation errors, as a server would, without a server.
type refusal struct {
	t          *testing.T
	structural *structuralschema.Structural
	schema     validation.SchemaValidator
	rules      *schemacel.Validator
}

func newRefusal(t *testing.T, crd *apiextensionsv1.CustomResourceDefinition) refusal {
	t.Helper()
	apiextensionsv1.SetDefaults_CustomResourceDefinition(crd)
	apiextensionsv1.SetDefaults_CustomResourceDefinitionSpec(&crd.Spec)
	crd.Status.StoredVersions = []string{crd.Spec.Versions[0].Name}
	internal := &apiextensions.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(crd, internal,
		nil); err != nil {
		t.Fatal(err)
	}
	if errs := crdvalidation.ValidateCustomResourceDefinition(t.Context(), internal); len(errs) > 0 {
		t.Fatalf("the definition is refused: %v", errs.ToAggregate())
	}
	props := internal.Spec.Validation.OpenAPIV3Schema
	structural, err := structuralschema.NewStructural(props)
	if err != nil {
		t.Fatal(err)
	}
	schema, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		t.Fatal(err)
	}
	return refusal{t, structural, schema, schemacel.NewValidator(structural, true, celconfig.PerCallLimit)}
}

// object reads an object and gives it its defaults.
func (r refusal) object(text string) map[string]any {
	r.t.Helper()
	var o map[string]any
	if err := yaml.Unmarshal([]byte(text), &o); err != nil {
		r.t.Fatal(err)
	}
	defaulting.Default(o, r.structural)
	return o
}

// says is what the server has against an object, or against the change of an old one.
func (r refusal) says(o, old map[string]any) string {
	var before any
	errs := validation.ValidateCustomResource(nil, o, r.schema)
	if old != nil {
		before = old
	}
	found, _ := r.rules.Validate(r.t.Context(), nil, r.structural, o, before, celconfig.RuntimeCELCostBudget)
	return fmt.Sprint(append(append(field.ErrorList{}, errs...), found...).ToAggregate())
}

// TestPoolDefinition: what the definition of pools can find out is refused, with what to do.
func TestPoolDefinition(t *testing.T) {
	t.Parallel()
	r := newRefusal(t, definition(t, "fleet", poolDefinition))
	pool := func(name, selector, source, more string) map[string]any {
		return r.object(fmt.Sprintf("apiVersion: fleet.configgen.dev/v1alpha1\nkind: ConfigPool\nmetadata: {name: %s}\n"+
			"spec: {selector: %s, source: %s%s}\n", name, selector, source, more))
	}
	const labels, relay = "{matchLabels: {app: relay}}", "{name: relay, key: relay.yaml}"
	good := pool("edge", labels, relay, "")
	if refused := r.says(good, nil); refused != "<nil>" {
		t.Errorf("refused: %s", refused)
	}
	rollout := fmt.Sprint(good["spec"].(map[string]any)["rollout"])
	const want = "map[deadline:1h maxUnavailable:10% onFailure:Stop pause:10m stopAfter:1 waves:[1 5% 25% 100%]]"
	if rollout != want {
		t.Errorf("the defaults are %s, want %s", rollout, want)
	}
	if refused := r.says(pool("edge", "{matchLabels: {app: other}}", relay, ""), good); !strings.Contains(refused,
		"cannot be changed: create another pool") {
		t.Errorf("another selector: %s", refused)
	}
	portion := `must be a number from 1 to 1000000, or a percentage from "1%" to "100%"`
	for _, c := range []struct{ name, selector, source, more, want string }{
		{strings.Repeat("x", 64), labels, relay, "", "the name must have at most 63 characters"},
		{"edge", "{}", relay, "", "must not be empty: an empty selector selects every assignment"},
		{"edge", "{matchLabels: {}}", relay, "", "must not be empty"},
		{"edge", "{matchExpressions: [{key: a, operator: Equals, values: [b]}]}", relay, "", "must be In or NotIn"},
		{"edge", "{matchExpressions: [{key: a, operator: In}]}", relay, "", "must be In or NotIn"},
		{"edge", labels, "{name: ../evil, key: a}", "", "must be the name of a ConfigMap in the namespace of the pool"},
		{"edge", labels, "{name: a, key: a/b}", "", "must be a key of a ConfigMap"},
		{"edge", labels, "{name: a, key: b, digest: abc}", "", "must have 64 lower-case hexadecimal characters"},
		{"edge", labels, relay, ", rollout: {waves: [0, '100%']}", portion},
		{"edge", labels, relay, ", rollout: {waves: ['5', '100%']}", portion},
		{"edge", labels, relay, ", rollout: {waves: ['5 %', '100%']}", portion},
		{"edge", labels, relay, ", rollout: {waves: [' 5%', '100%']}", portion},
		{"edge", labels, relay, ", rollout: {waves: ['101%']}", portion},
		{"edge", labels, relay, ", rollout: {waves: ['25%', '5%', '100%']}", "waves are cumulative and must not shrink"},
		{"edge", labels, relay, ", rollout: {waves: [9, 3, '100%']}", "waves are cumulative and must not shrink"},
		{"edge", labels, relay, ", rollout: {waves: [1, '50%']}", `the last wave must be "100%"`},
		{"edge", labels, relay, ", rollout: {waves: []}", "should have at least 1 items"},
		{"edge", labels, relay, ", rollout: {maxUnavailable: 0}", portion},
		{"edge", labels, relay, ", rollout: {maxUnavailable: 2147483648}", portion},
		{"edge", labels, relay, ", rollout: {waves: [2147483648, '100%']}", portion},
		{"edge", labels, relay, ", rollout: {stopAfter: '0%'}", portion},
		{"edge", labels, relay, ", rollout: {approveAfter: [0]}", "should be greater than or equal to 1"},
		{"edge", labels, relay, ", rollout: {onFailure: Panic}", "Unsupported value"},
		{"edge", labels, relay, ", approved: {digest: abc, wave: 1}", "must have 64 lower-case hexadecimal characters"},
		{"edge", labels, relay, ", rollout: {deadline: 10}", "must be of type string"},
		{"edge", labels, relay, ", rollout: {deadline: 1 hour}", "must be a duration such as 10m or 1h30m"},
		{"edge", labels, relay, ", rollout: {pause: -1m}", "must be a duration such as 10m or 1h30m"},
		{"edge", labels, relay, ", revisionHistoryLimit: -1", "should be greater than or equal to 0"},
	} {
		if refused := r.says(pool(c.name, c.selector, c.source, c.more), nil); !strings.Contains(refused, c.want) {
			t.Errorf("%s %s%s: %s, want %s", c.selector, c.source, c.more, refused, c.want)
		}
	}
}
