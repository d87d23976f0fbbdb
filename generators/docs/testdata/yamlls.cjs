// Asks yaml-language-server about a file with a schema in its first line: what it completes, shows and marks.
const {spawn} = require("child_process");
const [schema] = process.argv.slice(2);
const uri = "file:///relay.yaml";
const text = `# yaml-language-server: $schema=file://${schema}
apiVersion: relay.config.configgen.dev/v1beta1
kind: RelayConfiguration
listen:
  port: 70000
  adress: 10.0.0.1
  address: 10.0.0
forwarding:
  policy: Random
  
`;
const server = spawn("node_modules/.bin/yaml-language-server", ["--stdio"], {stdio: ["pipe", "pipe", "inherit"]});
let buffer = Buffer.alloc(0), last = 0;
const answers = new Map();
let marked;
const diagnostics = new Promise((resolve) => { marked = resolve; });
const send = (message) => {
	const body = JSON.stringify({jsonrpc: "2.0", ...message});
	server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
};
const ask = (method, params) => new Promise((resolve) => { answers.set(++last, resolve); send({id: last, method, params}); });
server.stdout.on("data", (chunk) => {
	buffer = Buffer.concat([buffer, chunk]);
	for (;;) {
		const end = buffer.indexOf("\r\n\r\n");
		const length = end >= 0 && Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, end))[1]);
		if (end < 0 || buffer.length < end + 4 + length) return;
		const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length));
		buffer = buffer.subarray(end + 4 + length);
		if (message.method === "textDocument/publishDiagnostics" && message.params.diagnostics.length) marked(message.params.diagnostics);
		if (message.method && message.id !== undefined) send({id: message.id, result: message.method === "workspace/configuration" ? message.params.items.map(() => null) : null});
		if (!message.method && answers.has(message.id)) answers.get(message.id)(message.result);
	}
});
(async () => {
	await ask("initialize", {processId: null, rootUri: null, capabilities: {textDocument: {publishDiagnostics: {}, hover: {}, completion: {}}}});
	send({method: "initialized", params: {}});
	send({method: "workspace/didChangeConfiguration", params: {settings: {yaml: {validate: true, hover: true, completion: true, schemaStore: {enable: false}}}}});
	send({method: "textDocument/didOpen", params: {textDocument: {uri, languageId: "yaml", version: 1, text}}});
	const errors = (await diagnostics).map((d) => `${d.range.start.line + 1}: ${d.message}`);
	const hover = await ask("textDocument/hover", {textDocument: {uri}, position: {line: 4, character: 4}});
	const completion = await ask("textDocument/completion", {textDocument: {uri}, position: {line: 9, character: 2}});
	console.log(JSON.stringify({errors, hover: JSON.stringify(hover), labels: completion.items.map((item) => item.label)}, null, 1));
	server.kill();
})();
