package flagtext

import (
	"slices"
	"strings"
	"unicode"
)

// known are the initialisms in the names of configuration fields. Those in mixed case are matched as they are.
var known = longestFirst(strings.Fields(`
	ACL AES API ARN ARP AWS BGP CA CBOR CGroup CIDR CLI CN CNI CORS CPU CRD CRI CRL CSI CSR DB DHCP DNS DSCP EC2
	EOF FQDN FS GC GCE GCP GID GPU GRPC GUID GVK HA HPA HSTS HTML HTTP HTTP2 HTTPS ID IO IP IPAM IPC IPTables IPVS IPv4
	IPv6 JSON JWKS JWT KMS LB LDAP LRU MAC MTLS MTU NAT NFS NIC NTP NUMA OAuth OAuth2 OCI OCSP OIDC OOM OS OTLP
	PEM PID PKI POSIX PSK QPS QUIC QoS RAM RBAC RPC RPS RSA SAML SAN SCTP SELinux SHA SLA SMTP SNI SQL SSH SSL TCP
	TLS TTL UDP UI UID UDS URI URL URN UTC UTF8 UUID VLAN VM VPC VXLAN WAL XDS XML XSRF YAML
`))

// longestFirst sorts initialisms: the longest one that a name begins with is a word of the name.
func longestFirst(initialisms []string) []string {
	slices.SortFunc(initialisms, func(a, b string) int { return len(b) - len(a) })
	return initialisms
}

// Name returns the name of the flag for a field: its Go name in kebab case. Initialisms are additional initialisms of a
// package.
func Name(field string, initialisms []string) string {
	words := split(field, initialisms)
	for i, word := range words {
		words[i] = strings.ToLower(word)
	}
	return strings.Join(words, "-")
}

// split returns the words of a Go name.
func split(name string, initialisms []string) []string {
	all := known
	if len(initialisms) > 0 {
		all = slices.DeleteFunc(slices.Concat(known, initialisms), func(one string) bool { return one == "" })
		longestFirst(all)
	}
	var words []string
	for rest := name; rest != ""; {
		size := mixed(rest, all)
		if size > 0 {
			words = append(words, rest[:size])
			rest = rest[size:]
			continue
		}
		run := upperRun(rest, all)
		if run <= 1 {
			size = wordSize(rest)
			words = append(words, rest[:size])
			rest = rest[size:]
			continue
		}
		tail := tailSize(rest[run:]) // digits, and the s of several
		parts := segments(rest[:run], all)
		parts[len(parts)-1] += rest[run : run+tail]
		words = append(words, parts...)
		rest = rest[run+tail:]
	}
	return words
}

// mixed is the length of the initialism in mixed case, or with digits, that a text begins with; 0 if it begins with
// none.
func mixed(text string, all []string) int {
	for _, initialism := range all {
		rest, ok := strings.CutPrefix(text, initialism)
		if !ok || strings.ToUpper(initialism) == initialism && !strings.ContainsAny(initialism, "0123456789") {
			continue
		}
		if plural(rest) {
			return len(initialism) + 1
		}
		if rest == "" || !unicode.IsLower(first(rest)) {
			return len(initialism)
		}
	}
	return 0
}

// upperRun is the number of bytes of the upper-case letters at the beginning that belong to initialisms: the last one
// begins a word of its own if lower-case letters follow it.
func upperRun(text string, all []string) int {
	size := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsUpper(r) })
	if size < 0 {
		return len(text)
	}
	for at := 1; at <= size; at++ {
		if mixed(text[at:], all) > 0 {
			return at
		}
	}
	if unicode.IsLower(first(text[size:])) && !plural(text[size:]) {
		return size - 1
	}
	return size
}

// wordSize is the length of an ordinary word: its first letter and what is not in upper case.
func wordSize(text string) int {
	skip := len(string(first(text)))
	if size := strings.IndexFunc(text[skip:], unicode.IsUpper); size >= 0 {
		return skip + size
	}
	return len(text)
}

// tailSize is the length of the digits, or the s of several, after an initialism.
func tailSize(text string) int {
	if plural(text) {
		return 1
	}
	size := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	if size < 0 {
		return len(text)
	}
	return size
}

// plural reports whether a text begins with the s of several initialisms, as in IPs and URLsByName.
func plural(text string) bool {
	return strings.HasPrefix(text, "s") && (len(text) == 1 || unicode.IsUpper(first(text[1:])))
}

// segments splits upper-case letters into initialisms; all of them are one word if that is impossible.
func segments(run string, all []string) []string {
	if parts, ok := cut(run, all); ok {
		return parts
	}
	return []string{run}
}

func cut(run string, all []string) ([]string, bool) {
	if run == "" {
		return nil, true
	}
	for _, initialism := range all {
		if rest, ok := strings.CutPrefix(run, initialism); ok {
			if parts, ok := cut(rest, all); ok {
				return append([]string{initialism}, parts...), true
			}
		}
	}
	return nil, false
}

func first(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

// Words returns the words in the name of a flag, or of a section of flags, in lower case. Words are separated by
// dashes, dots, underscores, colons, blanks and camel case.
func Words(name string) []string {
	var words []string
	separates := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for _, part := range strings.FieldsFunc(name, separates) {
		for _, word := range split(part, nil) {
			words = append(words, strings.ToLower(word))
		}
	}
	return words
}

// GoName returns the name of the field for a flag, given its words with dashes between them: kube-api-qps becomes
// KubeAPIQPS.
func GoName(words string) string {
	var b strings.Builder
	for _, word := range strings.Split(words, "-") {
		b.WriteString(exported(word))
	}
	name := b.String()
	if name == "" || !unicode.IsLetter(first(name)) {
		return "Flag" + name
	}
	return name
}

// exported is a word as a part of a Go name.
func exported(word string) string {
	singular := strings.TrimSuffix(word, "s")
	for _, initialism := range known {
		switch {
		case strings.EqualFold(initialism, word):
			return initialism
		case strings.EqualFold(initialism, singular):
			return initialism + "s"
		}
	}
	return capital(word)
}
