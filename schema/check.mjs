// Checks the description of the interface.
//
//   node schema/check.mjs            the schemas, their examples, openapi.json, and that it tells what docs/api.md tells
//   node schema/check.mjs FILE...    messages that somebody recorded: each file one JSON value, or one on every line
//
// An example NAME.WORDS.json must be a good NAME message; one in examples/refused must not be.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeValidator, readJson, readSchemas, schemaFolder, schemaOf } from "./validator.mjs";

const problems = [];
const expect = (condition, text) => condition || problems.push(text);

// ---- schemas ----

const isRequest = (name) => name.endsWith("_request") || name.startsWith("new_") || name === "live_client";

function* objectsIn(node) {
  if (node === null || typeof node !== "object") return;
  if (!Array.isArray(node)) yield node;
  for (const child of Object.values(node)) yield* objectsIn(child);
}

// What every schema keeps to: see docs/api.md and README.md.
function checkConventions(schemas) {
  const titles = new Map();
  for (const [name, schema] of schemas) {
    for (const title of [schema.title, ...Object.keys(schema.$defs ?? {})]) {
      expect(title, `${name}.json has no title`);
      expect(!titles.has(title), `${name}.json and ${titles.get(title)}.json both define ${title}`);
      titles.set(title, name);
    }
    for (const node of objectsIn(schema)) {
      if (node.type !== "object" || !node.properties) continue;
      const closed = node.additionalProperties === false;
      expect(closed === isRequest(name), `${name}.json: requests refuse unknown fields, answers may get new ones`);
      for (const field of node.required ?? []) expect(node.properties[field], `${name}.json requires ${field} and does not define it`);
      const { schema: own, type } = node.properties;
      if (own) expect(own.const === `agon.${name}/1`, `${name}.json calls itself ${own.const}`);
      if (type?.const && name !== "live_client") expect(`live_${type.const}` === name, `${name}.json has the type ${type.const}`);
    }
  }
}

// ---- examples ----

function checkExamples(validate, folder, good) {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  expect(files.length > 0, `${folder} holds no examples`);
  for (const file of files) {
    const found = validate(file.split(".")[0], readJson(join(folder, file)));
    if (good) problems.push(...found.map((problem) => `${file}: ${problem}`));
    else expect(found.length > 0, `${file} should be refused`);
  }
  return files.length;
}

// ---- openapi.json ----

// One way to write an address: docs/api.md says ID where openapi.json says {id}.
const plainAddress = (path) => path.replace(/\{[a-z]+\}|\b[A-Z]+\b/g, "*");

function requestsOfTheText() {
  const text = readFileSync(join(schemaFolder, "../docs/api.md"), "utf8");
  return new Set([...text.matchAll(/`(GET|POST|PUT|DELETE) (\/api\/[^`?\s]+)/g)].map(([, method, path]) => `${method} ${plainAddress(path)}`));
}

function checkReferences(api, schemas) {
  for (const { $ref } of objectsIn(api)) {
    if (typeof $ref !== "string") continue;
    if ($ref.startsWith("#/")) {
      const target = $ref.slice(2).split("/").reduce((node, key) => node?.[key], api);
      expect(target, `openapi.json: ${$ref} leads nowhere`);
    } else {
      const name = /^schema\/([a-z_]+)\.json$/.exec($ref)?.[1];
      expect(schemas.has(name), `openapi.json: there is no ${$ref}`);
    }
  }
}

function checkOperation(api, path, method, operation) {
  const title = `openapi.json: ${method.toUpperCase()} ${path}`;
  expect(operation.summary, `${title} has no summary`);
  expect(operation.tags?.every((tag) => api.tags.some(({ name }) => name === tag)), `${title} has an unknown tag`);
  expect(operation.responses.default?.$ref === "#/components/responses/Problem", `${title} does not tell its errors`);
  const parameters = [...(api.paths[path].parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => (parameter.$ref ? api.components.parameters[parameter.$ref.split("/").at(-1)] : parameter),
  );
  const declared = parameters.filter((parameter) => parameter?.in === "path").map(({ name }) => name);
  const used = [...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name);
  expect(declared.sort().join() === used.sort().join(), `${title} declares [${declared}] and uses [${used}]`);
}

function checkOpenApi(schemas) {
  const api = readJson(join(schemaFolder, "openapi.json"));
  checkReferences(api, schemas);
  const operations = new Map();
  const ids = new Set();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (method === "parameters") continue;
      checkOperation(api, path, method, operation);
      expect(!ids.has(operation.operationId), `openapi.json: two operations are called ${operation.operationId}`);
      ids.add(operation.operationId);
      operations.set(`${method.toUpperCase()} ${plainAddress(path)}`, path);
    }
  }
  const told = requestsOfTheText();
  for (const request of told) expect(operations.has(request), `openapi.json does not have ${request} of docs/api.md`);
  for (const request of operations.keys()) expect(told.has(request), `docs/api.md does not have ${request} of openapi.json`);
  return operations.size;
}

// ---- recorded messages ----

function messagesIn(file) {
  const text = readFileSync(file, "utf8");
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  }
}

function checkMessages(validate, files) {
  let count = 0;
  for (const file of files) {
    for (const message of messagesIn(file)) {
      ++count;
      const name = schemaOf(message);
      problems.push(...validate(name, message).map((problem) => `${file}: ${name}: ${problem}`));
    }
  }
  return count;
}

const schemas = readSchemas();
const validate = makeValidator(schemas);
const files = process.argv.slice(2);
let done;
if (files.length > 0) {
  done = `${checkMessages(validate, files)} messages`;
} else {
  checkConventions(schemas);
  const examples = join(schemaFolder, "examples");
  const good = checkExamples(validate, examples, true);
  const refused = checkExamples(validate, join(examples, "refused"), false);
  done = `${schemas.size} schemas, ${good} examples, ${refused} refused ones, ${checkOpenApi(schemas)} requests`;
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${done}: good` : `${done}; problems: ${problems.length}`);
process.exitCode = problems.length === 0 ? 0 : 1;
