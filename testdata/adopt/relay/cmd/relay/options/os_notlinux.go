//go:build !linux

package options

import "github.com/spf13/pflag"

func (o *Options) addDeviceFlag(*pflag.FlagSet) {}
