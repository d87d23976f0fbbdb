package moved

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MovedConfiguration has fields in other places than v1alpha1.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type MovedConfiguration struct {
	metav1.TypeMeta
	// Server is a pointer to what was at the top.
	Server *Server
	// Zones are in a list.
	Zones []Zone
	// Limit depends on a field behind a pointer.
	// +moved(from: "slow.limit", in: v1alpha1)
	// +moved(from: "fast.limit", in: v1alpha1, when: "tuning.mode=Fast,Faster")
	Limit int32
	// Tuning stays.
	Tuning *Tuning
	// Rules is the list of the rules.
	// +moved(from: "policy.rules", in: v1alpha1)
	Rules []Rule
	// Fallback is the rule that applies otherwise.
	// +moved(from: "policy.fallback", in: v1alpha1)
	Fallback *Rule
	// Fresh is new.
	// +since=1.2
	Fresh Fresh
}

// Server listens.
type Server struct {
	// Address to listen on.
	// +moved(from: "address", in: v1alpha1)
	Address string
	// Port to listen on.
	// +moved(from: "port", in: v1alpha1)
	Port int32
	// Kind is a named text.
	// +moved(from: "serverKind", in: v1alpha1)
	Kind Kind
	// Timeout was a pointer.
	// +moved(from: "limits.timeout", in: v1alpha1)
	Timeout metav1.Duration
}

// Zone is in a list.
type Zone struct {
	// Name stays.
	Name string
	// Source is where the zone comes from.
	Source Source
}

// Source is where a zone comes from.
type Source struct {
	// File has the zone.
	// +path
	// +moved(from: "zones[*].file", in: v1alpha1)
	File string
	// Keys are new names of the keys.
	// +moved(from: "zones[*].secrets", in: v1alpha1)
	Keys map[string]string
}

// Tuning has the mode.
type Tuning struct {
	// Mode is a named text.
	Mode *Kind
}

// Rule allows or denies.
type Rule struct {
	// Action of the rule.
	Action string
}

// Fresh is new.
type Fresh struct {
	// Level is new.
	Level int32
}

// Kind is a kind.
type Kind string
