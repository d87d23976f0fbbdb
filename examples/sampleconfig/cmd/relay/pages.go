package main

import (
	"net/http"

	"github.com/configgen/configgen/componentconfig/zpages"
)

// pages adds /flagz, /statusz, /configz and /configz/origins/v1alpha1. Whoever serves them authorizes the clients.
func pages(mux *http.ServeMux, now *loaded) {
	zpages.Install(mux, "relay", now, nil, now.Config.Admin.HealthPath, "/metrics", "/stats")
}
