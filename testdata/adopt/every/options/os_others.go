//go:build !windows

package options

import (
	"github.com/spf13/pflag"

	"example.com/adopt/every/config"
)

func addOSFlags(*pflag.FlagSet, *config.EveryConfiguration) {}
