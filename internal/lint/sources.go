package lint

// The documents that rules rest on.
var (
	// Conventions are the Kubernetes API conventions.
	Conventions = Source{
		"Kubernetes API conventions",
		"https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md",
	}
	// Changes are the rules of Kubernetes for changes of APIs.
	Changes = Source{
		"Changing the API, of Kubernetes",
		"https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api_changes.md",
	}
	// Directives are the comments that declare what lists and maps mean.
	Directives = Source{
		"Comment directives of kube-openapi", "https://github.com/kubernetes/kube-openapi/blob/master/pkg/idl/doc.go",
	}
	// Commands are the conventions for command lines.
	Commands = Source{
		"Kubectl conventions",
		"https://github.com/kubernetes/community/blob/master/contributors/devel/sig-cli/kubectl-conventions.md",
	}
	// Versioned is the proposal that component configuration goes back to.
	Versioned = Source{
		"Versioned Component Configuration Files",
		"https://github.com/kubernetes/community/blob/master/archive/wg-component-standard/component-config/README.md",
	}
	// Instance is the proposal about configuration that differs from instance to instance.
	Instance = Source{
		"KEP-2141, Instance-Specific ComponentConfig",
		"https://github.com/kubernetes/enhancements/blob/master/keps/sig-cluster-lifecycle/wgs/" +
			"2141-instance-specific-componentconfig/README.md",
	}
	// Staging is the proposal that gives component configuration its places and names.
	Staging = Source{
		"KEP-115, Moving ComponentConfig API types to staging repos",
		"https://github.com/kubernetes/enhancements/blob/master/keps/sig-cluster-lifecycle/wgs/115-componentconfig/README.md",
	}
)
