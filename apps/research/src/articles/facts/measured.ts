import fs from "node:fs";
import type { Measured } from "../measure/measure-bars.ts";
import { measuredFile } from "../places.ts";

/** What was measured on real bars; a test measures it again where the bars are. */
export const MEASURED = JSON.parse(fs.readFileSync(measuredFile, "utf8")) as Measured;
