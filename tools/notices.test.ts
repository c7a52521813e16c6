import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { licencesOf, noticesText } from "./lib/notices.mjs";

const read = (name: string) => fs.readFileSync(path.resolve(import.meta.dirname, "..", name), "utf8");
const { packages } = JSON.parse(read("package-lock.json"));

describe("the notices of licences", () => {
  it("list every package that is installed to run the product (npm run notices writes them)", () => {
    expect(read("THIRD_PARTY.md")).toBe(noticesText(packages));
  });

  it("contain a licence for every package, and name licences that require more than a copy of their text", () => {
    const licences = licencesOf(packages);
    expect([...licences.keys()]).not.toContain("none named");
    const demanding = [...licences].filter(([licence]) => /GPL|MPL|OFL/.test(licence)).flatMap(([, names]) => names);
    for (const name of ["@img/sharp-libvips", "web-push", "@fontsource"])
      expect(demanding.some((each) => each.startsWith(name))).toBe(true);
    for (const name of ["libvips", "LGPL-3.0-or-later", "web-push", "MPL-2.0", "Open Font License"])
      expect(read("THIRD_PARTY.md")).toContain(name);
  });

  it("omit development dependencies", () => {
    const lock = {
      "": {},
      "node_modules/a": { version: "1.0.0", license: "MIT" },
      "node_modules/x/node_modules/a": { version: "2.0.0", license: "MIT" },
      "node_modules/b": { version: "1.0.0", license: "ISC", dev: true },
      "node_modules/@vriddhi/core": { link: true },
    };
    expect([...licencesOf(lock)]).toEqual([["MIT", ["a 1.0.0", "a 2.0.0"]]]);
  });
});
