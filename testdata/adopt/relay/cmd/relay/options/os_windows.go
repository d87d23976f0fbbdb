package options

import "github.com/spf13/pflag"

func (o *Options) addUnixFlags(*pflag.FlagSet) {}
