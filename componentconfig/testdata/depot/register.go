package depot

import (
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// AddToScheme registers the type and its defaults.
func AddToScheme(s *runtime.Scheme) error {
	s.AddKnownTypes(schema.GroupVersion{Group: "depot.config.example.io", Version: "v1beta1"}, &DepotConfiguration{})
	s.AddTypeDefaultingFunc(&DepotConfiguration{}, func(obj any) {
		if c, ok := obj.(*DepotConfiguration); ok {
			setDefaults(c)
		}
	})
	return nil
}

// setDefaults gives everything a default, and knows nothing of features.
func setDefaults(c *DepotConfiguration) {
	defaultTo(&c.Doors, 2)
	defaultTo(&c.Cooling, "air")
	defaultTo(&c.Quiet, true)
	defaultTo(&c.Rounds.Duration, time.Hour)
	defaultTo(&c.Quota, 7)
	defaultTo(&c.Mode, Manual)
	defaultTo(&c.Gatehouse.Opens, "07:00")
	defaultTo(&c.Beacon, "green")
	if c.Night == nil {
		c.Night = new(bool)
	}
	if c.Fans == nil {
		c.Fans = []string{"north"}
	}
	if c.Robot == nil {
		c.Robot = &Robot{}
	}
	defaultTo(&c.Robot.Speed, 3)
	if c.Shelves == nil {
		c.Shelves = []Shelf{{Name: "first"}}
	}
	closed := "closed"
	for i := range c.Shelves {
		defaultTo(&c.Shelves[i].Light, "on")
		for j := range c.Shelves[i].Bins {
			if c.Shelves[i].Bins[j].Lid == nil {
				c.Shelves[i].Bins[j].Lid = &closed
			}
		}
	}
	if c.Zones == nil {
		c.Zones = map[string]Zone{"yard": {Size: 9}}
	}
	for name, zone := range c.Zones {
		defaultTo(&zone.Heat, "low")
		defaultTo(&zone.Mode, Manual)
		c.Zones[name] = zone
	}
	for _, sensor := range c.Sensors {
		defaultTo(&sensor.Degrees, 20)
	}
}

func defaultTo[T comparable](at *T, value T) {
	var zero T
	if *at == zero {
		*at = value
	}
}
