package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ForwardingConfiguration says which servers are asked for what.
type ForwardingConfiguration struct {
	// upstreams are the servers, as host:port, that are asked for names in none of the zones.
	// +optional
	Upstreams []string `json:"upstreams,omitempty"`
	// policy decides which server is asked first: Ordered or Random. The others are asked when it does not answer.
	// +optional
	Policy ForwardingPolicy `json:"policy,omitempty"`
	// timeoutSeconds is how long one server may take to answer.
	// +optional
	TimeoutSeconds int32 `json:"timeoutSeconds,omitempty"`
	// attempts is how many servers are asked before the relay gives up.
	// +optional
	Attempts int32 `json:"attempts,omitempty"`
	// zones are the parts of the name space that have servers of their own. The longest matching name wins.
	// +optional
	Zones []ZoneConfiguration `json:"zones,omitempty"`
	// aliases are names that are answered with the records of another one: a query for the key is forwarded as one for the
	// value.
	// +optional
	Aliases map[string]string `json:"aliases,omitempty"`
}

// ForwardingPolicy decides which of several servers is asked first.
// +enum
type ForwardingPolicy string

const (
	// ForwardOrdered asks servers in the order in which they are listed.
	ForwardOrdered ForwardingPolicy = "Ordered"
	// ForwardRandom asks servers in random order.
	ForwardRandom ForwardingPolicy = "Random"
)

// ZoneConfiguration is a part of the name space that has servers of its own.
type ZoneConfiguration struct {
	// name of the zone, without a dot at its end: all names below it belong to it.
	Name string `json:"name"`
	// upstreams are the servers of the zone, as host:port.
	Upstreams []string `json:"upstreams"`
	// tls makes the relay talk to the servers by DNS over TLS (RFC 7858). Unset: plain UDP and TCP.
	// +optional
	TLS *UpstreamTLS `json:"tls,omitempty"`
}

// UpstreamTLS is how the relay talks to a server by TLS.
type UpstreamTLS struct {
	// serverName is what the server's certificate must be for. Empty: the host by which it is listed.
	// +optional
	ServerName string `json:"serverName,omitempty"`
	// caFile holds the certificates that the server's must be signed by, in PEM. Empty: those that the system trusts.
	// +optional
	CAFile string `json:"caFile,omitempty"`
	// clientCertificate is what the relay proves its own identity by. Unset: it does not.
	// +optional
	ClientCertificate *KeyPair `json:"clientCertificate,omitempty"`
}

// KeyPair is a certificate and its private key, both in PEM.
type KeyPair struct {
	// certFile holds the certificate, followed by those of intermediate authorities.
	CertFile string `json:"certFile"`
	// keyFile holds the private key.
	KeyFile string `json:"keyFile"`
}

// HostsConfiguration are the names that the relay answers for by itself.
type HostsConfiguration struct {
	// files are read in the format of /etc/hosts.
	// +optional
	Files []string `json:"files,omitempty"`
	// records are IP addresses by name, and take precedence over the files.
	// +optional
	Records map[string][]string `json:"records,omitempty"`
	// blocklists are files of names, one a line, that are answered with NXDOMAIN. The keys name the lists in the query log.
	// +optional
	Blocklists map[string]string `json:"blocklists,omitempty"`
}

// CacheConfiguration says how answers are remembered.
type CacheConfiguration struct {
	// size is the memory that remembered answers may take, such as 16Mi. 0 turns the cache off.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// minTTL is the shortest time that an answer is remembered for, whatever its records say.
	// +optional
	MinTTL metav1.Duration `json:"minTTL"`
	// maxTTL is the longest time that an answer is remembered for, whatever its records say.
	// +optional
	MaxTTL metav1.Duration `json:"maxTTL"`
	// serveStale is how long an answer that has expired is given all the same while no server answers (RFC 8767). Unset: never.
	// +optional
	ServeStale *metav1.Duration `json:"serveStale,omitempty"`
}

// QueryLogConfiguration says which queries are recorded, and where.
type QueryLogConfiguration struct {
	// file takes one JSON object a line for each query. Empty: queries are not recorded.
	// +optional
	File string `json:"file,omitempty"`
	// mode is the file's permission bits in octal, for a file that the relay creates.
	// +optional
	Mode string `json:"mode,omitempty"`
	// sample is the part of all queries that is recorded: a percentage such as 5%, or N for one query in N.
	// +optional
	Sample intstr.IntOrString `json:"sample"`
	// exclude lists regular expressions; a query for a name that one of them matches is not recorded.
	// +optional
	Exclude []string `json:"exclude,omitempty"`
}
