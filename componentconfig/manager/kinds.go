package manager

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// CheckKinds returns an error if c has a kind that the scheme of the manager does not know: no controller has it then,
// unless it reconciles objects without a Go type. The error names fields of ManagerConfiguration.
func CheckKinds(c *config.ControllerConfiguration, scheme *runtime.Scheme) error {
	known := map[string]bool{}
	for kind := range scheme.AllKnownTypes() {
		known[kind.GroupKind().String()] = true
	}
	at := field.NewPath("controller", "groupKindConcurrency")
	var errs field.ErrorList
	for _, kind := range slices.Sorted(maps.Keys(c.GroupKindConcurrency)) {
		if known[kind] {
			continue
		}
		text := "the operator does not know this kind"
		if alike := similar(kind, known); len(alike) > 0 {
			text = fmt.Sprintf("%s; did you mean %s?", text, strings.Join(alike, " or "))
		}
		errs = append(errs, field.Invalid(at.Key(kind), kind, text))
	}
	return errs.ToAggregate()
}

// similar returns the kinds with the same first word, in the singular or plural.
func similar(kind string, known map[string]bool) (alike []string) {
	word := func(kind string) string {
		first, _, _ := strings.Cut(strings.ToLower(kind), ".")
		return strings.TrimSuffix(first, "s")
	}
	for _, other := range slices.Sorted(maps.Keys(known)) {
		if word(other) == word(kind) {
			alike = append(alike, other)
		}
	}
	return alike
}
