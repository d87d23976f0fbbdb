// Package options is the command line of config-fleet, generated from package config.
package options
