package build

import "testing"

func TestJSONNames(t *testing.T) {
	for name, want := range map[string]string{
		"Port":             "port",
		"TLSCertFile":      "tlsCertFile",
		"ClusterDNS":       "clusterDNS",
		"KubeAPIQPS":       "kubeAPIQPS",
		"IPs":              "ips",
		"AllowedIPs":       "allowedIPs",
		"URLsByName":       "urlsByName",
		"IPSec":            "ipSec",
		"X509":             "x509",
		"HTTPCheckSeconds": "httpCheckSeconds",
		"ID":               "id",
		"Address":          "address",
		"As":               "as",
	} {
		if got := lowerCamel(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}
