import { at, readIfThere } from "./checkout.mjs";

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#]*?))\s*(?:#.*)?$/;

/** Node 20.0 has no parser of its own for these files. @param {string} text @returns {Record<string, string>} */
export function parseEnvFile(text) {
  /** @type {Record<string, string>} */
  const settings = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, double, single, bare] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined) settings[name] = double?.replaceAll("\\n", "\n") ?? single ?? bare ?? "";
  }
  return settings;
}

/** Every name with a value in `.env`: each of them is meant for Vriddhi. */
export const envFileNames = () => Object.keys(parseEnvFile(readIfThere(at(".env"))));

/** The settings of `.env`, overruled by the real environment. @returns {NodeJS.ProcessEnv} */
export const readEnvironment = () => ({ ...parseEnvFile(readIfThere(at(".env"))), ...process.env });
