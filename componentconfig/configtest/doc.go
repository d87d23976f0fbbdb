// Package configtest tests the configuration of a component: defaults, versions, changes while it runs, and migration.
// It is a module of its own, because it takes a *testing.T.
//
// # Tests
//
// The methods of [Scheme] test the types of a group. Each of the other tests gets a function that returns a new loader
// with the options of the component. [Copy] copies example files for a test.
//
//	Pages     asks for the pages of the configuration as clients who may see them, and as others
//	Versions  loads a file of each version of each root
//	Same      loads two command lines and compares the values
//	Defaults  compares the defaults in the descriptor, and so in the documentation, with the defaults that the
//	          component sets on an empty file, and reads the defaults that flags print
//	Migrates  migrates files of older versions, compares the values before and after, and looks for lost comments
//	Moves     sets each field of each version alone, and compares the result of its conversion with the markers +moved
//	Hot       changes each field with +reload=hot in a file, and observes its consumer
//
// [Commented] returns the text of a file for Migrates: from an object and a seed, with comments, quotes and anchors,
// and the fields in random order.
//
// # Hot fields
//
// [Hot] needs a [Change] for each hot field: a hot field without a change fails the test, and so does a field that the
// component reads only at the start. The files are loaded, and the change is passed to the component, on the path of a
// running process:
//
//	func TestHotFields(t *testing.T) {
//		configtest.Hot(t, configtest.Component[config.Relay, *server.Server]{
//			Loader: newLoader,
//			Start: func(t testing.TB, now *componentconfig.Loaded[config.Relay]) (*server.Server,
//				configtest.Prepare[config.Relay]) {
//				s := server.New(now.Config)
//				return s, func(_ context.Context, next *componentconfig.Loaded[config.Relay]) (func(), error) {
//					return s.Reconfigure(next.Config)
//				}
//			},
//		}, map[string]configtest.Change[*server.Server]{
//			"timeout": {
//				Before: "timeout: 1s", After: "timeout: 2s",
//				Observe: func(t testing.TB, s *server.Server) any { return s.Deadline() },
//			},
//		})
//	}
//
// # The way of a test
//
// The functions ask the loader as the command config does, through an Inspector (package extension): Versions and Same
// in files.go, Defaults in defaults.go, Migrates in migrate.go, Hot in hot.go. Hot writes the file before the change,
// loads it, starts the consumer, writes the file after the change, and lets Loader.Watch find it. Moves, in moves.go,
// needs no loader: it reads the generated code of a root. Commented is in commented.go. Values are compared by root and
// path in the newest version, and secrets are masked where values are listed.
//
// The package does not test that validation refuses a file, and does not compare texts with golden files.
package configtest
