import { startProductProcess } from "@vriddhi/testing/child-process";
import { median, type Row } from "../report.ts";
import { type Audit, auditPage } from "./audit-page.ts";

const KILOBYTE = 1_000;

interface Promised {
  readonly path: string;
  readonly performance: number;
  readonly scriptKb: number;
  readonly largestPaintMs: number;
}

/** Load has no part in these: they are whole everywhere. */
const ALWAYS = 100;
const LAYOUT_SHIFT_MAX = 0.02;

/** What every page that sells or explains keeps to. */
const publicPage = { performance: 97, scriptKb: 135, largestPaintMs: 2_000 } as const;
const plansPage = { performance: 97, scriptKb: 138, largestPaintMs: 2_000 } as const;
/** Articles come with pictures, forms with what checks them. */
const researchPage = { performance: 95, scriptKb: 140, largestPaintMs: 2_500 } as const;
const formPage = { performance: 97, scriptKb: 138, largestPaintMs: 2_000 } as const;

/** The pages whose weight and scores are promised; phone size, slow network and processor, median of the runs. */
const promises: readonly Promised[] = [
  { path: "/", ...publicPage },
  { path: "/algorithm", ...publicPage },
  { path: "/subscription-plans", ...plansPage },
  { path: "/monthly-heatmap", ...publicPage },
  { path: "/products", ...publicPage },
  { path: "/about", ...publicPage },
  { path: "/free-trial", ...publicPage },
  { path: "/support", ...publicPage },
  { path: "/newsletter", ...publicPage },
  { path: "/legal/terms", ...publicPage },
  { path: "/auth", ...formPage },
  { path: "/research", ...researchPage },
  { path: "/research/intraday-costs-to-the-paisa", ...researchPage },
];

/** `WEB_PAGES=/auth,/about WEB_RUNS=1 npm run bench:web` looks at two pages once; a server of one's own is WEB_URL. */
const { WEB_PAGES: wanted = "", WEB_RUNS: runs = "5", WEB_URL: given } = process.env;
const paths = wanted.split(",").filter((path) => path !== "");
const chosen = promises.filter(({ path }) => paths.length === 0 || paths.includes(path));

/** `npm run bench:web`: what a phone on a slow network sees first, one line a page. */
export async function benchWeb(): Promise<readonly Row[]> {
  const server = given === undefined ? await startProductProcess() : null;
  try {
    const rows: Row[] = [];
    for (const promised of chosen) rows.push(await measure(given ?? server?.url ?? "", promised));
    return rows;
  } finally {
    await server?.stop();
  }
}

/** Told as it comes: a page takes a minute. */
async function measure(url: string, promised: Promised): Promise<Row> {
  const audits: Audit[] = [];
  for (let run = 0; run < Number(runs); run += 1) audits.push(await auditPage(url + promised.path));
  const middle = (pick: (audit: Audit) => number) => median(audits.map(pick));
  const performance = middle((audit) => audit.performance);
  const others = [
    middle((audit) => audit.accessibility),
    middle((audit) => audit.bestPractices),
    middle((audit) => audit.seo),
  ];
  const scriptKb = middle((audit) => audit.scriptBytes) / KILOBYTE;
  const largestPaintMs = middle((audit) => audit.largestPaintMs);
  const layoutShift = middle((audit) => audit.layoutShift);
  const isKept = [
    performance >= promised.performance,
    others.every((score) => score >= ALWAYS),
    scriptKb <= promised.scriptKb,
    largestPaintMs <= promised.largestPaintMs,
    layoutShift <= LAYOUT_SHIFT_MAX,
  ].every(Boolean);
  const seconds = (ms: number, digits: number) => `${(ms / 1_000).toFixed(digits)} s`;
  const row = {
    benchmark: `web ${promised.path}`,
    measured: `${[performance, ...others].join("/")}, ${seconds(largestPaintMs, 2)}, ${scriptKb.toFixed(1)} kB, shift ${layoutShift.toFixed(3)}`,
    target: `${promised.performance}/100/100/100, ${seconds(promised.largestPaintMs, 1)}, ${promised.scriptKb} kB, ${LAYOUT_SHIFT_MAX}`,
    verdict: isKept ? "PASS" : "FAIL",
  } satisfies Row;
  console.log(`${row.verdict}  ${row.benchmark}: ${row.measured}`);
  for (const fault of new Set(audits.flatMap((audit) => audit.faults))) console.log(`      ${fault}`);
  return row;
}
