import fs from "node:fs";
import { livedLine, MONTH_DAYS, monthFile } from "../month/month-file.ts";

/** Lives the demo person's month and writes it down; with `--check` it is only compared with what stands there. */
async function writeMonth(isCheck: boolean): Promise<number> {
  const lines: string[] = [];
  for (let back = MONTH_DAYS; back > 0; back--) {
    lines.push(await livedLine(back));
    console.error(`${lines.length} of ${MONTH_DAYS} days are lived`);
  }
  if (!isCheck) fs.writeFileSync(monthFile, lines.join(""));
  const isSame = fs.readFileSync(monthFile, "utf8") === lines.join("");
  console.log(isSame ? "the file holds the month as it was lived" : "the file holds another month");
  return isSame ? 0 : 1;
}

process.exitCode = await writeMonth(process.argv.includes("--check"));
