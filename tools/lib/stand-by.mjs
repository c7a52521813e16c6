import { enableCompileCache, registerHooks, stripTypeScriptTypes } from "node:module";
import { at } from "./checkout.mjs";

/** Preloads the packages, which do not change during development; our own files are loaded when it begins. */
const PACKAGES = "/node_modules/";
/** The same as the server's own (quick-load.ts). */
const COMPILED = at("node_modules/.cache/vriddhi-server");

/** Addresses of the packages that our files have asked for. @type {Set<string>} */
const asked = new Set();

/** @param {string} specifier */
const isForeign = (specifier) => !/^(?:\.|\/|node:|file:|data:)/.test(specifier);

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isOurs = context.parentURL !== undefined && !context.parentURL.includes(PACKAGES);
    if (isOurs && isForeign(specifier) && found.url.includes(PACKAGES)) asked.add(found.url);
    return found;
  },
});

/** @param {readonly string[]} packages */
async function prepare(packages) {
  if (packages.length === 0) return;
  enableCompileCache(COMPILED);
  await Promise.allSettled(packages.map((address) => import(address)));
  // Changed files are not cached, so the first one would wait for this.
  stripTypeScriptTypes("const warm: boolean = true;");
}

/** @type {(value?: unknown) => void} */
let begin = () => undefined;
const beginRequested = new Promise((resolve) => {
  begin = resolve;
});
/** @type {Promise<void>} */
let prepared = Promise.resolve();

process.on("message", (said) => {
  const { kind, packages = [] } = /** @type {{ kind: string, packages?: string[] }} */ (said);
  if (kind === "prepare") prepared = prepare(packages);
  if (kind === "begin") begin();
  if (kind === "tell-packages") process.send?.({ kind: "packages", packages: [...asked] });
});
// Its parent has gone: nothing could end it any more.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

await beginRequested;
await prepared;
