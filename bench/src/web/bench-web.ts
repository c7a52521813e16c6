import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startProductProcess } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { median, type Row } from "../report.ts";
import { type Audit, auditPage } from "./audit-page.ts";

const KILOBYTE = 1_000;

interface Promised {
  readonly path: string;
  readonly performance: number;
  readonly scriptKb: number;
  /** Against a bare page of one heading. */
  readonly largestPaint: number;
}

/** Of accessibility, best practices and SEO, on every page. */
const ALWAYS = 100;
const FULL_RUNS = 5;
const LAYOUT_SHIFT_MAX = 0.02;

/** What every page that sells or explains keeps to. */
const publicPage = { performance: 97, scriptKb: 135, largestPaint: 2.8 } as const;
const plansPage = { performance: 97, scriptKb: 138, largestPaint: 2.8 } as const;
/** Articles come with pictures, forms with what checks them. */
const researchPage = { performance: 95, scriptKb: 140, largestPaint: 3.5 } as const;
const formPage = { performance: 97, scriptKb: 138, largestPaint: 2.8 } as const;

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

const quickPages: readonly string[] = ["/", "/subscription-plans", "/research"];

/** The first view of a phone on a slow network, one line a page. */
export const benchWeb: Benchmark = async (isQuick) => {
  const runs = isQuick ? 1 : FULL_RUNS;
  const bareMs = median((await auditBarePage(runs)).map(({ largestPaintMs }) => largestPaintMs));
  const server = await startProductProcess();
  try {
    const rows: Row[] = [];
    for (const promised of promises)
      if (!isQuick || quickPages.includes(promised.path))
        rows.push(rowOf(promised, await auditTimes(server.url + promised.path, runs), bareMs));
    return rows;
  } finally {
    await server.stop();
  }
};

async function auditTimes(url: string, runs: number): Promise<readonly Audit[]> {
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run += 1) audits.push(await auditPage(url));
  return audits;
}

const BARE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"></head><body><h1>A page of one heading</h1></body></html>`;

async function auditBarePage(runs: number): Promise<readonly Audit[]> {
  const server = createServer((_request, reply) => reply.setHeader("content-type", "text/html").end(BARE_PAGE));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await auditTimes(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, runs);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function rowOf(promised: Promised, audits: readonly Audit[], bareMs: number): Row {
  const middle = (pick: (audit: Audit) => number) => median(audits.map(pick));
  const performance = middle((audit) => audit.performance);
  const others = (["accessibility", "bestPractices", "seo"] as const).map((name) => middle((audit) => audit[name]));
  const scriptKb = middle((audit) => audit.scriptBytes) / KILOBYTE;
  const paintMs = middle((audit) => audit.largestPaintMs);
  const layoutShift = middle((audit) => audit.layoutShift);
  const isKept = [
    performance >= promised.performance,
    others.every((score) => score >= ALWAYS),
    scriptKb <= promised.scriptKb,
    paintMs / bareMs <= promised.largestPaint,
    layoutShift <= LAYOUT_SHIFT_MAX,
  ].every(Boolean);
  const faults = new Set(audits.flatMap((audit) => audit.faults));
  return {
    benchmark: `web ${promised.path}: scores, largest paint / bare page, scripts, shift`,
    measured: `${[performance, ...others].join("/")}, ${(paintMs / bareMs).toFixed(2)}, ${scriptKb.toFixed(1)} kB, ${layoutShift.toFixed(3)}`,
    target: `${promised.performance}/100/100/100, ${promised.largestPaint}, ${promised.scriptKb} kB, ${LAYOUT_SHIFT_MAX}`,
    verdict: isKept ? "PASS" : "FAIL",
    beside: [`${(paintMs / 1_000).toFixed(2)} of ${(bareMs / 1_000).toFixed(2)} s`, ...faults].join("; "),
  };
}
