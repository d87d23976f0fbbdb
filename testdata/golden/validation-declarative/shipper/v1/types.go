package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ShipperConfiguration configures the shipper.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type ShipperConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Port of the shipper.
	// +flag
	// +k8s:required
	// +k8s:minimum=1
	Port int32 `json:"port"`
	// URL to ship to.
	// +flag
	// +format=url
	// +k8s:required
	URL string `json:"url"`
}

// HelperConfiguration has no constraint, so validation-gen writes no function for it.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type HelperConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Name of the helper.
	// +required
	Name string `json:"name"`
}

// LeftOutConfiguration is left out by its own tag: its constraints are checked by configgen's code.
// +config
// +k8s:validation-gen=false
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type LeftOutConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Workers of the shipper.
	// +k8s:required
	// +k8s:minimum=1
	Workers int32 `json:"workers"`
}
