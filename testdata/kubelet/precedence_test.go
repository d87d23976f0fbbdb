package kubelet_test

import (
	"reflect"
	"slices"
	"testing"

	"example.com/kubelet/config"
	"example.com/kubelet/config/v1beta1"
	"example.com/kubelet/options"
)

// fromFile is a configuration as a file gives it.
func fromFile(t *testing.T) *config.KubeletConfiguration {
	t.Helper()
	file := &v1beta1.KubeletConfiguration{
		ClusterDNS:         []string{"10.0.0.1", "10.0.0.2"},
		FeatureGates:       map[string]bool{"A": true, "B": false},
		KubeReserved:       map[string]string{"cpu": "1", "memory": "1Gi"},
		EvictionHard:       map[string]string{"memory.available": "1Gi"},
		StaticPodURLHeader: map[string][]string{"X": {"1"}},
		ReservedMemory:     []v1beta1.MemoryReservation{{NumaNode: 3}},
		ReadOnlyPort:       1,
		Authentication:     v1beta1.KubeletAuthentication{Anonymous: v1beta1.KubeletAnonymousAuthentication{Enabled: new(false)}},
	}
	file.Logging.Options.Text.SplitStream = true
	file.Logging.Verbosity = 4
	return versionedDefaults(t, file)
}

// TestReparseChangesOnlyWhatIsSet re-applies command lines to a configuration that came from a file. The flags that
// are not configuration are parsed along and drop out.
func TestReparseChangesOnlyWhatIsSet(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want func(c *config.KubeletConfiguration)
	}{
		{"nothing", nil, func(*config.KubeletConfiguration) {}},
		{"flags that are not configuration", []string{"--node-ip=10.1.1.1", "--node-labels=a=b"}, func(*config.KubeletConfiguration) {}},
		{"a number", []string{"--port=1"}, func(c *config.KubeletConfiguration) { c.Port = 1 }},
		{"B1: false by the command line", []string{"--log-text-split-stream=false"}, func(c *config.KubeletConfiguration) {
			c.Logging.Options.Text.SplitStream = false
		}},
		{"shorthand", []string{"-v", "2"}, func(c *config.KubeletConfiguration) { c.Logging.Verbosity = 2 }},
		{"B1b: a list is replaced", []string{"--cluster-dns=10.0.0.9", "--cluster-dns=10.0.0.8"}, func(c *config.KubeletConfiguration) {
			c.ClusterDNS = []string{"10.0.0.9", "10.0.0.8"}
		}},
		{"feature gates are merged", []string{"--feature-gates=B=true,C=false"}, func(c *config.KubeletConfiguration) {
			c.FeatureGates = map[string]bool{"A": true, "B": true, "C": false}
		}},
		{"a map is replaced", []string{"--kube-reserved=cpu=2", "--kube-reserved=pid=9"}, func(c *config.KubeletConfiguration) {
			c.KubeReserved = map[string]string{"cpu": "2", "pid": "9"}
		}},
		{"odd separators", []string{"--eviction-hard=nodefs.available<5%", "--manifest-url-header=A:1,A:2"}, func(c *config.KubeletConfiguration) {
			c.EvictionHard = map[string]string{"nodefs.available": "5%"}
			c.StaticPodURLHeader = map[string][]string{"A": {"1", "2"}}
		}},
		{"a value type of our own", []string{"--reserved-memory=0:"}, func(c *config.KubeletConfiguration) {
			c.ReservedMemory = []config.MemoryReservation{{NumaNode: 0}}
		}},
		{"B8: an address is cleared", []string{"--address="}, func(c *config.KubeletConfiguration) { c.Address = "" }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, want := fromFile(t), fromFile(t)
			test.want(want)
			args := slices.Clone(test.args)
			if err := options.ReparseKubeletConfigurationFlags(got, args, options.NewKubeletFlags().AddFlags); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("differ in %v", differences(t, got, want))
			}
			if !slices.Equal(args, test.args) {
				t.Errorf("the arguments became %q", args)
			}
		})
	}
}

func TestReparseRefuses(t *testing.T) {
	for _, arg := range []string{"--port=many", "--address=nowhere", "--no-such-flag", "--reserved-memory=0", "--kube-reserved=cpu"} {
		if err := options.ReparseKubeletConfigurationFlags(fromFile(t), []string{arg}); err == nil {
			t.Errorf("%s: got no error", arg)
		}
	}
}
