package options

import (
	"runtime"

	"github.com/spf13/pflag"

	"example.com/adopt/relay/cmd/relay/values"
)

func (o *Options) addTrafficFlag(fs *pflag.FlagSet) {
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		fs.Var(values.NewOptionalInt(&o.Config.Listen.TrafficClass), "traffic-class", "Traffic class in the IP header of answers.")
	}
}
