package config

import (
	"net"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kube-proxy/config/v1alpha1"
	netutils "k8s.io/utils/net"
	"k8s.io/utils/ptr"
)

// AddToScheme registers the published type with the defaults of kube-proxy.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddTypeDefaultingFunc(&v1alpha1.KubeProxyConfiguration{}, func(obj any) {
		setDefaults(obj.(*v1alpha1.KubeProxyConfiguration))
	})
	return v1alpha1.AddToScheme(scheme)
}

func setDefaults(c *v1alpha1.KubeProxyConfiguration) {
	orString(&c.BindAddress, "0.0.0.0")
	any, loopback := "0.0.0.0", "127.0.0.1"
	if netutils.IsIPv6String(c.BindAddress) {
		any, loopback = "::", "::1"
	}
	withPort(&c.HealthzBindAddress, any, "10256")
	withPort(&c.MetricsBindAddress, loopback, "10249")
	orInt(&c.OOMScoreAdj, -999)
	orDuration(&c.IPTables.SyncPeriod, 30*time.Second)
	orDuration(&c.IPTables.MinSyncPeriod, time.Second)
	orDuration(&c.IPVS.SyncPeriod, 30*time.Second)
	orDuration(&c.NFTables.SyncPeriod, 30*time.Second)
	orDuration(&c.NFTables.MinSyncPeriod, time.Second)
	orInt(&c.IPTables.MasqueradeBit, 14)
	orInt(&c.NFTables.MasqueradeBit, 14)
	if c.IPTables.LocalhostNodePorts == nil {
		c.IPTables.LocalhostNodePorts = ptr.To(true)
	}
	if c.Mode == nftables && len(c.NodePortAddresses) == 0 {
		c.NodePortAddresses = []string{"primary"}
	}
	orInt(&c.Conntrack.MaxPerCore, 32<<10)
	orInt(&c.Conntrack.Min, 128<<10)
	orTimeout(&c.Conntrack.TCPEstablishedTimeout, 24*time.Hour)
	orTimeout(&c.Conntrack.TCPCloseWaitTimeout, time.Hour)
	orDuration(&c.ConfigSyncPeriod, 15*time.Minute)
	orString(&c.ClientConnection.ContentType, "application/vnd.kubernetes.protobuf")
	if c.ClientConnection.QPS == 0 {
		c.ClientConnection.QPS = 5
	}
	if c.ClientConnection.Burst == 0 {
		c.ClientConnection.Burst = 10
	}
	logsapi.SetRecommendedLoggingConfiguration(&c.Logging)
}

// withPort completes an address that has no port.
func withPort(address *string, host, port string) {
	switch {
	case *address == "":
		*address = net.JoinHostPort(host, port)
	case netutils.ParseIPSloppy(*address) != nil:
		*address = net.JoinHostPort(*address, port)
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
