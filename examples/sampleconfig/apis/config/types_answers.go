package config

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ForwardingConfiguration configures the servers that queries are forwarded to.
// +flagDefaults(section: "forwarding")
type ForwardingConfiguration struct {
	// Upstreams are the servers, as host:port, for names that are not in a zone.
	// +flag(shorthand: "u")=upstream
	// +format=host-port
	// +k8s:eachVal=+k8s:minLength=1
	// +k8s:maxItems=8
	// +reload=hot
	Upstreams []string
	// Policy selects the server that is asked first: Ordered or Random. The others are asked if it does not answer.
	// +flag(usage: "How to select the server that is asked first: Ordered or Random.")=forwarding-policy
	// +reload=hot
	Policy ForwardingPolicy
	// Timeout is the time that one server has to answer.
	// +flag(deprecated: "set forwarding.timeout in the file given by --config")=upstream-timeout
	// +legacyDefault=5s
	// +k8s:minimum=10ms
	// +k8s:maximum=30s
	// +reload=hot
	// +moved(from: "forwarding.timeoutSeconds", in: v1alpha1, convert: SecondsToDuration, back: DurationToSeconds)
	Timeout metav1.Duration
	// Attempts is the number of servers that are asked before a query fails.
	// +flag=upstream-attempts
	// +k8s:minimum=1
	// +k8s:maximum=16
	// +reload=hot
	Attempts int32
	// Zones are the parts of the name space that have their own servers. The zone with the longest matching name is used.
	// +k8s:maxItems=1024
	// +reload=hot
	Zones []ZoneConfiguration
	// Aliases are names that are answered with the records of another name: a query for the key is forwarded as a query
	// for the value.
	// +flag(value: "k8s.io/component-base/cli/flag.NewLangleSeparatedMapStringString", usage: "Names that are answered with the records of another name, as alias<name,...")=alias
	// +k8s:eachKey=+k8s:maxLength=253
	// +k8s:eachVal=+k8s:maxLength=253
	// +reload=hot
	Aliases map[string]string
}

// ForwardingPolicy selects the server that is asked first.
// +k8s:enum
type ForwardingPolicy string

const (
	// ForwardOrdered asks servers in the order of the list.
	ForwardOrdered ForwardingPolicy = "Ordered"
	// ForwardRandom asks servers in random order.
	// +featureGate=RandomForwarding
	ForwardRandom ForwardingPolicy = "Random"
)

// ZoneConfiguration configures a part of the name space that has its own servers.
type ZoneConfiguration struct {
	// Name is the name of the zone, without a trailing dot. All names below it belong to the zone.
	// +k8s:required
	// +k8s:maxLength=253
	Name string
	// Upstreams are the servers of the zone, as host:port.
	// +format=host-port
	// +k8s:eachVal=+k8s:minLength=1
	// +k8s:minItems=1
	// +k8s:maxItems=8
	Upstreams []string
	// TLS enables DNS over TLS (RFC 7858). By default, the relay uses UDP and TCP.
	// +featureGate=DNSOverTLS
	TLS *UpstreamTLS
}

// UpstreamTLS configures TLS connections to servers.
type UpstreamTLS struct {
	// ServerName is the name in the certificate of the server. It defaults to the host in the list of servers.
	// +k8s:maxLength=253
	ServerName string
	// CAFile is a PEM file with the certificate authorities of the server. By default, the authorities of the system are
	// used.
	// +path(kind: file, access: r, mustExist: true, watch: true)
	CAFile string
	// ClientCertificate identifies the relay to the server. By default, the relay sends no certificate.
	// +featureGate=MutualTLS
	ClientCertificate *KeyPair
}

// KeyPair is a certificate and its private key, both in PEM.
type KeyPair struct {
	// CertFile is the file of the certificate, followed by the certificates of intermediate authorities.
	// +path(kind: file, access: r, mustExist: true, watch: true)
	// +k8s:required
	CertFile string
	// KeyFile is the file of the private key.
	// +path(kind: file, access: r, mustExist: true, watch: true)
	// +k8s:required
	KeyFile string
}

// HostsConfiguration configures the names that the relay answers without other servers.
// +flagDefaults(section: "hosts")
type HostsConfiguration struct {
	// Files are files in the format of /etc/hosts.
	// +flag(deprecated: "set hosts.files in the file given by --config")=hosts-file
	// +path(kind: file, access: r, mustExist: true)
	// +reload=hot
	Files []string
	// Records are IP addresses by name. They take precedence over the files.
	// +flag(value: "k8s.io/component-base/cli/flag.NewColonSeparatedMultimapStringString", usage: "IP addresses by name, as name:address. A name can be repeated.")=record
	// +k8s:eachKey=+k8s:maxLength=253
	// +reload=hot
	Records map[string][]string
	// Blocklists are files of names, one on each line, that are answered with NXDOMAIN. The keys are the names of the
	// lists in the query log.
	// +path(kind: file, access: r, mustExist: true)
	// +reload=hot
	Blocklists map[string]string
}

// CacheConfiguration configures the cache of answers.
// +flagDefaults(section: "cache", prefix: "cache-")
type CacheConfiguration struct {
	// Size is the maximum memory of the cached answers, such as 16Mi. 0 disables the cache.
	// +flag
	// +legacyDefault=0
	// +k8s:minimum=0
	// +k8s:maximum=4Gi
	// +reload=restart
	// +moved(from: "cache.size", in: v1beta1)
	// +moved(from: "cache.size", in: v1alpha1)
	Size resource.Quantity
	// MinTTL is the minimum time that an answer is cached, even if its records expire earlier.
	// +flag
	// +k8s:minimum=0s
	// +k8s:maximum=1h
	MinTTL metav1.Duration
	// MaxTTL is the maximum time that an answer is cached, even if its records expire later.
	// +flag
	// +k8s:minimum=1s
	// +k8s:maximum=24h
	MaxTTL metav1.Duration
	// ServeStale is the time that an expired answer is used if no server answers (RFC 8767). Unset disables it.
	// +flag
	// +featureGate=ServeStale
	// +k8s:maximum=72h
	// +reload=hot
	ServeStale *metav1.Duration
}

// QueryLogConfiguration configures the log of queries.
// +flagDefaults(section: "query log", prefix: "query-log-")
type QueryLogConfiguration struct {
	// File is the file of the log, with a JSON object on each line. Unset disables the log.
	// +flag
	// +path(kind: file, access: w)
	File string
	// Mode is the permission bits of the file in octal, if the relay creates it.
	// +flag
	// +k8s:maxLength=4
	// +os=!windows
	Mode string
	// Sample is the fraction of the queries that is logged: a percentage such as 5%, or N for one query in N.
	// +flag(value: "github.com/configgen/configgen/examples/sampleconfig/internal/flagvalue.NewSample")=sample
	// +reload=hot
	Sample intstr.IntOrString
	// Exclude lists regular expressions. Queries for matching names are not logged.
	// +flag
	// +format=regexp
	// +reload=hot
	Exclude []string
}
