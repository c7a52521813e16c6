import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

export interface Audit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  /** What costs points whatever the load: names of audits that failed beside the performance. */
  readonly faults: readonly string[];
}

const chromeFlags = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One visit by a slow phone that has never been here. */
export async function auditPage(url: string): Promise<Audit> {
  const chromePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const chrome = await launch({ chromePath, chromeFlags });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: "error" });
    if (!result) throw new Error(`${url} could not be audited`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    return {
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      scriptBytes: scriptBytesIn(audits["network-requests"]?.details),
      largestPaintMs: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
      layoutShift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
      faults: ["accessibility", "best-practices", "seo"].flatMap((name) =>
        (categories[name]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
          .map(({ id }) => `${name}: ${id}`),
      ),
    };
  } finally {
    chrome.kill();
  }
}

interface Request {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

function scriptBytesIn(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: readonly Request[] };
  return items
    .filter((request) => request.resourceType === "Script")
    .reduce((sum, request) => sum + (request.transferSize ?? 0), 0);
}
