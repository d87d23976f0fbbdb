package model

import (
	"testing"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

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
		if got := flagtext.JSON(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}

// TestNamesWithoutTags checks the JSON paths of fields of published types that have no struct tags.
func TestNamesWithoutTags(t *testing.T) {
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: "../../testdata/golden", Patterns: []string{"./flags-relay/v1alpha1"}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, _ := Groups(session)
	paths := map[string]string{}
	groups[0].Roots[0].Walk(func(field *group.Field) { paths[field.Path] = field.JSONPath })
	for path, want := range map[string]string{
		"ClientConnection.QPS": "clientConnection.QPS", "LeaderElection.LeaderElect": "leaderElection.LeaderElect",
		"Cache.Size": "cache.size", "Logging.Format": "logging.format",
	} {
		if paths[path] != want {
			t.Errorf("%s is %q in JSON, want %q", path, paths[path], want)
		}
	}
}
