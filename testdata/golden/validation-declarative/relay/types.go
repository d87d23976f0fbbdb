package relay

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RelayConfiguration configures the relay.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta

	// Port of the relay. Version v1 has the lower limit, too.
	// +flag
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Port int32
	// BindAddress is the address that the relay listens on.
	// +flag
	// +format=ip
	BindAddress string
	// Token authenticates the relay.
	Token string
	// Timeout ends a request.
	// +flag
	// +k8s:maximum=1h
	Timeout metav1.Duration
	// Zones are served by the relay itself.
	// +flag
	Zones []string
	// Listeners take requests in.
	Listeners []Listener
	// Sink says where the log goes.
	Sink Sink
}

// ListenerName is the name of a listener. Only version v1 limits its length.
type ListenerName string

// Listener takes requests in.
type Listener struct {
	// Name of the listener. Both say so.
	// +k8s:required
	Name ListenerName
	// Password of the listener.
	Password string
}

// Sink says where something is written: to one of its members. Both say so.
type Sink struct {
	// Syslog is the address of a server.
	// +k8s:unionMember
	Syslog *string
	// Journal is the name of a journal.
	// +k8s:unionMember
	Journal *string
}
