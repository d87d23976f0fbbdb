// Package manager configures the managers of controller-runtime v0.23, v0.24 and v0.25: operators read their options
// from a file and flags, in place of a loader and flags of their own. The module requires the oldest of these minor
// versions, so that an operator keeps its own.
//
// The configuration of an operator embeds the types of package config, and [Options] and [NewClient] convert it to the
// options and client configurations of controller-runtime:
//
//	client, err := manager.NewClient(&c.ClientConnection)
//	...
//	options, err := manager.Options(&c.ManagerConfiguration)
//	...
//	options.Scheme, options.LeaderElectionConfig = scheme, client.LeaderElection
//	mgr, err := ctrl.NewManager(client.Config, options)
//
// These fields can change while a manager runs:
//
//   - qps and burst of the client: pass the new values to [Client.SetLimits].
//   - the verbosity of the log, in the LoggingConfiguration of component-base: pass the new value to [SetVerbosity].
//
// All others take effect after a restart, because a manager reads its options once. Certificates and keys are not
// configuration: the servers of a manager read them again when their files change. The CA of clients is read once.
package manager
