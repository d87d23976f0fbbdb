package manager

import (
	"strconv"

	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// SetVerbosity changes the verbosity of klog, in each format of the log, also while the manager runs. It returns the
// error of the format.
func SetVerbosity(level logsapi.VerbosityLevel) error {
	_, err := logs.GlogSetter(strconv.FormatUint(uint64(level), 10))
	return err
}
