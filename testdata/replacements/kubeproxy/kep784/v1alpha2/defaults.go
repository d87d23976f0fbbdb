package v1alpha2

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/utils/ptr"
)

// SetDefaults_KubeProxyConfiguration sets the planned defaults. Two of them differ from the defaults of v1alpha1.
func SetDefaults_KubeProxyConfiguration(obj *KubeProxyConfiguration) {
	orBool(&obj.IPTables.LocalhostNodePorts, false)
	orBool(&obj.BindAddressHardFail, true)
	orBool(&obj.ConfigHardFail, true)
	orString(&obj.HealthzBindAddress, "0.0.0.0:10256")
	orString(&obj.MetricsBindAddress, "127.0.0.1:10249")
	orString(&obj.ClientConnection.ContentType, "application/vnd.kubernetes.protobuf")
	orInt(&obj.Linux.OOMScoreAdj, -999)
	orInt(&obj.IPTables.MasqueradeBit, 14)
	orInt(&obj.NFTables.MasqueradeBit, 14)
	orInt(&obj.IPVS.MasqueradeBit, 14)
	orDuration(&obj.SyncPeriod, 30*time.Second)
	if obj.Mode != ProxyModeIPVS {
		orDuration(&obj.MinSyncPeriod, time.Second)
	}
	orInt(&obj.Linux.Conntrack.MaxPerCore, 32<<10)
	orInt(&obj.Linux.Conntrack.Min, 128<<10)
	orTimeout(&obj.Linux.Conntrack.TCPEstablishedTimeout, 24*time.Hour)
	orTimeout(&obj.Linux.Conntrack.TCPCloseWaitTimeout, time.Hour)
	orDuration(&obj.ConfigSyncPeriod, 15*time.Minute)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}

func orBool(p **bool, value bool) {
	if *p == nil {
		*p = ptr.To(value)
	}
}

func orString(s *string, value string) {
	if *s == "" {
		*s = value
	}
}

func orInt(p **int32, value int32) {
	if *p == nil {
		*p = &value
	}
}

func orDuration(d *metav1.Duration, value time.Duration) {
	if d.Duration == 0 {
		d.Duration = value
	}
}

func orTimeout(p **metav1.Duration, value time.Duration) {
	if *p == nil {
		*p = &metav1.Duration{Duration: value}
	}
}
