package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MovedConfiguration has everything where it was.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type MovedConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// Address to listen on.
	Address string `json:"address,omitempty"`
	// Port to listen on.
	Port *int32 `json:"port,omitempty"`
	// ServerKind is a named text.
	ServerKind Kind `json:"serverKind,omitempty"`
	// Limits has a pointer.
	Limits *Limits `json:"limits,omitempty"`
	// Zones are in a list.
	Zones []Zone `json:"zones,omitempty"`
	// Slow and Fast have limits.
	Slow *Speed `json:"slow,omitempty"`
	Fast *Speed `json:"fast,omitempty"`
	// Tuning stays.
	Tuning *Tuning `json:"tuning,omitempty"`
	// Policy has the rules.
	Policy Policy `json:"policy,omitempty"`
}

// Limits has a pointer.
type Limits struct {
	// Timeout is optional.
	Timeout *metav1.Duration `json:"timeout,omitempty"`
}

// Zone is in a list.
type Zone struct {
	// Name stays.
	Name string `json:"name,omitempty"`
	// File has the zone.
	File string `json:"file,omitempty"`
	// Secrets are the old name of the keys.
	Secrets map[string]string `json:"secrets,omitempty"`
}

// Speed has a limit.
type Speed struct {
	// Limit is the limit.
	Limit int32 `json:"limit,omitempty"`
}

// Tuning has the mode.
type Tuning struct {
	// Mode is a named text.
	Mode *Kind `json:"mode,omitempty"`
}

// Policy has the rules.
type Policy struct {
	// Rules is the list of the rules.
	Rules []Rule `json:"rules,omitempty"`
	// Fallback is the rule that applies otherwise.
	Fallback *Rule `json:"fallback,omitempty"`
}

// Rule allows or denies.
type Rule struct {
	// Action of the rule.
	Action string `json:"action,omitempty"`
}

// Kind is a kind.
type Kind string
