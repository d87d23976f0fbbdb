package options

import (
	"github.com/spf13/pflag"

	"example.com/adopt/every/config"
)

func addOSFlags(fs *pflag.FlagSet, c *config.EveryConfiguration) {
	fs.StringVar(&c.PriorityClass, "priority-class", "NORMAL_PRIORITY_CLASS", "Priority class of the process.")
}
