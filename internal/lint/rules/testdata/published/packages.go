package published

import (
	_ "k8s.io/apiserver/pkg/apis/apiserver/v1"
	_ "k8s.io/apiserver/pkg/apis/apiserver/v1beta1"
	_ "k8s.io/cloud-provider/config/v1alpha1"
	_ "k8s.io/controller-manager/config/v1alpha1"
	_ "k8s.io/kube-controller-manager/config/v1alpha1"
	_ "k8s.io/kube-proxy/config/v1alpha1"
	_ "k8s.io/kube-scheduler/config/v1"
	_ "k8s.io/kubelet/config/v1beta1"
)
