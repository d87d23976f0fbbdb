package kubelet_test

import (
	"strings"
	"testing"
)

// marshaled is what kubeadm writes: the published struct with the few fields that it sets, and the zeros of all others
// that have neither a pointer nor omitempty.
const marshaled = `authentication:
  anonymous:
    enabled: false
  webhook:
    cacheTTL: 0s
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
  webhook:
    cacheAuthorizedTTL: 0s
    cacheUnauthorizedTTL: 0s
cgroupDriver: systemd
clusterDNS:
- 10.96.0.10
clusterDomain: cluster.local
containerRuntimeEndpoint: ""
cpuManagerReconcilePeriod: 0s
crashLoopBackOff: {}
evictionPressureTransitionPeriod: 0s
fileCheckFrequency: 0s
healthzBindAddress: 127.0.0.1
healthzPort: 10248
httpCheckFrequency: 0s
imageMaximumGCAge: 0s
imageMinimumGCAge: 0s
logging:
  flushFrequency: 0
  options:
    json:
      infoBufferSize: "0"
    text:
      infoBufferSize: "0"
  verbosity: 0
memorySwap: {}
nodeStatusReportFrequency: 0s
nodeStatusUpdateFrequency: 0s
resolvConf: /run/systemd/resolve/resolv.conf
rotateCertificates: true
runtimeRequestTimeout: 0s
shutdownGracePeriod: 0s
shutdownGracePeriodCriticalPods: 0s
staticPodPath: /etc/kubernetes/manifests
streamingConnectionIdleTimeout: 0s
syncFrequency: 0s
volumeStatsAggPeriod: 0s
`

// effective are the values that the kubelet's configz shows for the zeros of that file. The others of its zeros are
// values: images have no maximum age, and nodes no grace period.
var effective = strings.NewReplacer(
	"cacheTTL: 0s", "cacheTTL: 2m0s",
	"cacheAuthorizedTTL: 0s", "cacheAuthorizedTTL: 5m0s",
	"cacheUnauthorizedTTL: 0s", "cacheUnauthorizedTTL: 30s",
	`containerRuntimeEndpoint: ""`, "containerRuntimeEndpoint: unix:///run/containerd/containerd.sock",
	"cpuManagerReconcilePeriod: 0s", "cpuManagerReconcilePeriod: 10s",
	"evictionPressureTransitionPeriod: 0s", "evictionPressureTransitionPeriod: 5m0s",
	"fileCheckFrequency: 0s", "fileCheckFrequency: 20s",
	"httpCheckFrequency: 0s", "httpCheckFrequency: 20s",
	"imageMinimumGCAge: 0s", "imageMinimumGCAge: 2m0s",
	"flushFrequency: 0\n", "flushFrequency: 5s\n",
	"nodeStatusReportFrequency: 0s", "nodeStatusReportFrequency: 5m0s",
	"nodeStatusUpdateFrequency: 0s", "nodeStatusUpdateFrequency: 10s",
	"runtimeRequestTimeout: 0s", "runtimeRequestTimeout: 2m0s",
	"streamingConnectionIdleTimeout: 0s", "streamingConnectionIdleTimeout: 4h0m0s",
	"syncFrequency: 0s", "syncFrequency: 1m0s",
	"volumeStatsAggPeriod: 0s", "volumeStatsAggPeriod: 1m0s",
)

// TestKubeadm: the zeros of a marshaled struct are not set and get the defaults, alone, below a drop-in, and in one.
func TestKubeadm(t *testing.T) {
	written := effective.Replace(marshaled)
	if strings.Count(written, ": 0s") != 3 {
		t.Errorf("a zero has no value of its own:\n%s", written)
	}
	for name, c := range map[string]struct{ file, dropIn, want string }{
		"alone": {marshaled, "", written},
		"with a drop-in": {marshaled, "syncFrequency: 7s\n",
			strings.Replace(written, "syncFrequency: 1m0s", "syncFrequency: 7s", 1)},
		"in a drop-in":    {"syncFrequency: 7s\nmaxPods: 5\n", marshaled, written + "maxPods: 5\n"},
		"nothing is zero": {written, "", written},
	} {
		t.Run(name, func(t *testing.T) {
			n := node{file: c.file}
			if c.dropIn != "" {
				n.dropIns = map[string]string{"10.conf": c.dropIn}
			}
			got, _ := n.mustLoad(t)
			want, _ := node{file: c.want}.mustLoad(t)
			if diff := differences(t, got.Config, want.Config); len(diff) > 0 {
				t.Errorf("differs from what the kubelet has: %q", diff)
			}
		})
	}
}

// TestKubeadmInOneLine: what kubeadm writes gives one line at a start, however many zeros the defaults replace.
func TestKubeadmInOneLine(t *testing.T) {
	const first = "/kubelet.conf:7:5: authentication.webhook.cacheTTL: 0s is replaced by the default 2m0s, like "
	for want, n := range map[string]node{
		first + "15 other zeros; --explain-config shows them": {file: marshaled},
		first + "14 other zeros; --explain-config shows them": {file: marshaled,
			dropIns: map[string]string{"10.conf": "syncFrequency: 7s\n"}},
		"": {file: effective.Replace(marshaled)},
	} {
		loaded, dir := n.mustLoad(t)
		if got := strings.ReplaceAll(loaded.Warnings.Error(), dir, ""); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
