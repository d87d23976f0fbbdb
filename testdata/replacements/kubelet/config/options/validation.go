package options

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kubeletapis "k8s.io/kubelet/pkg/apis"
)

// zz_generated.validation.go calls the function in this file.

// ValidateCustom_KubeletFlags validates labels of the node: labels of Kubernetes must be known.
func ValidateCustom_KubeletFlags(in *KubeletFlags, _ *field.Path) (errs field.ErrorList) {
	path := field.NewPath("--node-labels")
	for _, key := range slices.Sorted(maps.Keys(in.NodeLabels)) {
		value := in.NodeLabels[key]
		domain, _, _ := strings.Cut(key, "/")
		domain = "." + domain
		ofKubernetes := strings.HasSuffix(domain, ".kubernetes.io") || strings.HasSuffix(domain, ".k8s.io")
		if strings.Contains(key, "/") && ofKubernetes && !kubeletapis.IsKubeletLabel(key) {
			errs = append(errs, field.Invalid(path, key, "a label of Kubernetes that nodes cannot set on themselves"))
		}
		for _, problem := range slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value)) {
			errs = append(errs, field.Invalid(path, key+"="+value, problem))
		}
	}
	return errs
}
