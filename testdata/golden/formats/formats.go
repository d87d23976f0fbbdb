// Package formats has a field in each format. Its test holds flags and validation to the list of texts that the generator
// is tested with.
package formats

// FormatFlags has a field in each format.
// +flags
type FormatFlags struct {
	// IP is a text in the format ip.
	// +flag=ip
	// +format=ip
	IP string
	// IPSloppy is a text in the format ip-sloppy.
	// +flag=ip-sloppy
	// +format=ip-sloppy
	IPSloppy string
	// CIDR is a text in the format cidr.
	// +flag=cidr
	// +format=cidr
	CIDR string
	// HostPort is a text in the format host-port.
	// +flag=host-port
	// +format=host-port
	HostPort string
	// IPPort is a text in the format ip-port.
	// +flag=ip-port
	// +format=ip-port
	IPPort string
	// IPOrIPPort is a text in the format ip-or-ip-port.
	// +flag=ip-or-ip-port
	// +format=ip-or-ip-port
	IPOrIPPort string
	// URL is a text in the format url.
	// +flag=url
	// +format=url
	URL string
	// Port is a text in the format port.
	// +flag=port
	// +format=port
	Port string
	// Percent is a text in the format percent.
	// +flag=percent
	// +format=percent
	Percent string
	// AbsolutePath is a text in the format absolute-path.
	// +flag=absolute-path
	// +format=absolute-path
	AbsolutePath string
	// Regexp is a text in the format regexp.
	// +flag=regexp
	// +format=regexp
	Regexp string
}
