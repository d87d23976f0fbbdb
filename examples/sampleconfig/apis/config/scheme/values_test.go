package scheme_test

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/randfill"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// values returns functions for types that cannot have arbitrary values.
func values(serializer.CodecFactory) []any {
	return []any{
		func(c *config.ForwardingConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Timeout = seconds(random)
		},
		func(c *config.CacheConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.MaxTTL = seconds(random)
		},
		func(c *config.QueryLogConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Mode = fmt.Sprintf("%04o", random.Intn(0o1000))
		},
	}
}

// seconds returns a whole number of seconds, because v1alpha1 cannot express fractions.
func seconds(random randfill.Continue) metav1.Duration {
	return metav1.Duration{Duration: time.Duration(random.Int31n(3600)) * time.Second}
}
