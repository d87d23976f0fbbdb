package build

import "testing"

func TestNames(t *testing.T) {
	for name, want := range map[string][2]string{
		"Port":             {"port", "port"},
		"TLSCertFile":      {"tls-cert-file", "tlsCertFile"},
		"ClusterDNS":       {"cluster-dns", "clusterDNS"},
		"KubeAPIQPS":       {"kube-apiqps", "kubeAPIQPS"},
		"IPs":              {"ips", "ips"},
		"AllowedIPs":       {"allowed-ips", "allowedIPs"},
		"URLsByName":       {"urls-by-name", "urlsByName"},
		"IPSec":            {"ip-sec", "ipSec"},
		"X509":             {"x509", "x509"},
		"HTTPCheckSeconds": {"http-check-seconds", "httpCheckSeconds"},
		"ID":               {"id", "id"},
		"Address":          {"address", "address"},
		"As":               {"as", "as"},
	} {
		if flag, json := kebab(name), lowerCamel(name); flag != want[0] || json != want[1] {
			t.Errorf("%s becomes %s and %s, want %s and %s", name, flag, json, want[0], want[1])
		}
	}
}
