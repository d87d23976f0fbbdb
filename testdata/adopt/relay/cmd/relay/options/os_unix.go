//go:build !windows

package options

import "github.com/spf13/pflag"

func (o *Options) addUnixFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.Config.QueryLog.Mode, "query-log-mode", o.Config.QueryLog.Mode, "Permission bits of the file, in octal.")
}
