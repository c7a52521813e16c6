import fs from "node:fs";
import type { Measured } from "../measure/measure-bars.ts";
import { measuredFile } from "../places.ts";

/** Results measured on real bars. A test repeats the measurement on machines that have the bar files. */
export const MEASURED = JSON.parse(fs.readFileSync(measuredFile, "utf8")) as Measured;
