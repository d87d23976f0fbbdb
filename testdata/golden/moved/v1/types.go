package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MovedConfiguration has fields in other places than v1alpha1.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type MovedConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// Server is a pointer to what was at the top.
	Server *Server `json:"server,omitempty"`
	// Zones are in a list.
	Zones []Zone `json:"zones,omitempty"`
	// Limit depends on a field behind a pointer.
	Limit int32 `json:"limit,omitempty"`
	// Tuning stays.
	Tuning *Tuning `json:"tuning,omitempty"`
	// Rules is the list of the rules.
	Rules []Rule `json:"rules,omitempty"`
	// Fallback is the rule that applies otherwise.
	Fallback *Rule `json:"fallback,omitempty"`
	// Fresh is new.
	Fresh Fresh `json:"fresh,omitempty"`
}

// Server listens.
type Server struct {
	// Address to listen on.
	Address string `json:"address,omitempty"`
	// Port to listen on.
	Port int32 `json:"port,omitempty"`
	// Kind is a named text.
	Kind Kind `json:"kind,omitempty"`
	// Timeout was a pointer.
	Timeout metav1.Duration `json:"timeout,omitempty"`
}

// Zone is in a list.
type Zone struct {
	// Name stays.
	Name string `json:"name,omitempty"`
	// Source is where the zone comes from.
	Source Source `json:"source,omitempty"`
}

// Source is where a zone comes from.
type Source struct {
	// File has the zone.
	File string `json:"file,omitempty"`
	// Keys are new names of the keys.
	Keys map[string]string `json:"keys,omitempty"`
}

// Tuning has the mode.
type Tuning struct {
	// Mode is a named text.
	Mode *Kind `json:"mode,omitempty"`
}

// Rule allows or denies.
type Rule struct {
	// Action of the rule.
	Action string `json:"action,omitempty"`
}

// Fresh is new.
type Fresh struct {
	// Level is new.
	Level int32 `json:"level,omitempty"`
}

// Kind is a kind.
type Kind string
