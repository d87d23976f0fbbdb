package v1beta1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/utils/ptr"
)

// SetDefaults_RelayConfiguration sets the defaults of structs of other modules.
func SetDefaults_RelayConfiguration(obj *RelayConfiguration) {
	election := &obj.LeaderElection
	if election.LeaderElect == nil {
		election.LeaderElect = ptr.To(false)
	}
	if election.ResourceLock == "" {
		election.ResourceLock = "leases"
	}
	if election.ResourceName == "" {
		election.ResourceName = "relay"
	}
	if election.ResourceNamespace == "" {
		election.ResourceNamespace = "kube-system"
	}
	componentbaseconfigv1alpha1.RecommendedDefaultLeaderElectionConfiguration(election)

	if obj.ClientConnection.ContentType == "" {
		obj.ClientConnection.ContentType = "application/json"
	}
	componentbaseconfigv1alpha1.RecommendedDefaultClientConnectionConfiguration(&obj.ClientConnection)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}

// SetDefaults_ListenConfiguration listens on the loopback address only.
func SetDefaults_ListenConfiguration(obj *ListenConfiguration) {
	if obj.Address == "" {
		obj.Address = "127.0.0.1"
	}
	if obj.Port == nil {
		obj.Port = ptr.To[int32](53)
	}
	if obj.TCP == nil {
		obj.TCP = ptr.To(true)
	}
	if obj.MaxUDPSize == 0 {
		obj.MaxUDPSize = 1232 // fits into one packet on every path of today's Internet
	}
}

// SetDefaults_ForwardingConfiguration sets a timeout below the timeout of most clients.
func SetDefaults_ForwardingConfiguration(obj *ForwardingConfiguration) {
	if obj.Policy == "" {
		obj.Policy = ForwardOrdered
	}
	if obj.Timeout.Duration == 0 {
		obj.Timeout = metav1.Duration{Duration: 2 * time.Second}
	}
	if obj.Attempts == 0 {
		obj.Attempts = 2
	}
}

// SetDefaults_CacheConfiguration enables a small cache.
func SetDefaults_CacheConfiguration(obj *CacheConfiguration) {
	if obj.Size == nil {
		obj.Size = ptr.To(resource.MustParse("16Mi"))
	}
	if obj.MaxTTL.Duration == 0 {
		obj.MaxTTL = metav1.Duration{Duration: time.Hour}
	}
}

// SetDefaults_QueryLogConfiguration logs every query, if there is a file.
func SetDefaults_QueryLogConfiguration(obj *QueryLogConfiguration) {
	if obj.Mode == "" {
		obj.Mode = "0640"
	}
	if obj.Sample == (intstr.IntOrString{}) {
		obj.Sample = intstr.FromInt32(1)
	}
}

// SetDefaults_AdminConfiguration sets the path of the health check.
func SetDefaults_AdminConfiguration(obj *AdminConfiguration) {
	if obj.HealthPath == "" {
		obj.HealthPath = "/healthz"
	}
}
