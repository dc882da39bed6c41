// Third-party notices: the licence texts of the packages whose code is in the page's bundle, as licences such as MIT demand of copies.
// A rollup plugin, because only the bundler knows which packages those are.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const noticesFile = "third-party-notices.txt";

/** The folder of the package that a module belongs to, or nothing for our own files. */
export function packageFolder(module) {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.split("?")[0].replace(/^\0/, "").replaceAll("\\", "/"));
  return found?.[1];
}

/** What the notice of a package is made of. */
function packageIn(folder) {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  const text = file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  return { name: about.name, version: about.version, licence: about.license, text };
}

/** The notices of packages, each once and in the order of names; fails where one comes without a licence text. */
export function notices(packages) {
  const byName = new Map(packages.map((one) => [`${one.name} ${one.version}`, one]));
  const parts = [...byName.keys()].sort().map((title) => {
    const { licence, text } = byName.get(title);
    if (text === undefined) throw new Error(`${title} has no licence file: its notice cannot be made`);
    return `${title} (${licence ?? "see below"})\n\n${text}\n`;
  });
  const head = "The page of Agon contains code of these packages, under the licences below.\n";
  return [head, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

/** Emits the notices beside the bundle. */
export function thirdPartyNotices() {
  return {
    name: "third-party-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? Object.keys(part.modules) : []));
      const folders = modules.map(packageFolder).filter((folder) => folder !== undefined && existsSync(join(folder, "package.json")));
      this.emitFile({ type: "asset", fileName: noticesFile, source: notices([...new Set(folders)].map(packageIn)) });
    },
  };
}
