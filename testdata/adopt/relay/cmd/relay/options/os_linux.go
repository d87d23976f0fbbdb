package options

import "github.com/spf13/pflag"

func (o *Options) addDeviceFlag(fs *pflag.FlagSet) {
	fs.StringVar(&o.Instance.BindDevice, "bind-device", o.Instance.BindDevice, "Network device that the relay listens on.")
}
