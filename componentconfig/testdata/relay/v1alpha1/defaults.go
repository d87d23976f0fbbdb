package v1alpha1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// SetDefaults_RelayConfiguration fills in what nobody said.
func SetDefaults_RelayConfiguration(c *RelayConfiguration) {
	setDefault(&c.Address, "0.0.0.0")
	setPointer(&c.Port, 8053)
	setDefault(&c.TimeoutSeconds, 5)
	setDefault(&c.WindowsPriorityClass, "NORMAL_PRIORITY_CLASS")
	setDefault(&c.MaxQueries, 110)
	setDefault(&c.DataDir, "/var/lib/relay")
	setDefault(&c.ShadowServer, "127.0.0.1:5300")
	setPointer(&c.AnonymousAccess, false)
	setPointer(&c.MergeDefaultLimits, false)
	// What depends on other fields can be right only when all layers are merged.
	setPointer(&c.SerializeTransfers, c.MaxParallelTransfers == nil || *c.MaxParallelTransfers == 1)
	if c.KernelBuffer.IsZero() {
		c.KernelBuffer = resource.MustParse("1Mi")
	}
	if c.Cache.Size.IsZero() {
		c.Cache.Size = resource.MustParse("64Mi")
	}
	if len(c.SearchDomains) == 0 {
		c.SearchDomains = []string{"cluster.local"}
	}
	if c.Limits == nil || *c.MergeDefaultLimits {
		merged := map[string]string{"memory": "100Mi", "disk": "10%"}
		for k, v := range c.Limits {
			merged[k] = v
		}
		c.Limits = merged
	}
	componentbaseconfigv1alpha1.RecommendedDefaultClientConnectionConfiguration(&c.ClientConnection)
	logsapi.SetRecommendedLoggingConfiguration(&c.Logging)
}

// SetDefaults_Zone fills in what nobody said.
func SetDefaults_Zone(z *Zone) {
	setDefault(&z.TTL, metav1.Duration{Duration: time.Hour})
}

// SetDefaults_NegativeCache fills in what nobody said.
func SetDefaults_NegativeCache(n *NegativeCache) {
	setDefault(&n.TTL, metav1.Duration{Duration: time.Minute})
	setDefault(&n.Entries, 1000)
}

func setDefault[V comparable](field *V, value V) {
	var zero V
	if *field == zero {
		*field = value
	}
}

func setPointer[V any](field **V, value V) {
	if *field == nil {
		*field = &value
	}
}
