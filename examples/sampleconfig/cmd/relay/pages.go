package main

import (
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/componentconfig/zpages"
)

// pages has /flagz, /statusz, /configz and the pages below it. Whoever serves them authorizes the clients.
func pages(now *loaded) *running.Mux {
	return zpages.NewMux("relay", now, nil, now.Config.Admin.HealthPath, "/metrics", "/stats")
}
