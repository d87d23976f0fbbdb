//go:build !windows

package app

import "github.com/spf13/pflag"

func (o *Options) addOSFlags(*pflag.FlagSet) {}
