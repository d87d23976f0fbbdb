package main

// render returns the pictures by the names of their files.
func render() map[string]string {
	return map[string]string{
		"markers.svg": markers().svg(), "last-known-good.svg": lastKnownGood().svg(), "waves.svg": waves().svg(),
	}
}

func markers() picture {
	return picture{
		title: "Markers on Go types become generated files, and the loader joins files, drop-in files and flags",
		boxes: []box{
			{0, 0, "types.go", []string{"Port int32", "// +flag", "// +k8s:minimum=1"}},
			{1, 0, "zz_generated.*", []string{"flags, defaults, conversions,", "validation, precedence, paths"}},
			{2, 0, "Loader", []string{"one configuration,", "with the source of each value"}},
			{0, 1, "You", []string{"fields, markers, comments"}},
			{1, 1, "docs", []string{"reference, JSON Schema,", "samples"}},
			{2, 1, "Operators", []string{"file, drop-in files, flags"}},
		},
		arrows: []arrow{
			{"You", "types.go", "write"}, {"types.go", "zz_generated.*", "generate"}, {"types.go", "docs", ""},
			{"zz_generated.*", "Loader", "compile"}, {"Operators", "Loader", "start with"},
		},
	}
}

func lastKnownGood() picture {
	return picture{
		title: "A pushed configuration is on trial, and becomes the last known good one or is given up",
		boxes: []box{
			{0, 0, "In use", []string{"the last known good", "configuration"}},
			{1, 0, "On trial", []string{"the pushed configuration,", "after a restart"}},
			{1, 1, "Confirmed", []string{"it is the last known good", "configuration from now on"}},
			{2, 0, "Failed", []string{"the last known good", "configuration is used again"}},
		},
		arrows: []arrow{
			{"In use", "On trial", "push"}, {"On trial", "Confirmed", "health checks pass"},
			{"On trial", "Failed", "invalid, crash"}, {"Confirmed", "In use", ""},
		},
	}
}

func waves() picture {
	return picture{
		title: "A roll-out moves instances in waves, and stops at the first wave that fails",
		boxes: []box{
			{0, 0, "Wave 1", []string{"one instance"}},
			{1, 0, "Wave 2", []string{"some instances"}},
			{2, 0, "Wave 3", []string{"all others"}},
			{1, 1, "Stopped", []string{"later waves keep", "their configuration"}},
		},
		arrows: []arrow{
			{"Wave 1", "Wave 2", "confirmed"}, {"Wave 2", "Wave 3", "confirmed"}, {"Wave 1", "Stopped", ""},
			{"Wave 2", "Stopped", "one fails"},
		},
	}
}
