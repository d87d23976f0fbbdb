package kiosk

// KioskConfiguration configures the kiosk.
// +config(typeMeta: optional)
type KioskConfiguration struct {
	// Kind is a field like others.
	// +flag
	// +legacyDefault=legacy
	Kind string `json:"kind"`
	// Port is the port of the kiosk.
	// +flag
	// +k8s:minimum=1
	// +k8s:alpha(since: "1.37")=+k8s:maximum=9999
	Port int32 `json:"port"`
	// Items are for sale.
	// +listType=set
	Items []string `json:"items,omitempty"`
	// Open says whether the kiosk is open.
	// +required
	Open bool `json:"open"`
	// Page is shown at the kiosk.
	// +path
	Page string `json:"page,omitempty"`
}

// SetDefaults_KioskConfiguration sets the defaults of a kiosk.
func SetDefaults_KioskConfiguration(c *KioskConfiguration) {
	if c.Port == 0 {
		c.Port = 8080
	}
}
