package lint

import "github.com/configgen/configgen/internal/rule"

// The documents that rules rest on.
var (
	// Conventions are the Kubernetes API conventions.
	Conventions = rule.Source{
		Title: "Kubernetes API conventions",
		URL:   "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md",
	}
	// Changes are the rules of Kubernetes for changes of APIs.
	Changes = rule.Source{
		Title: "Changing the API, of Kubernetes",
		URL:   "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api_changes.md",
	}
	// Deprecation is the policy of Kubernetes for removals.
	Deprecation = rule.Source{
		Title: "Kubernetes Deprecation Policy",
		URL:   "https://kubernetes.io/docs/reference/using-api/deprecation-policy/",
	}
	// Directives are the comments that declare the semantics of lists and maps.
	Directives = rule.Source{
		Title: "Comment directives of kube-openapi",
		URL:   "https://github.com/kubernetes/kube-openapi/blob/master/pkg/idl/doc.go",
	}
	// Commands are the conventions for command lines.
	Commands = rule.Source{
		Title: "Kubectl conventions",
		URL:   "https://github.com/kubernetes/community/blob/master/contributors/devel/sig-cli/kubectl-conventions.md",
	}
	// Versioned is the proposal that component configuration goes back to.
	Versioned = rule.Source{
		Title: "Versioned Component Configuration Files",
		URL:   "https://github.com/kubernetes/community/blob/master/archive/wg-component-standard/component-config/README.md",
	}
	// Instance is the proposal about configuration that differs from instance to instance.
	Instance = rule.Source{
		Title: "KEP-2141, Instance-Specific ComponentConfig",
		URL: "https://github.com/kubernetes/enhancements/blob/master/keps/sig-cluster-lifecycle/wgs/" +
			"2141-instance-specific-componentconfig/README.md",
	}
	// Staging is the proposal that gives component configuration its places and names.
	Staging = rule.Source{
		Title: "KEP-115, Moving ComponentConfig API types to staging repos",
		URL: "https://github.com/kubernetes/enhancements/blob/master/keps/sig-cluster-lifecycle/wgs/" +
			"115-componentconfig/README.md",
	}
)
