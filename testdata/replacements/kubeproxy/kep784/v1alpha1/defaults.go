package v1alpha1

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/utils/ptr"
)

// SetDefaults_KubeProxyConfiguration sets the published defaults.
func SetDefaults_KubeProxyConfiguration(obj *KubeProxyConfiguration) {
	orString(&obj.BindAddress, "0.0.0.0")
	orString(&obj.HealthzBindAddress, "0.0.0.0:10256")
	orString(&obj.MetricsBindAddress, "127.0.0.1:10249")
	orString(&obj.ClientConnection.ContentType, "application/vnd.kubernetes.protobuf")
	orInt(&obj.OOMScoreAdj, -999)
	orDuration(&obj.IPTables.SyncPeriod, 30*time.Second)
	orDuration(&obj.IPTables.MinSyncPeriod, time.Second)
	orDuration(&obj.IPVS.SyncPeriod, 30*time.Second)
	orDuration(&obj.NFTables.SyncPeriod, 30*time.Second)
	orDuration(&obj.NFTables.MinSyncPeriod, time.Second)
	orInt(&obj.IPTables.MasqueradeBit, 14)
	orInt(&obj.NFTables.MasqueradeBit, 14)
	if obj.IPTables.LocalhostNodePorts == nil {
		obj.IPTables.LocalhostNodePorts = ptr.To(true)
	}
	orInt(&obj.Conntrack.MaxPerCore, 32<<10)
	orInt(&obj.Conntrack.Min, 128<<10)
	orTimeout(&obj.Conntrack.TCPEstablishedTimeout, 24*time.Hour)
	orTimeout(&obj.Conntrack.TCPCloseWaitTimeout, time.Hour)
	orDuration(&obj.ConfigSyncPeriod, 15*time.Minute)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
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
