// Package configtest shows, in the tests of a component, that its configuration does what its authors believe.
//
// [Versions] loads a file of each version. [Same] shows that two command lines, with their files, mean the same.
// [Defaults] compares the defaults in the descriptor, and so in the documentation, with the defaults that the component
// sets, and shows that flags read the defaults that they print. [Migrates] migrates files of older versions, and
// [Commented] writes such files from random objects. [Hot] shows that a change of a field with +reload=hot reaches its
// consumer, for each such field: a field that the component reads only once, at the start, fails the test, and so does
// a hot field without a test.
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
// The files are loaded, and the change is passed to the component, on the path of a running process. It is a module of
// its own, because it takes a *testing.T.
package configtest
