/**
 * @typedef {{ version?: string, license?: string, link?: boolean, dev?: boolean }} Locked
 */

/** What their packages say in a file and not in their description. @type {Readonly<Record<string, string>>} */
const KNOWN = { "png-js": "MIT" };
const PLACE = /^.*node_modules\//;

const HEAD = `# Third-party notices

Vriddhi is under the [MIT licence](LICENSE). What runs it and builds its web keeps its own licence, whose text comes with each
package in \`node_modules\`. This page is made from \`package-lock.json\` by \`npm run notices\`.

- **libvips** (\`@img/sharp-libvips-*\`, through sharp): LGPL-3.0-or-later. It is a shared library, unchanged and loaded at run time; a build of your own may take its place. Source: <https://github.com/lovell/sharp-libvips>.
- **web-push**, and **lightningcss**, which builds the web: MPL-2.0, unchanged. Source: <https://github.com/web-push-libs/web-push>, <https://github.com/parcel-bundler/lightningcss>.
- **Fonts** (\`@fontsource/*\`, \`@fontsource-variable/*\`): SIL Open Font License 1.1. They are embedded in pages and documents and never sold by themselves.
`;

/**
 * Everything that is installed to run the product and to build its web, by licence.
 * @param {Record<string, Locked>} packages of the lock file
 * @returns {Map<string, string[]>}
 */
export function licencesOf(packages) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const [place, { version, license, link, dev }] of Object.entries(packages)) {
    if (!place.includes("node_modules/") || link === true || dev === true) continue;
    const name = place.replace(PLACE, "");
    const licence = license ?? KNOWN[name] ?? "none named";
    found.set(licence, (found.get(licence) ?? new Set()).add(`${name} ${version}`));
  }
  return new Map(
    [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([licence, names]) => [licence, [...names].sort()]),
  );
}

/** @param {Record<string, Locked>} packages */
export const noticesText = (packages) =>
  [HEAD, ...[...licencesOf(packages)].map(([licence, names]) => `## ${licence}\n\n${names.join(", ")}\n`)].join("\n");
