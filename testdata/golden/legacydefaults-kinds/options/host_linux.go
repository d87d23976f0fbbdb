package options

type host struct{ journal journal }

type journal struct{ socket string }

type hosts = struct{ all []journal }
