import { startProductProcess } from "@vriddhi/testing/child-process";
import { median, type Row } from "../report.ts";
import { type Audit, auditPage } from "./audit-page.ts";

const RUNS = 5;
const KILOBYTE = 1_000;

interface Promised {
  readonly path: string;
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly scriptKb: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}

/** What every page that sells or explains keeps to. */
const publicPage = {
  performance: 95,
  accessibility: 100,
  bestPractices: 95,
  seo: 100,
  scriptKb: 140,
  largestPaintMs: 2_500,
  layoutShift: 0.02,
} as const;

/** The pages whose weight and scores are promised; phone size, slow network and processor, median of five. */
const promises: readonly Promised[] = [
  { path: "/", ...publicPage },
  { path: "/algorithm", ...publicPage },
  { path: "/subscription-plans", ...publicPage },
  { path: "/monthly-heatmap", ...publicPage },
  { path: "/products", ...publicPage },
  { path: "/about", ...publicPage, performance: 97, scriptKb: 125 },
];

/** `npm run bench:web`: what a phone on a slow network sees first. */
export async function benchWeb(): Promise<readonly Row[]> {
  const server = await startProductProcess();
  try {
    const rows: Row[] = [];
    for (const promised of promises) rows.push(...(await measure(server.url, promised)));
    return rows;
  } finally {
    await server.stop();
  }
}

async function measure(url: string, promised: Promised): Promise<readonly Row[]> {
  const audits: Audit[] = [];
  for (let run = 0; run < RUNS; run += 1) audits.push(await auditPage(url + promised.path));
  const middle = (pick: (audit: Audit) => number) => median(audits.map(pick));
  const scriptKb = middle((audit) => audit.scriptBytes) / KILOBYTE;
  const largestPaintMs = middle((audit) => audit.largestPaintMs);
  const layoutShift = middle((audit) => audit.layoutShift);
  const score = (name: "performance" | "accessibility" | "bestPractices" | "seo"): Row => {
    const measured = middle((audit) => audit[name]);
    return {
      benchmark: `web ${promised.path}: ${name}`,
      measured: String(measured),
      target: `≥ ${promised[name]}`,
      verdict: measured >= promised[name] ? "PASS" : "FAIL",
    };
  };
  return [
    score("performance"),
    score("accessibility"),
    score("bestPractices"),
    score("seo"),
    {
      benchmark: `web ${promised.path}: compressed scripts of the first view`,
      measured: `${scriptKb.toFixed(1)} kB`,
      target: `≤ ${promised.scriptKb} kB`,
      verdict: scriptKb <= promised.scriptKb ? "PASS" : "FAIL",
    },
    {
      benchmark: `web ${promised.path}: largest paint, layout shift`,
      measured: `${(largestPaintMs / 1_000).toFixed(2)} s, ${layoutShift.toFixed(3)}`,
      target: `≤ ${(promised.largestPaintMs / 1_000).toFixed(1)} s, ≤ ${promised.layoutShift}`,
      verdict: largestPaintMs <= promised.largestPaintMs && layoutShift <= promised.layoutShift ? "PASS" : "FAIL",
    },
  ];
}
