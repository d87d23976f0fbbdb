package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ConfigAssignment assigns a configuration to one instance of a component. Its namespace is the fleet of the component,
// and its name is the name of the instance, such as a node or a pod.
//
// An assignment that is absent or deleted changes nothing: the instance stays with its last assignment, and reports
// that.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="ConfigMap",type=string,JSONPath=`.spec.source.name`
// +kubebuilder:printcolumn:name="OK",type=string,JSONPath=`.status.conditions[?(@.type=="ConfigOK")].status`
// +kubebuilder:printcolumn:name="Reason",type=string,JSONPath=`.status.conditions[?(@.type=="ConfigOK")].reason`
// +kubebuilder:printcolumn:name="Version",type=string,JSONPath=`.status.version`
// +kubebuilder:printcolumn:name="Changed",type=date,JSONPath=`.status.lastChangeTime`
// +kubebuilder:printcolumn:name="Assigned",type=string,priority=1,JSONPath=`.status.assigned`
// +kubebuilder:printcolumn:name="Active",type=string,priority=1,JSONPath=`.status.active`
// +kubebuilder:printcolumn:name="Message",type=string,priority=1,JSONPath=`.status.conditions[?(@.type=="ConfigOK")].message`
type ConfigAssignment struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec belongs to whoever moves the instances.
	Spec ConfigAssignmentSpec `json:"spec"`
	// Status belongs to the instance.
	// +optional
	Status ConfigAssignmentStatus `json:"status,omitempty"`

	// Unreadable says which field a server has that this type cannot hold. It is empty then. See UnmarshalJSON.
	Unreadable string `json:"-"`
}

// ConfigAssignmentSpec is what an instance is to use.
type ConfigAssignmentSpec struct {
	// Source of the configuration. Null resets the instance to its local configuration, and makes it forget its
	// last-known-good one.
	// +optional
	// +nullable
	Source *ConfigMapSource `json:"source,omitempty"`
}

// ConfigMapSource is a key of a ConfigMap in the namespace of the assignment.
type ConfigMapSource struct {
	// Name of the ConfigMap.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:XValidation:rule="!format.dns1123Subdomain().validate(self).hasValue()",message="must be the name of a ConfigMap in the namespace of the assignment"
	Name string `json:"name"`
	// Key of data or binaryData of the ConfigMap.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:XValidation:rule="self.matches('^[-._a-zA-Z0-9]+$') && self != '.' && !self.startsWith('..')",message="must be a key of a ConfigMap: letters, digits, '-', '_' and '.'"
	Key string `json:"key"`
	// Digest that the content must have. Other content is rejected. The command dynamic-config digest of the component
	// prints it, as does NewPayload of package componentconfig/dynamic.
	// +required
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self.matches('^[0-9a-f]{64}$')",message="must have 64 lower-case hexadecimal characters, as the command dynamic-config digest of the component prints them"
	Digest string `json:"digest"`
}

// ConfigAssignmentStatus is what an instance reports about its configuration. A digest is empty for the local
// configuration, and for none.
type ConfigAssignmentStatus struct {
	// ObservedGeneration is the generation of the assignment that the rest of the status is about.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=9007199254740991
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// Assigned is the digest of the configuration that the next start tries first.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^([0-9a-f]{64})?$`
	Assigned string `json:"assigned,omitempty"`
	// Active is the digest of the configuration in use.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^([0-9a-f]{64})?$`
	Active string `json:"active,omitempty"`
	// LastKnownGood is the digest of the configuration that was confirmed last. An earlier one that is assigned again
	// needs no other trial: the reason Assigned of ConfigOK, not this digest, says that a trial is over.
	// +optional
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:Pattern=`^([0-9a-f]{64})?$`
	LastKnownGood string `json:"lastKnownGood,omitempty"`
	// Version of the component.
	// +optional
	// +kubebuilder:validation:MaxLength=256
	Version string `json:"version,omitempty"`
	// TrialSeconds is how long it may take from an assignment until the instance has confirmed it or failed with it: the
	// trial period, and the delays of the kubelet before each allowed restart. The active configuration specifies it.
	// +optional
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=604800
	TrialSeconds int64 `json:"trialSeconds,omitempty"`
	// Process that has written the status: its host, its number, and when it started.
	// +optional
	// +kubebuilder:validation:MaxLength=512
	Process string `json:"process,omitempty"`
	// LastChangeTime is when the status changed last.
	// +optional
	// +kubebuilder:validation:XValidation:rule="self.getFullYear() > 0",message="must be a time as RFC 3339 writes it, such as 2026-01-02T15:04:05Z"
	LastChangeTime *metav1.Time `json:"lastChangeTime,omitempty"`
	// Conditions has ConfigOK, with the reasons of package componentconfig/dynamic. It is True if the configuration in use
	// is the intended one and nothing is known against it.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=8
	// +kubebuilder:validation:XValidation:rule="self.all(c, c.lastTransitionTime.getFullYear() > 0)",message="lastTransitionTime must be a time as RFC 3339 writes it, such as 2026-01-02T15:04:05Z"
	// +kubebuilder:validation:XValidation:rule="self.all(c, !has(c.observedGeneration) || c.observedGeneration <= 9007199254740991)",message="observedGeneration must be at most 9007199254740991"
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// ConfigAssignmentList is a list of assignments.
//
// +kubebuilder:object:root=true
type ConfigAssignmentList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []ConfigAssignment `json:"items"`
}
