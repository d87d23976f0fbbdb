package depot

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// DepotConfiguration configures the depot.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type DepotConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	// FeatureGates turns features on and off.
	// +flag=feature-gates
	// +precedence=merge
	// +reload=hot
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// Doors is guarded by nothing.
	// +flag
	Doors int32 `json:"doors"`
	// Cooling cools the depot.
	// +flag
	// +featureGate=Climate
	// +legacyDefault=water
	Cooling string `json:"cooling,omitempty"`
	// Quiet turns the fans down.
	// +flag
	// +featureGate=Climate
	Quiet bool `json:"quiet"`
	// Night works at night.
	// +flag
	// +featureGate=Automation
	Night *bool `json:"night,omitempty"`
	// Fans are the fans.
	// +flag
	// +featureGate=Climate
	Fans []string `json:"fans,omitempty"`
	// Rounds is how often machines go round.
	// +flag
	// +featureGate=Automation,Climate
	Rounds metav1.Duration `json:"rounds,omitempty"`
	// Quota is how much may be cooled. By default there is no quota.
	// +flag
	// +featureGate=Climate
	// +k8s:minimum=1
	Quota int32 `json:"quota,omitempty"`
	// Mode is how the depot works.
	// +flag
	Mode Mode `json:"mode,omitempty"`
	// Robot carries things.
	Robot *Robot `json:"robot,omitempty"`
	// Gatehouse lets people in.
	// +featureGate=Automation
	Gatehouse Gatehouse `json:"gatehouse,omitempty"`
	// Shelves hold things.
	Shelves []Shelf `json:"shelves,omitempty"`
	// Zones are parts of the depot.
	Zones map[string]Zone `json:"zones,omitempty"`
	// Sensors belong to zones.
	Sensors map[string]*Sensor `json:"sensors,omitempty"`
	// Wagons carry things.
	// +featureGate=Automation
	Wagons []Wagon `json:"wagons,omitempty"`
	// Common is what every site has.
	Common `json:",inline"`
}

// Common is what every site has.
type Common struct {
	// Beacon shows where the site is.
	// +flag
	// +featureGate=Automation
	// +reload=hot
	Beacon string `json:"beacon,omitempty"`
}

// Wagon carries things.
type Wagon struct {
	// Load in tons.
	Load int32 `json:"load,omitempty"`
}

// Mode is how a depot works.
// +enum
type Mode string

const (
	// Manual work is done by people.
	Manual Mode = "Manual"
	// Automatic work is done by machines.
	// +featureGate=Automation
	Automatic Mode = "Automatic"
)

// Robot carries things.
// +featureGate=Automation
type Robot struct {
	// Speed in metres a second.
	Speed int32 `json:"speed,omitempty"`
}

// Gatehouse lets people in.
type Gatehouse struct {
	// Opens is when it opens.
	// +flag=gatehouse-opens
	Opens string `json:"opens,omitempty"`
}

// Shelf holds things.
type Shelf struct {
	// Name of the shelf.
	Name string `json:"name"`
	// Light is on or off.
	// +featureGate=Automation
	Light string `json:"light,omitempty"`
	// Modes of work that reach the shelf.
	Modes []Mode `json:"modes,omitempty"`
	// Bins are parts of the shelf.
	Bins []Bin `json:"bins,omitempty"`
}

// Bin is a part of a shelf.
type Bin struct {
	// Lid is open or closed.
	// +featureGate=Automation
	Lid *string `json:"lid,omitempty"`
}

// Zone is a part of the depot.
type Zone struct {
	// Size of the zone.
	Size int32 `json:"size,omitempty"`
	// Heat is how warm it is.
	// +featureGate=Climate
	Heat string `json:"heat,omitempty"`
	// Mode of work in the zone.
	Mode Mode `json:"mode,omitempty"`
}

// Sensor measures.
type Sensor struct {
	// Degrees are measured.
	// +featureGate=Climate
	Degrees int32 `json:"degrees,omitempty"`
	// Name of the sensor.
	Name string `json:"name,omitempty"`
}
