package shared

import "time"

// LeaderElectionConfig configures the election of a leader.
type LeaderElectionConfig struct {
	// Enabled elects a leader before the main loop starts, so that at most one replica is active.
	Enabled bool
	// Namespace of the lease.
	Namespace string
	// LeaseDuration is how long replicas wait after the leader was last seen before they try to replace it.
	LeaseDuration time.Duration
	// RenewDeadline is how long the leader tries to renew the lease before it gives up. It must be less than or equal
	// to the lease duration.
	RenewDeadline time.Duration
	// RetryPeriod is the time between two attempts to get or renew the lease.
	RetryPeriod time.Duration
}

// TLSConfig says where the certificates of a server come from: from files, or from a CA in a Secret.
type TLSConfig struct {
	// CipherSuites of the server.
	CipherSuites []string
	// MinTLSVersion is the oldest version of TLS that the server accepts.
	MinTLSVersion string
	// Filesystem has certificates that are read from files, and again when the files change.
	Filesystem FilesystemServingConfig
	// Dynamic has certificates that are signed by a CA in a Secret, which is created if it does not exist.
	Dynamic DynamicServingConfig
}

// FilesystemServingConfig names files.
type FilesystemServingConfig struct {
	// CertFile is the certificate with its chain.
	CertFile string
	// KeyFile is the private key.
	KeyFile string
}

// DynamicServingConfig names a CA, and the names that it signs.
type DynamicServingConfig struct {
	// SecretNamespace is the namespace of the Secret with the CA.
	SecretNamespace string
	// SecretName is the name of the Secret with the CA.
	SecretName string
	// DNSNames of the certificates.
	DNSNames []string
	// LeafDuration is the lifetime of the certificates.
	LeafDuration time.Duration
}
