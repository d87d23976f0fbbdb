// Package flagtext derives the name and the help of a flag from the field that it sets.
//
// # Names
//
// A flag has the name of its field in kebab case. Initialisms are one word, also several in a row: KubeAPIQPS becomes
// kube-api-qps, and ClusterCIDRs becomes cluster-cidrs. Upper-case letters that are not made of known initialisms are
// one word. The marker +configgen:initialisms adds initialisms of a package.
//
// # Help
//
// Help is the comment of the field. A comment begins with the name of the field, as Go wants it, and help does not:
//
//	Port is the port of the server.         The port of the server.         is, are: before the, a, whether, how, ...
//	Level says how much is logged.          How much is logged.             says, holds: likewise
//	PIDFile takes the process ID.           Takes the process ID.           another verb in the third person
//	Upstreams are asked in turn.            The upstreams are asked in turn.
//	TLSCertFile, if set, turns TLS on.      The TLS cert file, if set, turns TLS on.
//	Mode: how requests are answered.        How requests are answered.
//	Enable the cache.                       Enable the cache.               the name is the verb of the sentence
//
// A comment that does not begin with the name is taken as it is. The argument usage: of +flag overrides all of this.
package flagtext
