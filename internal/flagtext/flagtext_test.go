package flagtext

import "testing"

func TestInitialismsInNames(t *testing.T) {
	for field, want := range map[string]string{
		"Port": "port", "As": "as", "Address": "address", "ID": "id", "X509": "x509", "QPS2": "qps2", "MaxV2": "max-v2",
		"TLSCertFile": "tls-cert-file", "KubeAPIQPS": "kube-api-qps", "ClusterDNS": "cluster-dns",
		"HTTPSProxy":   "https-proxy",
		"APIServerURL": "api-server-url", "KubeAPIServerTLSCAFile": "kube-api-server-tls-ca-file", "PIDFile": "pid-file",
		"IPs": "ips", "AllowedIPs": "allowed-ips", "ClusterCIDRs": "cluster-cidrs", "URLsByName": "urls-by-name",
		"DNSIPs": "dns-ips",
		"IPSec":  "ip-sec", "IPAMMode": "ipam-mode", "IPVS": "ipvs", "IPTablesSync": "iptables-sync",
		"OAuthToken": "oauth-token", "OAuth2Proxy": "oauth2-proxy", "IPv4Address": "ipv4-address",
		"NodeIPv6CIDR": "node-ipv6-cidr",
		"IPv4s":        "ipv4s", "APIIPv4": "api-ipv4", "QoSReserved": "qos-reserved", "SELinuxLabel": "selinux-label",
		"HTTPCheckSeconds": "http-check-seconds", "NATS": "nats", "XYZFile": "xyz-file", "UTF8Names": "utf8-names",
		"ACMEServer": "acme-server", "TLSACMEServer": "tlsacme-server", "ÄrgerIP": "ärger-ip",
	} {
		if got := Name(field, nil); got != want {
			t.Errorf("%s becomes %s, want %s", field, got, want)
		}
	}
}

func TestInitialismsOfAPackage(t *testing.T) {
	for field, want := range map[string]string{
		"TLSACMEServer": "tls-acme-server", "ACMEs": "acmes", "eBPFMode": "ebpf-mode", "TLSeBPFMode": "tls-ebpf-mode",
	} {
		if got := Name(field, []string{"ACME", "eBPF"}); got != want {
			t.Errorf("%s becomes %s, want %s", field, got, want)
		}
	}
}

func TestHelpDoesNotBeginWithTheName(t *testing.T) {
	for _, test := range []struct{ field, comment, want string }{
		{"Port", "Port is the port of the server.", "The port of the server."},
		{"Files", "Files are the files that are read.", "The files that are read."},
		{"Strict", "Strict is true if mistakes are errors.", "True if mistakes are errors."},
		{"Wait", "Wait is how long to wait.", "How long to wait."},
		{"Level", "Level says how much is logged.", "How much is logged."},
		{"ZonesDir", "ZonesDir holds the zone files.", "The zone files."},
		{"PIDFile", "PIDFile takes the process ID.", "Takes the process ID."},
		{"AnonymousAccess", "AnonymousAccess lets unauthenticated clients in.", "Lets unauthenticated clients in."},
		{"Verbose", "Verbose says more in the log.", "Says more in the log."},
		{"Queue", "Queue holds requests back.", "Holds requests back."},
		{"Enabled", "Enabled enables the cache.\nIt is off by default.", "Enables the cache.\nIt is off by default."},
		{"Upstreams", "Upstreams are asked in turn.", "The upstreams are asked in turn."},
		{"PIDFile", "PIDFile is written at the start.", "The PID file is written at the start."},
		{"Weights", "Weights of the upstreams.", "The weights of the upstreams."},
		{"TLSCertFile", "TLSCertFile, if set, turns TLS on.", "The TLS cert file, if set, turns TLS on."},
		{"AllowedIPs", "AllowedIPs may be empty.", "The allowed IPs may be empty."},
		{"OAuthToken", "OAuthToken can be left out.", "The OAuth token can be left out."},
		{"Port", "Port.", "The port."},
		{"Port", "Port", "The port"},
		{"Port", "Port's number.", "The port's number."},
		{"Mode", "Mode: how requests are answered.", "How requests are answered."},
		{"Kubeconfig", "kubeconfig is the path to a KubeConfig file.", "The path to a KubeConfig file."},
		{"QPS", "qps controls the number of queries per second.", "Controls the number of queries per second."},
		{"Timeout", "Timeout as a duration.", "The timeout as a duration."},
		// The name is an ordinary word, or the comment begins otherwise.
		{"Enable", "Enable the cache.", "Enable the cache."},
		{"Port", "Ports are many.", "Ports are many."},
		{"Port", "The port of the server.", "The port of the server."},
		{"Port", "", ""},
		{"LongName", "Long", "Long"},
	} {
		if got := Help(test.field, test.comment, nil); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.field, test.comment, got, test.want)
		}
	}
}
