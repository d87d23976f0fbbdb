// Package v1alpha1 has defaults and conversions of the published configuration of the cainjector.
//
// +k8s:conversion-gen=example.com/adopt/certmanager/cainjector
// +k8s:conversion-gen-external-types=github.com/cert-manager/cert-manager/pkg/apis/config/cainjector/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +k8s:defaulter-gen-input=github.com/cert-manager/cert-manager/pkg/apis/config/cainjector/v1alpha1
// +configgen:peers(defaults: "example.com/adopt/certmanager/shared/v1alpha1")
// +configgen:peers(conversions: "example.com/adopt/certmanager/shared/v1alpha1")
// +groupName=cainjector.config.cert-manager.io
package v1alpha1
