package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ForwardingConfiguration configures the servers that queries are forwarded to.
type ForwardingConfiguration struct {
	// upstreams are the servers, as host:port, for names that are not in a zone.
	// +optional
	Upstreams []string `json:"upstreams,omitempty"`
	// policy selects the server that is asked first: Ordered or Random. The others are asked if it does not answer.
	// +optional
	Policy ForwardingPolicy `json:"policy,omitempty"`
	// timeoutSeconds is the time that one server has to answer, in seconds.
	// +optional
	TimeoutSeconds int32 `json:"timeoutSeconds,omitempty"`
	// attempts is the number of servers that are asked before a query fails.
	// +optional
	Attempts int32 `json:"attempts,omitempty"`
	// zones are the parts of the name space that have their own servers. The zone with the longest matching name is used.
	// +optional
	// +listType=atomic
	Zones []ZoneConfiguration `json:"zones,omitempty"`
	// aliases are names that are answered with the records of another name: a query for the key is forwarded as a query
	// for the value.
	// +optional
	Aliases map[string]string `json:"aliases,omitempty"`
}

// ForwardingPolicy selects the server that is asked first.
// +enum
type ForwardingPolicy string

const (
	// ForwardOrdered asks servers in the order of the list.
	ForwardOrdered ForwardingPolicy = "Ordered"
	// ForwardRandom asks servers in random order.
	ForwardRandom ForwardingPolicy = "Random"
)

// ZoneConfiguration configures a part of the name space that has its own servers.
type ZoneConfiguration struct {
	// name is the name of the zone, without a trailing dot. All names below it belong to the zone.
	Name string `json:"name"`
	// upstreams are the servers of the zone, as host:port.
	Upstreams []string `json:"upstreams"`
	// tls enables DNS over TLS (RFC 7858). By default, the relay uses UDP and TCP.
	// +optional
	TLS *UpstreamTLS `json:"tls,omitempty"`
}

// UpstreamTLS configures TLS connections to servers.
type UpstreamTLS struct {
	// serverName is the name in the certificate of the server. It defaults to the host in the list of servers.
	// +optional
	ServerName string `json:"serverName,omitempty"`
	// caFile is a PEM file with the certificate authorities of the server. By default, the authorities of the system are
	// used.
	// +optional
	CAFile string `json:"caFile,omitempty"`
	// clientCertificate identifies the relay to the server. By default, the relay sends no certificate.
	// +optional
	ClientCertificate *KeyPair `json:"clientCertificate,omitempty"`
}

// KeyPair is a certificate and its private key, both in PEM.
type KeyPair struct {
	// certFile is the file of the certificate, followed by the certificates of intermediate authorities.
	CertFile string `json:"certFile"`
	// keyFile is the file of the private key.
	KeyFile string `json:"keyFile"`
}

// HostsConfiguration configures the names that the relay answers without other servers.
type HostsConfiguration struct {
	// files are files in the format of /etc/hosts.
	// +optional
	Files []string `json:"files,omitempty"`
	// records are IP addresses by name. They take precedence over the files.
	// +optional
	Records map[string][]string `json:"records,omitempty"`
	// blocklists are files of names, one on each line, that are answered with NXDOMAIN. The keys are the names of the
	// lists in the query log.
	// +optional
	Blocklists map[string]string `json:"blocklists,omitempty"`
}

// CacheConfiguration configures the cache of answers.
type CacheConfiguration struct {
	// size is the maximum memory of the cached answers, such as 16Mi. 0 disables the cache.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
	// minTTL is the minimum time that an answer is cached, even if its records expire earlier.
	// +optional
	MinTTL metav1.Duration `json:"minTTL"`
	// maxTTL is the maximum time that an answer is cached, even if its records expire later.
	// +optional
	MaxTTL metav1.Duration `json:"maxTTL"`
	// serveStale is the time that an expired answer is used if no server answers (RFC 8767). Unset disables it.
	// +optional
	ServeStale *metav1.Duration `json:"serveStale,omitempty"`
}

// QueryLogConfiguration configures the log of queries.
type QueryLogConfiguration struct {
	// file is the file of the log, with a JSON object on each line. Unset disables the log.
	// +optional
	File string `json:"file,omitempty"`
	// mode is the permission bits of the file in octal, if the relay creates it.
	// +optional
	Mode string `json:"mode,omitempty"`
	// sample is the fraction of the queries that is logged: a percentage such as 5%, or N for one query in N.
	// +optional
	Sample intstr.IntOrString `json:"sample"`
	// exclude lists regular expressions. Queries for matching names are not logged.
	// +optional
	Exclude []string `json:"exclude,omitempty"`
}
