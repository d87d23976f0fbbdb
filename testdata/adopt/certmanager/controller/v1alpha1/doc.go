// Package v1alpha1 has defaults and conversions of the published configuration of the controller.
//
// +k8s:conversion-gen=example.com/adopt/certmanager/controller
// +k8s:conversion-gen-external-types=github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1
// +k8s:defaulter-gen=TypeMeta
// +k8s:defaulter-gen-input=github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1
// +configgen:peers(defaults: "example.com/adopt/certmanager/shared/v1alpha1")
// +configgen:peers(conversions: "example.com/adopt/certmanager/shared/v1alpha1")
// +groupName=controller.config.cert-manager.io
package v1alpha1
