import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { join } from "node:path";

/** A crash costs seconds only with a fast load: compiled code is cached, relative paths resolve without a search. */
const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache/vriddhi-server");
const PACKAGES = "/node_modules/";
/** Hundreds of files under one very long package.json, which Node would read again for each of them. */
const LONG_PACKAGE = "/node_modules/drizzle-orm/";

function formatOf(specifier: string, from: string): "module" | "module-typescript" | null {
  if (!specifier.startsWith("./") && !specifier.startsWith("../")) return null;
  if (specifier.endsWith(".ts") && !from.includes(PACKAGES)) return "module-typescript";
  return specifier.endsWith(".js") && from.includes(LONG_PACKAGE) && from.endsWith(".js") ? "module" : null;
}

enableCompileCache(CACHE);
registerHooks({
  resolve(specifier, context, next) {
    const format = context.parentURL === undefined ? null : formatOf(specifier, context.parentURL);
    if (format === null) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});

const FLUSH_AFTER_MS = 2_000;

/** Written while the process runs: a killed process would leave nothing for the next. */
export const keepCompiled = (): void => void setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
