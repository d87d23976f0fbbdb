// Package published holds on to the packages that the test compares the stock generators on.
package published

import (
	_ "k8s.io/component-base/config"
	_ "k8s.io/component-base/config/v1alpha1"
	_ "k8s.io/kube-controller-manager/config/v1alpha1"
	_ "k8s.io/kube-proxy/config/v1alpha1"
	_ "k8s.io/kube-scheduler/config/v1"
	_ "k8s.io/kubelet/config/v1beta1"
)
