import fs from "node:fs";
import { livedLine, MONTH_DAYS, monthFile } from "../month/month-file.ts";

/** Simulates and writes the demo user's month; `--check` only compares it with the file. */
async function writeMonth(isCheck: boolean): Promise<number> {
  const lines: string[] = [];
  for (let back = MONTH_DAYS; back > 0; back--) {
    lines.push(await livedLine(back));
    console.error(`${lines.length} of ${MONTH_DAYS} days are simulated`);
  }
  if (!isCheck) fs.writeFileSync(monthFile, lines.join(""));
  const isSame = fs.readFileSync(monthFile, "utf8") === lines.join("");
  console.log(isSame ? "the file equals the simulated month" : "the file differs from the simulated month");
  return isSame ? 0 : 1;
}

process.exitCode = await writeMonth(process.argv.includes("--check"));
