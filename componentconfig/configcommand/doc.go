// Package configcommand gives a component the command config, with which operators ask about its configuration:
//
//	relay config validate conf.d -- --config=relay.yaml   everything that the start would refuse
//	relay config print -- --config=relay.yaml --port=54   the configuration that the start would use
//	relay config explain forwarding.timeout               all that is known of one field
//	relay config diff old.yaml new.yaml                   what differs, and what needs a restart
//	relay config reload --running=http://127.0.0.1:8080   makes a process read its files now
//	relay config wait --running=@relays relay.yaml        until many processes use a file
//	relay config migrate old.yaml                         files in the newest version, with their comments
//	relay config schema                                   the JSON Schema of a version
//	relay config sample                                   a file with every field and its comment
//	relay config capabilities                             what the component reads, for other tools
//
// A component has it by an option of its loader. What it knows of fields is in the descriptor that the generated code
// embeds:
//
//	configcommand.WithCommand()
//
// A component that does not use Loader.Command adds the command of [New] to its own, and one without cobra calls
// [Run]. A component without any of these does not link this package.
//
// # Layers
//
// The verbs work offline, by the code of a start, and report what a start would do. They take the command line of the
// start after two dashes. A FILE in front of them is the file of --config, or of --instance-config if it has that kind,
// and a DIR is one of --config-dir. All work for the fields of another operating system (--os); flags always belong to
// this one.
//
// # Running processes
//
// With --running, print, explain, diff, reload and wait ask one process or many, which serve the pages of package
// running. A process that does not answer within the time limit is named with the reason, and what the others answered
// is printed. The exit status is 2 then. Processes that wait for a restart or refuse their files are named, too.
//
// # Exit status
//
// 0 if there are no findings, 1 if there are, 2 if the question could not be answered. Loader.Main exits with it; the
// error of cobra's Execute has the method ExitCode.
//
// # Adding a verb
//
// A verb is a file with a function that makes a *cobra.Command from a client, and a line in client.verbs. Its RunE is
// made by client.run, which turns errors into the status 2, and errFindings into the status 1. To look at a
// configuration it calls client.starts and client.inspect, and to print findings client.report. It gets facts about a
// component from extension.Inspector, which package componentconfig implements in inspect.go. Its sessions are in
// testdata. A verb about running processes has the flags of asking, and gets their answers from asking.ask.
package configcommand
