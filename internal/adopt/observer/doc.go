// Package observer is the part of a program of "configgen adopt" that does not depend on the observed component: it
// runs a registration of flags repeatedly, each time on a new object, and records the changes of the flags and of the
// object. The program is compiled in the component's module, with this package and package observe as parts of it, so
// both import only the standard library and github.com/spf13/pflag, in any version of the last years.
//
// The main function is generated:
//
//	observer.Main(observer.Registration{Modules: []string{"example.com/relay"}, Run: func(s *observer.Subject) error {
//		object := options.NewOptions()
//		if err := s.Object("NewOptions", &object); err != nil {
//			return err
//		}
//		flags := s.FlagSet()
//		object.AddFlags(flags)
//		return nil
//	}})
package observer
