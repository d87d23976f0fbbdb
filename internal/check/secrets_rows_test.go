package check

import "github.com/configgen/configgen/internal/group"

var secretRows = []row{
	{"files of secrets", one(changed(loaded,
		field(10, "A", texts, "+secret(file: AFile)"), checked(12, "AFile", text, "+path"),
		field(14, "B", text, "+secret(file: BFil)"), checked(16, "BFile", text, "+path"),
		field(18, "C", text, "+secret(file: D)"), field(20, "D", text),
		field(22, "E", text, "+secret(file: EFile)=false"), field(24, "F", text, "+secret(file: G)"),
	)), []string{
		"types.go:9:5: A has the type []string, and a file has one string; use the argument on string and *string " +
			"(secret-file)",
		"types.go:13:5: B has no field BFil beside it; did you mean BFile? (secret-file)",
		"types.go:20:2: D is the file of C and not marked as a path; add +path; it must be a string (secret-file)",
		"types.go:21:5: +secret=false on E names the file of a secret; remove the argument, or use +secret(file: EFile) " +
			"(secret-file)",
		"types.go:23:5: F has no field G beside it; name the Go field that has the path of the file (secret-file)",
	}},
	{"unpaired", one(changed(loaded,
		field(10, "A", text, "+secret"), checked(12, "AFile", text, "+path"),
		field(14, "B", text, "+secret"), field(16, "BFile", text, "+path=false"),
		field(18, "C", pointer(text), "+secret(file: CPath)"), checked(20, "CPath", pointer(text), "+path"),
	)), []string{
		"types.go:9:5: warning: A and AFile look like a secret and its file, and the loader does not read the file; use " +
			"+secret(file: AFile) (secret-unpaired)",
	}},
	{"unpaired without the loader", one(relay(
		field(10, "A", text, "+secret"), checked(12, "AFile", text, "+path"),
	)), nil},
	{"flags of secrets", one(relay(
		secretField(field(10, "Password", text, "+flag=password")), secretField(field(12, "Passphrase", text)),
		field(14, "Token", text, "+flag=token", "+secret=false"),
	)), []string{
		"types.go:9:5: warning: Password is a secret, and the list of processes shows what --password is set to; remove " +
			"the flag and read the secret from a file with +secret(file: ...), or, if it has to stay, add " +
			"+configgen:allow(rule: secret-flag, reason: \"...\") (secret-flag)",
	}},
	{"S6 looks like a secret", one(relay(
		field(10, "Password", text), field(12, "BearerToken", text), field(14, "APIKey", texts),
		field(16, "ClientSecret", list(&group.Type{Kind: "uint8", Name: "uint8"})),
		field(18, "Credentials", pointer(text)),
	)), []string{
		"types.go:10:2: Password looks like a secret and is not marked as one; add +secret, or +secret=false if it is not " +
			"one (secret-undecided)",
		"types.go:12:2: BearerToken looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
		"types.go:14:2: APIKey looks like a secret and is not marked as one; add +secret, or +secret=false if it is not " +
			"one (secret-undecided)",
		"types.go:16:2: ClientSecret looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
		"types.go:18:2: Credentials looks like a secret and is not marked as one; add +secret, or +secret=false if it is " +
			"not one (secret-undecided)",
	}},
	{"S6 not a secret", one(relay(
		secretField(field(10, "Password", text)), field(12, "Token", text, "+secret=false"), field(14, "Keys", texts),
		field(16, "TLSKeyFile", text, "+path"), field(18, "TokenTTL", number), field(20, "MaxToken", number),
		field(22, "LabelKey", text), field(24, "Keyring", text), field(26, "Monkey", text),
		with(field(28, "Taints", list(inner)), field(40, "Key", text), field(42, "Value", text)),
		with(field(30, "Zones", list(inner), "+listType=map", "+listMapKey=key"), field(50, "Key", text)),
		field(32, "Secret", &group.Type{Kind: "string", Name: "Kind", Package: config,
			Constants: []group.Constant{{Name: "None", Value: "none"}}}),
	)), nil},
	{"S6 in a type of another module", one(relay(
		with(field(10, "Client", inner), foreign(field(30, "Password", text))),
	)), []string{
		"types.go:10:2: Client.Password looks like a secret and is not marked as one; add +subfield(Password)=+secret, or " +
			"+subfield(Password)=+secret=false if it is not one (secret-undecided)",
	}},
}

// secretField is a field that a tag or a marker makes a secret.
func secretField(f *group.Field) *group.Field {
	f.Facts.Secret = true
	return f
}
