package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RelayConfiguration configures the relay.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Port of the relay.
	// +k8s:required
	// +k8s:minimum=1
	// +k8s:alpha(since: "1.37")=+k8s:maximum=1000
	Port int32 `json:"port"`
	// BindAddress is the address that the relay listens on.
	BindAddress string `json:"bindAddress"`
	// Token authenticates the relay.
	// +k8s:optional
	// +k8s:format=k8s-uuid
	Token string `json:"token" datapolicy:"token"`
	// Timeout ends a request.
	Timeout metav1.Duration `json:"timeout"`
	// Zones are served by the relay itself.
	// +k8s:optional
	// +k8s:maxItems=2
	// +k8s:eachVal=+k8s:format=k8s-long-name
	Zones []string `json:"zones"`
	// Listeners take requests in.
	// +k8s:optional
	// +k8s:maxItems=8
	Listeners []Listener `json:"listeners"`
	// Sink says where the log goes.
	Sink Sink `json:"sink"`
}

// ListenerName is the name of a listener.
// +k8s:maxLength=8
type ListenerName string

// Listener takes requests in.
type Listener struct {
	// Name of the listener.
	// +k8s:required
	Name ListenerName `json:"name"`
	// Password of the listener.
	// +k8s:optional
	// +k8s:format=k8s-short-name
	Password string `json:"password" datapolicy:"password"`
}

// Sink says where something is written: to one of its members.
type Sink struct {
	// Syslog is the address of a server.
	// +k8s:unionMember
	// +k8s:optional
	Syslog *string `json:"syslog,omitempty"`
	// Journal is the name of a journal.
	// +k8s:unionMember
	// +k8s:optional
	Journal *string `json:"journal,omitempty"`
}
