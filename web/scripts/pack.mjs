// Leaves a compressed copy beside each file of the built page; the server sends it to browsers that can read it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const folder = fileURLToPath(new URL("../dist", import.meta.url));
for (const entry of readdirSync(folder, { recursive: true })) {
  const name = join(folder, String(entry));
  if (!/\.(html|js|css|svg|json|txt)$/.test(name)) continue;
  writeFileSync(`${name}.gz`, gzipSync(readFileSync(name), { level: 9 }));
}
