package kep784_test

import (
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/randfill"

	"example.com/replacements/kubeproxy/kep784"
	"example.com/replacements/kubeproxy/kep784/v1alpha1"
	"example.com/replacements/kubeproxy/kep784/v1alpha2"
)

func newScheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		kep784.AddToScheme, v1alpha1.AddToScheme, v1alpha2.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	return scheme
}

// random returns a configuration with a value in every field.
func random(seed int64) *kep784.KubeProxyConfiguration {
	c := &kep784.KubeProxyConfiguration{}
	modes := []kep784.ProxyMode{
		"", kep784.ProxyModeIPTables, kep784.ProxyModeIPVS, kep784.ProxyModeNFTables, kep784.ProxyModeKernelspace,
	}
	randfill.NewWithSeed(seed).NilChance(0).NumElements(1, 3).Funcs(
		func(*metav1.TypeMeta, randfill.Continue) {},
		func(mode *kep784.ProxyMode, c randfill.Continue) { *mode = modes[c.Intn(len(modes))] },
		func(list *[]string, c randfill.Continue) { *list = []string{"10.0.0.0/8", "fd00::/8"}[:1+c.Intn(2)] },
	).Fill(c)
	return c
}

// through converts a configuration to a version and back.
func through(t *testing.T, scheme *runtime.Scheme, c *kep784.KubeProxyConfiguration, version any) *kep784.KubeProxyConfiguration {
	t.Helper()
	if err := scheme.Convert(c.DeepCopy(), version, nil); err != nil {
		t.Fatal(err)
	}
	back := &kep784.KubeProxyConfiguration{}
	if err := scheme.Convert(version, back, nil); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestKEP784RoundTrip(t *testing.T) {
	scheme := newScheme(t)
	seeds := rand.New(rand.NewSource(784))
	for range 300 {
		seed := seeds.Int63()
		c := random(seed)
		if diff := cmp.Diff(c, through(t, scheme, c, &v1alpha2.KubeProxyConfiguration{})); diff != "" {
			t.Fatalf("seed %d, v1alpha2: %s", seed, diff)
		}
		// What v1alpha1 does not have, by +since.
		c.IPVS.MasqueradeBit, c.ConfigHardFail, c.NodeIPOverride, c.IPFamilyPolicy = nil, nil, nil, ""
		if diff := cmp.Diff(c, through(t, scheme, c, &v1alpha1.KubeProxyConfiguration{})); diff != "" {
			t.Fatalf("seed %d, v1alpha1: %s", seed, diff)
		}
	}
}
