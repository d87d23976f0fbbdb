// Package fuzzer fills the configuration of the relay with random values that every version can express.
package fuzzer

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/intstr"
	logsapi "k8s.io/component-base/logs/api/v1"
	"sigs.k8s.io/randfill"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
)

// Funcs returns the fuzzing functions of types that cannot have arbitrary values, because of their defaults or because
// of an older version.
func Funcs(serializer.CodecFactory) []any {
	return []any{
		func(c *config.RelayConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Logging = *logsapi.NewLoggingConfiguration()
			election := &c.LeaderElection
			election.LeaseDuration, election.RenewDeadline, election.RetryPeriod = seconds(random), seconds(random),
				seconds(random)
			election.ResourceLock, election.ResourceName, election.ResourceNamespace = "leases", word(random), word(random)
			c.ClientConnection.ContentType = word(random)
			c.ClientConnection.QPS, c.ClientConnection.Burst = 1+random.Float32(), 1+random.Int31n(100)
		},
		func(c *config.ListenConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Address, c.MaxUDPSize = word(random), 1+random.Int31n(4096)
		},
		func(c *config.ForwardingConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Policy, c.Timeout, c.Attempts = config.ForwardRandom, seconds(random), 1+random.Int31n(16)
		},
		func(c *config.CacheConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Size, c.MaxTTL = *resource.NewQuantity(random.Int63n(1<<30), resource.BinarySI), seconds(random)
			_ = c.Size.String() // fills the cached text, as decoding does
		},
		func(c *config.QueryLogConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.Mode, c.Sample = "0600", intstr.FromInt32(1+random.Int31n(1000))
		},
		func(c *config.AdminConfiguration, random randfill.Continue) {
			random.FillNoCustom(c)
			c.HealthPath = "/" + word(random)
		},
	}
}

// seconds returns a whole number of seconds, because v1alpha1 cannot express fractions.
func seconds(random randfill.Continue) metav1.Duration {
	return metav1.Duration{Duration: time.Duration(1+random.Int31n(3600)) * time.Second}
}

// word returns a string that is not empty, because a default would replace an empty one.
func word(random randfill.Continue) string { return "x" + random.String(0) }
