// Compiles schemas under two drafts, and holds them to lists of files. Exits with status 1 if one differs.
const fs = require("fs");
const drafts = {
	"http://json-schema.org/draft-07/schema#": require("ajv").default,
	"https://json-schema.org/draft/2020-12/schema": require("ajv/dist/2020").default,
};
let files = 0, failed = 0;
for (const list of JSON.parse(fs.readFileSync(process.argv[2]))) {
	for (const [draft, Ajv] of Object.entries(drafts)) {
		const compiled = {};
		for (const name of list.Schemas) {
			const schema = JSON.parse(fs.readFileSync(name));
			schema.$schema = draft;
			// strict reports keywords that it does not know: all of ours begin with x-, and patternErrorMessage is VS Code's.
			const ajv = new Ajv({strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, validateFormats: false});
			for (const keyword of new Set(JSON.stringify(schema).match(/x-configgen-[a-z-]+/g))) ajv.addKeyword(keyword);
			ajv.addKeyword("patternErrorMessage");
			const {apiVersion, kind} = schema.properties;
			compiled[apiVersion.const + kind.const] = ajv.compile(schema);
		}
		for (const file of list.Files) {
			files++;
			const validate = file.Value && compiled[file.Value.apiVersion + file.Value.kind] || compiled[list.Default];
			if (validate(file.Value) !== file.Accept) {
				failed++;
				console.log(`${draft}: ${file.Text}: accepted: ${!file.Accept}`, validate.errors);
			}
		}
	}
}
console.log(`${files} files, ${failed} differ`);
process.exit(failed ? 1 : 0);
