import fs from "node:fs";

/** Where a run leaves what broke outside of any test. @param {string} reportFile */
export const strayFileOf = (reportFile) => `${reportFile}.stray`;

/** Vitest's JSON report omits errors outside of tests, which fail a run all the same: this reporter adds them. */
export default class StrayErrors {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly { name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env["STRAY_ERRORS_FILE"];
    if (file === undefined || errors.length === 0) return;
    fs.writeFileSync(file, JSON.stringify(errors.map(describe)));
  }
}

/** @param {{ name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }} error */
function describe({ name = "Error", message = "", stack = "", VITEST_TEST_PATH: file }) {
  const where = stack
    .split("\n")
    .slice(1, 4)
    .map((line) => line.trim());
  return [`outside of any test${file === undefined ? "" : ` in ${file}`}: ${name}: ${message}`, ...where].join(" | ");
}
