package options

type host struct{ Journal journal }

type journal struct{ Socket string }

type hosts = struct{ All []journal }
