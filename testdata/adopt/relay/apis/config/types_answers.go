package config

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ForwardingConfiguration configures the servers that queries are forwarded to.
type ForwardingConfiguration struct {
	// Upstreams are the servers, as host:port, for names that are not in a zone.
	Upstreams []string
	// Policy selects the server that is asked first: Ordered or Random. The others are asked if it does not answer.
	Policy ForwardingPolicy
	// Timeout is the time that one server has to answer.
	Timeout metav1.Duration
	// Attempts is the number of servers that are asked before a query fails.
	Attempts int32
	// Zones are the parts of the name space that have their own servers. The zone with the longest matching name is used.
	Zones []ZoneConfiguration
	// Aliases are names that are answered with the records of another name: a query for the key is forwarded as a query
	// for the value.
	Aliases map[string]string
}

// ForwardingPolicy selects the server that is asked first.
// +k8s:enum
type ForwardingPolicy string

const (
	// ForwardOrdered asks servers in the order of the list.
	ForwardOrdered ForwardingPolicy = "Ordered"
	// ForwardRandom asks servers in random order.
	ForwardRandom ForwardingPolicy = "Random"
)

// ZoneConfiguration configures a part of the name space that has its own servers.
type ZoneConfiguration struct {
	// Name is the name of the zone, without a trailing dot. All names below it belong to the zone.
	Name string
	// Upstreams are the servers of the zone, as host:port.
	Upstreams []string
	// TLS enables DNS over TLS (RFC 7858). By default, the relay uses UDP and TCP.
	TLS *UpstreamTLS
}

// UpstreamTLS configures TLS connections to servers.
type UpstreamTLS struct {
	// ServerName is the name in the certificate of the server. It defaults to the host in the list of servers.
	ServerName string
	// CAFile is a PEM file with the certificate authorities of the server. By default, the authorities of the system are
	// used.
	CAFile string
	// ClientCertificate identifies the relay to the server. By default, the relay sends no certificate.
	ClientCertificate *KeyPair
}

// KeyPair is a certificate and its private key, both in PEM.
type KeyPair struct {
	// CertFile is the file of the certificate, followed by the certificates of intermediate authorities.
	CertFile string
	// KeyFile is the file of the private key.
	KeyFile string
}

// HostsConfiguration configures the names that the relay answers without other servers.
type HostsConfiguration struct {
	// Files are files in the format of /etc/hosts.
	Files []string
	// Records are IP addresses by name. They take precedence over the files.
	Records map[string][]string
	// Blocklists are files of names, one on each line, that are answered with NXDOMAIN. The keys are the names of the
	// lists in the query log.
	Blocklists map[string]string
}

// CacheConfiguration configures the cache of answers.
type CacheConfiguration struct {
	// Size is the maximum memory of the cached answers, such as 16Mi. 0 disables the cache.
	Size resource.Quantity
	// MinTTL is the minimum time that an answer is cached, even if its records expire earlier.
	MinTTL metav1.Duration
	// MaxTTL is the maximum time that an answer is cached, even if its records expire later.
	MaxTTL metav1.Duration
	// ServeStale is the time that an expired answer is used if no server answers (RFC 8767). Unset disables it.
	ServeStale *metav1.Duration
}

// QueryLogConfiguration configures the log of queries.
type QueryLogConfiguration struct {
	// File is the file of the log, with a JSON object on each line. Unset disables the log.
	File string
	// Mode is the permission bits of the file in octal, if the relay creates it.
	Mode string
	// Sample is the fraction of the queries that is logged: a percentage such as 5%, or N for one query in N.
	Sample intstr.IntOrString
	// Exclude lists regular expressions. Queries for matching names are not logged.
	Exclude []string
}
