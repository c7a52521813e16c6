import type { Row } from "./report.ts";

/** With `isQuick` the shorter form, without the figures that need the whole size. */
export type Benchmark = (isQuick: boolean) => Promise<readonly Row[]>;
