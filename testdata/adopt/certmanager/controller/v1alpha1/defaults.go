package v1alpha1

import (
	"time"

	"github.com/cert-manager/cert-manager/pkg/apis/certmanager"
	"github.com/cert-manager/cert-manager/pkg/apis/config/controller/v1alpha1"
	"github.com/cert-manager/cert-manager/pkg/util"
	logsapi "k8s.io/component-base/logs/api/v1"

	sharedv1alpha1 "example.com/adopt/certmanager/shared/v1alpha1"
)

// SetDefaults_ControllerConfiguration also takes over former names of fields.
func SetDefaults_ControllerConfiguration(obj *v1alpha1.ControllerConfiguration) {
	or(&obj.KubernetesAPIQPS, 20)
	or(&obj.KubernetesAPIBurst, 50)
	orString(&obj.ClusterResourceNamespace, "kube-system")
	orList(&obj.Controllers, "*")
	or(&obj.IssuerAmbientCredentials, false)
	or(&obj.ClusterIssuerAmbientCredentials, true)
	or(&obj.EnableCertificateOwnerRef, false)
	renamed(&obj.GatewayAPIConfig.Enabled, &obj.EnableGatewayAPI)
	renamed(&obj.GatewayAPIConfig.EnableListenerSet, &obj.EnableGatewayAPIListenerSet)
	orList(&obj.CopiedAnnotationPrefixes, "*", "-kubectl.kubernetes.io/", "-fluxcd.io/", "-argocd.argoproj.io/")
	or(&obj.NumberOfConcurrentWorkers, 5)
	or(&obj.MaxConcurrentChallenges, 60)
	orString(&obj.MetricsListenAddress, "0.0.0.0:9402")
	orString(&obj.HealthzListenAddress, "0.0.0.0:9403")
	or(&obj.EnablePprof, false)
	orString(&obj.PprofAddress, "localhost:6060")
	sharedv1alpha1.Or(&obj.CertificateRequestMinimumBackoffDuration, time.Hour)
	sharedv1alpha1.Or(&obj.CertificateRequestMaximumBackoffDuration, 32*time.Hour)
	logsapi.SetRecommendedLoggingConfiguration(&obj.Logging)
}

// SetDefaults_LeaderElectionConfig sets what the other components do not have.
func SetDefaults_LeaderElectionConfig(obj *v1alpha1.LeaderElectionConfig) {
	sharedv1alpha1.Or(&obj.HealthzTimeout, 20*time.Second)
}

// SetDefaults_IngressShimConfig names the kind of issuers.
func SetDefaults_IngressShimConfig(obj *v1alpha1.IngressShimConfig) {
	orString(&obj.DefaultIssuerKind, "Issuer")
	orString(&obj.DefaultIssuerGroup, certmanager.GroupName)
	orList(&obj.DefaultAutoCertificateAnnotations, "kubernetes.io/tls-acme")
	orList(&obj.ExtraCertificateAnnotations)
}

// SetDefaults_ACMEHTTP01Config sets the image and the resources of solvers.
func SetDefaults_ACMEHTTP01Config(obj *v1alpha1.ACMEHTTP01Config) {
	orString(&obj.SolverImage, "quay.io/jetstack/cert-manager-acmesolver:"+util.AppVersion)
	orString(&obj.SolverResourceRequestCPU, "10m")
	orString(&obj.SolverResourceRequestMemory, "64Mi")
	orString(&obj.SolverResourceLimitsCPU, "100m")
	orString(&obj.SolverResourceLimitsMemory, "64Mi")
	or(&obj.SolverRunAsNonRoot, true)
	orList(&obj.SolverNameservers)
}

// SetDefaults_ACMEDNS01Config sets the time between checks.
func SetDefaults_ACMEDNS01Config(obj *v1alpha1.ACMEDNS01Config) {
	orList(&obj.RecursiveNameservers)
	or(&obj.RecursiveNameserversOnly, false)
	sharedv1alpha1.Or(&obj.CheckRetryPeriod, 10*time.Second)
}

// SetDefaults_PEMSizeLimitsConfig sets limits that certificates of today do not reach.
func SetDefaults_PEMSizeLimitsConfig(obj *v1alpha1.PEMSizeLimitsConfig) {
	or(&obj.MaxCertificateSize, 36500)
	or(&obj.MaxPrivateKeySize, 13000)
	or(&obj.MaxChainLength, 95000)
	or(&obj.MaxBundleSize, 330000)
}

// renamed takes the value of the former field if the new one is not set, and keeps both equal.
func renamed(field, former **bool) {
	if *field == nil {
		*field = *former
	}
	or(field, false)
	*former = *field
}

func or[T any](p **T, otherwise T) {
	if *p == nil {
		*p = &otherwise
	}
}

func orString(s *string, otherwise string) {
	if *s == "" {
		*s = otherwise
	}
}

func orList(list *[]string, otherwise ...string) {
	if len(*list) == 0 {
		*list = append([]string{}, otherwise...)
	}
}
