// The schemas of this folder, compiled. Ajv comes from the web application's packages, so that there is one place to install from.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const schemaFolder = dirname(fileURLToPath(import.meta.url));
const Ajv = createRequire(join(schemaFolder, "../web/package.json"))("ajv/dist/2020").default;

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

// By name: "position" is position.json.
export function readSchemas() {
  const files = readdirSync(schemaFolder).filter((file) => file.endsWith(".json") && file !== "openapi.json");
  return new Map(files.sort().map((file) => [file.slice(0, -".json".length), readJson(join(schemaFolder, file))]));
}

// A function (name, value) to a list of problems in words, empty if the value is a good message of that name. All schemas are
// compiled here, strictly: an unknown keyword or a reference that leads nowhere throws.
export function makeValidator(schemas = readSchemas()) {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  for (const [name, schema] of schemas) ajv.addSchema(schema, `${name}.json`);
  const compiled = new Map();
  for (const name of schemas.keys()) {
    try {
      compiled.set(name, ajv.getSchema(`${name}.json`));
    } catch (error) {
      throw new Error(`${name}.json: ${error.message}`);
    }
  }
  return (name, value) => {
    const check = compiled.get(name);
    if (!check) return [`there is no schema called '${name}'`];
    if (check(value)) return [];
    return check.errors.map(({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`);
  };
}

// The name of the schema that a message of the server says it follows.
export function schemaOf(message) {
  const named = /^agon\.([a-z_]+)\/1$/.exec(message?.schema ?? "");
  if (named) return named[1];
  return typeof message?.type === "string" ? `live_${message.type}` : "";
}
