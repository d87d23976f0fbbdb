package config

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ForwardingConfiguration says which servers are asked for what.
// +flagDefaults(section: "forwarding")
type ForwardingConfiguration struct {
	// Upstreams are the servers, as host:port, that are asked for names in none of the zones.
	// +flag(shorthand: "u")=upstream
	// +format=host-port
	// +k8s:eachVal=+k8s:minLength=1
	// +k8s:maxItems=8
	// +reload=hot
	Upstreams []string
	// Policy decides which server is asked first: Ordered or Random. The others are asked when it does not answer.
	// +flag(usage: "Which server is asked first: Ordered or Random.")=forwarding-policy
	// +reload=hot
	Policy ForwardingPolicy
	// Timeout is how long one server may take to answer.
	// +flag(deprecated: "set forwarding.timeout in the file given by --config")=upstream-timeout
	// +legacyDefault=5s
	// +k8s:minimum=10ms
	// +k8s:maximum=30s
	// +reload=hot
	Timeout metav1.Duration
	// Attempts is how many servers are asked before the relay gives up.
	// +flag=upstream-attempts
	// +k8s:minimum=1
	// +k8s:maximum=16
	// +reload=hot
	Attempts int32
	// Zones are the parts of the name space that have servers of their own. The longest matching name wins.
	// +k8s:maxItems=1024
	// +reload=hot
	Zones []ZoneConfiguration
	// Aliases are names that are answered with the records of another one: a query for the key is forwarded as one for the
	// value.
	// +flag(value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString", usage: "Names answered with the records of another one, as alias<name,...")=alias
	// +k8s:eachKey=+k8s:maxLength=253
	// +k8s:eachVal=+k8s:maxLength=253
	// +reload=hot
	Aliases map[string]string
}

// ForwardingPolicy decides which of several servers is asked first.
// +k8s:enum
type ForwardingPolicy string

const (
	// ForwardOrdered asks servers in the order in which they are listed.
	ForwardOrdered ForwardingPolicy = "Ordered"
	// ForwardRandom asks servers in random order.
	// +featureGate=RandomForwarding
	ForwardRandom ForwardingPolicy = "Random"
)

// ZoneConfiguration is a part of the name space that has servers of its own.
type ZoneConfiguration struct {
	// Name of the zone, without a dot at its end: all names below it belong to it.
	// +k8s:required
	// +k8s:maxLength=253
	Name string
	// Upstreams are the servers of the zone, as host:port.
	// +format=host-port
	// +k8s:eachVal=+k8s:minLength=1
	// +k8s:minItems=1
	// +k8s:maxItems=8
	Upstreams []string
	// TLS makes the relay talk to the servers by DNS over TLS (RFC 7858). Unset: plain UDP and TCP.
	// +featureGate=DNSOverTLS
	TLS *UpstreamTLS
}

// UpstreamTLS is how the relay talks to a server by TLS.
type UpstreamTLS struct {
	// ServerName is what the server's certificate must be for. Empty: the host by which it is listed.
	// +k8s:maxLength=253
	ServerName string
	// CAFile holds the certificates that the server's must be signed by, in PEM. Empty: those that the system trusts.
	// +path
	CAFile string
	// ClientCertificate is what the relay proves its own identity by. Unset: it does not.
	// +featureGate=MutualTLS
	ClientCertificate *KeyPair
}

// KeyPair is a certificate and its private key, both in PEM.
type KeyPair struct {
	// CertFile holds the certificate, followed by those of intermediate authorities.
	// +path
	// +k8s:required
	CertFile string
	// KeyFile holds the private key.
	// +path
	// +k8s:required
	KeyFile string
}

// HostsConfiguration are the names that the relay answers for by itself.
// +flagDefaults(section: "hosts")
type HostsConfiguration struct {
	// Files are read in the format of /etc/hosts.
	// +flag(deprecated: "set hosts.files in the file given by --config")=hosts-file
	// +path
	// +reload=hot
	Files []string
	// Records are IP addresses by name, and take precedence over the files.
	// +flag(value: "k8s.io/component-base/cli/flag.NewColonSeparatedMultimapStringString", usage: "IP addresses by name, as name:address; a name may come more than once.")=record
	// +k8s:eachKey=+k8s:maxLength=253
	// +reload=hot
	Records map[string][]string
	// Blocklists are files of names, one a line, that are answered with NXDOMAIN. The keys name the lists in the query log.
	// +path
	// +reload=hot
	Blocklists map[string]string
}

// CacheConfiguration says how answers are remembered.
// +flagDefaults(section: "cache", prefix: "cache-")
type CacheConfiguration struct {
	// Size is the memory that remembered answers may take, such as 16Mi. 0 turns the cache off.
	// +flag
	// +legacyDefault=0
	// +k8s:minimum=0
	// +k8s:maximum=4Gi
	// +reload=restart
	Size resource.Quantity
	// MinTTL is the shortest time that an answer is remembered for, whatever its records say.
	// +flag
	// +k8s:minimum=0s
	// +k8s:maximum=1h
	MinTTL metav1.Duration
	// MaxTTL is the longest time that an answer is remembered for, whatever its records say.
	// +flag
	// +k8s:minimum=1s
	// +k8s:maximum=24h
	MaxTTL metav1.Duration
	// ServeStale is how long an answer that has expired is given all the same while no server answers (RFC 8767). Unset: never.
	// +flag
	// +featureGate=ServeStale
	// +k8s:maximum=72h
	// +reload=hot
	ServeStale *metav1.Duration
}

// QueryLogConfiguration says which queries are recorded, and where.
// +flagDefaults(section: "query log", prefix: "query-log-")
type QueryLogConfiguration struct {
	// File takes one JSON object a line for each query. Empty: queries are not recorded.
	// +flag
	// +path
	File string
	// Mode is the file's permission bits in octal, for a file that the relay creates.
	// +flag
	// +k8s:maxLength=4
	// +os=!windows
	Mode string
	// Sample is the part of all queries that is recorded: a percentage such as 5%, or N for one query in N.
	// +flag(value: "github.com/configgen/configgen/examples/sampleconfig/internal/flagvalue.NewSample")=sample
	// +reload=hot
	Sample intstr.IntOrString
	// Exclude lists regular expressions; a query for a name that one of them matches is not recorded.
	// +flag
	// +format=regexp
	// +reload=hot
	Exclude []string
}
