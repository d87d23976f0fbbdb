// Package v1alpha1 has defaults and conversions of what the configurations of the three components have in common.
//
// +k8s:conversion-gen=example.com/adopt/certmanager/shared
// +k8s:conversion-gen-external-types=github.com/cert-manager/cert-manager/pkg/apis/config/shared/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +k8s:defaulter-gen-input=github.com/cert-manager/cert-manager/pkg/apis/config/shared/v1alpha1
package v1alpha1
