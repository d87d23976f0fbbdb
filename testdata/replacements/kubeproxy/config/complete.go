package config

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-proxy/config/v1alpha1"
)

// The modes of Linux.
const (
	iptables v1alpha1.ProxyMode = "iptables"
	ipvs     v1alpha1.ProxyMode = "ipvs"
	nftables v1alpha1.ProxyMode = "nftables"
)

// Complete chooses the mode and how local traffic is detected, if nobody has, and clears what other modes would use.
func Complete(c *v1alpha1.KubeProxyConfiguration, hasFile bool) {
	c.HostnameOverride = strings.ToLower(strings.TrimSpace(c.HostnameOverride))
	if c.Mode == "" {
		c.Mode = iptables
	}
	if c.DetectLocalMode == "" {
		c.DetectLocalMode = "ClusterCIDR"
	}
	c.PortRange = "" // Nothing uses it any more.
	var none metav1.Duration
	if c.Mode != nftables {
		c.NFTables.SyncPeriod, c.NFTables.MinSyncPeriod = none, none
	} else if !hasFile {
		// The flags are the flags of iptables.
		c.NFTables.SyncPeriod, c.NFTables.MinSyncPeriod = c.IPTables.SyncPeriod, c.IPTables.MinSyncPeriod
		c.NFTables.MasqueradeAll, c.NFTables.MasqueradeBit = c.IPTables.MasqueradeAll, c.IPTables.MasqueradeBit
	}
	if c.Mode != iptables {
		c.IPTables.SyncPeriod, c.IPTables.MinSyncPeriod = none, none
	}
	if c.Mode != ipvs {
		c.IPVS.SyncPeriod, c.IPVS.MinSyncPeriod = none, none
	}
}
