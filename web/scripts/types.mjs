// Writes src/api/generated/messages.ts: TypeScript types of all messages in ../schema.
//
// All schemas become definitions of one bundle, so that a type that several messages share is written once. The bundle itself
// becomes the interface `Messages`, which finds a type by the name of its schema file.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const schemaFolder = join(here, "../../schema");
const outputFolder = join(here, "../src/api/generated");

async function readSchemas() {
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith(".json") && name !== "openapi.json").sort();
  return new Map(await Promise.all(names.map(async (name) => [name, JSON.parse(await readFile(join(schemaFolder, name), "utf8"))])));
}

// The name of the type that a reference in `file` means: "#/$defs/Seat", "clock.json" or "match_summary.json#/$defs/Seat".
function targetName(reference, file, schemas) {
  const [path, pointer = ""] = reference.split("#");
  const schema = schemas.get(path || file);
  if (!schema) throw new Error(`${file}: there is no schema ${path}`);
  if (pointer === "") return schema.title;
  const key = pointer.replace(/^\/\$defs\//, "");
  if (!schema.$defs?.[key]) throw new Error(`${file}: ${reference} leads nowhere`);
  return key;
}

// A copy with references into the bundle. What stands beside a reference is left out: the generator would take the two together
// for a new type.
function rebase(node, file, schemas) {
  if (Array.isArray(node)) return node.map((entry) => rebase(entry, file, schemas));
  if (node === null || typeof node !== "object") return node;
  if (typeof node.$ref === "string") return { $ref: `#/definitions/${targetName(node.$ref, file, schemas)}` };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rebase(value, file, schemas)]));
}

function bundle(schemas) {
  const definitions = {};
  const define = (name, schema, file) => {
    if (definitions[name]) throw new Error(`${file}: a second type is called ${name}`);
    definitions[name] = { ...rebase(schema, file, schemas), title: name };
  };
  const properties = {};
  for (const [file, { $schema, $defs = {}, ...schema }] of schemas) {
    define(schema.title, schema, file);
    for (const [name, part] of Object.entries($defs)) define(name, part, file);
    properties[file.replace(/\.json$/, "")] = { $ref: `#/definitions/${schema.title}` };
  }
  return { title: "Messages", type: "object", properties, required: Object.keys(properties), definitions };
}

const text = await compile(bundle(await readSchemas()), "Messages", {
  additionalProperties: false,
  bannerComment: "// Made from ../../../../schema by scripts/types.mjs; do not edit.",
  ignoreMinAndMaxItems: true,
  style: { printWidth: 140 },
});
await mkdir(outputFolder, { recursive: true });
await writeFile(join(outputFolder, "messages.ts"), text);
