package courier

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CourierConfiguration configures the courier.
// +config(typeMeta: optional)
type CourierConfiguration struct {
	// Address to listen on.
	// +flag=address
	Address *string `json:"address,omitempty"`
	// Workers is the number of workers.
	// +flag=worker_threads
	Workers *int64 `json:"workers,omitempty"`
	// Retries is the number of retries.
	// +flag=retries
	Retries int64 `json:"retries,omitempty"`
	// Verbose prints more.
	// +flag=verbose
	Verbose bool `json:"verbose,omitempty"`
	// Elect elects a leader.
	// +flag=elect
	Elect *bool `json:"elect,omitempty"`
	// Timeout of a delivery.
	// +flag=timeout
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// Rate of deliveries.
	// +flag=rate
	Rate *float64 `json:"rate,omitempty"`
	// Memory is the limit.
	// +flag=memory
	Memory *resource.Quantity `json:"memory,omitempty"`
	// Nodes to deliver to.
	// +flag(type: stringArray)=node
	Nodes []string `json:"nodes,omitempty"`
	// Zones to deliver in.
	// +flag=zones
	Zones []string `json:"zones,omitempty"`
	// Codes of parcels.
	// +flag=codes
	Codes []int32 `json:"codes,omitempty"`
	// Labels of parcels.
	// +flag=labels
	Labels map[string]string `json:"labels,omitempty"`
	// Features that are on or off.
	// +flag=features
	// +precedence=merge
	Features map[string]bool `json:"features,omitempty"`
	// Window is a time of the day, which only the component can read.
	// +flag=window
	Window string `json:"window,omitempty"`
	// Token of the courier.
	// +flag=token
	// +configgen:allow(rule: secret-flag, reason: "the component has this flag")
	// +secret
	Token string `json:"token,omitempty"`
}

// SetDefaults_CourierConfiguration sets the defaults of the flags.
func SetDefaults_CourierConfiguration(c *CourierConfiguration) {
	setDefault(&c.Address, ":8080")
	setDefault(&c.Workers, 10)
	setDefault(&c.Elect, true)
	setDefault(&c.Timeout, metav1.Duration{Duration: 15e9})
	setDefault(&c.Rate, 2.5)
	setDefault(&c.Memory, resource.MustParse("64Mi"))
	if c.Zones == nil {
		c.Zones = []string{"a", "b"}
	}
}

func setDefault[T any](field **T, value T) {
	if *field == nil {
		*field = &value
	}
}
