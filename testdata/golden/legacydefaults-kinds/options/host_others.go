//go:build !linux

package options

type host struct{ service bool }

type hosts = []host
