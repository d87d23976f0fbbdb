// Package observer is the part of a program of configgen adopt that does not depend on the observed component: it runs
// a registration of flags repeatedly, each time on a new object, and records the changes of the flags and of the
// object.
//
// The program is compiled in the component's module, with this package and package observe as parts of it. Apart from
// each other, both import only the standard library and github.com/spf13/pflag, in any version of the last years.
// Package probe generates the main function, compiles the program and runs it:
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
//
// # Input and output
//
// The first argument of the program is a file with an observe.Input: the command lines for each flag, the flags that
// ended earlier programs, and the names of environment variables. The second argument is the journal, a file with an
// observe.Entry in each line. The last entry of a program that does not end early has the observation, or the error or
// panic of the registration.
//
// # The way of the data
//
//  1. main.go reads the input and writes the journal. process.go restores the flags of the process before each run,
//     since a registration can add its own flags to them.
//  2. subject.go is one run. Run passes the object and its flag sets to a [Subject], which records the calls that
//     register each flag.
//  3. walk.go finds the leaves of the object, including unexported fields of the user's types, and render.go prints
//     their values as JSON. A variable with several paths is known by one of them.
//  4. session.go makes the observation: the properties of the flags in pflag, the leaves before and after the
//     registration, and the fields with paths.
//  5. set.go sets each flag, on a new object for each command line, and compares the leaves before and after. Without
//     command lines in the input, set.go tries the values of values.go until two accepted values have different
//     effects; it tries all values for a flag of a type that is not a scalar of pflag.
//  6. fill.go gives the field of a flag, or all other fields, a value beforehand, as a file does, to observe whether
//     the flag replaces the value or adds to it.
//  7. vary.go runs the registration with other environment variables and in another directory. A leaf with another
//     value then, or with the name of the host in its value, varies.
//
// # Limits
//
// The package observes one registration; package proof compares the observations of two registrations. Functions,
// channels and values of libraries for command lines are not leaves. A flag that ends the process ends the program:
// package probe starts the program again without setting the flag.
package observer
