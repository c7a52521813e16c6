import type { Metric } from "prom-client";

const NAME = "http_request_duration_seconds";
const BOUNDS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  /** One count per bound and one above all of them. */
  readonly counts: number[];
  sum: number;
}

export interface RequestTimes {
  readonly metric: Metric;
  observe(method: string, route: string, status: number, seconds: number): void;
}

/** A histogram per route, method and status. The library's own costs a tenth of a fast request. */
export function createRequestTimes(): RequestTimes {
  const byRoute = new Map<string, Map<string, Map<number, Series>>>();

  function seriesOf(method: string, route: string, status: number): Series {
    const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>();
    byRoute.set(route, byMethod);
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
    byMethod.set(method, byStatus);
    const labels = { method, route, status };
    const series: Series = { labels, counts: Array<number>(BOUNDS_S.length + 1).fill(0), sum: 0 };
    byStatus.set(status, series);
    return series;
  }

  const allSeries = () =>
    [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]));
  const exported = async () => ({
    name: NAME,
    help: "Time from the first byte of a request to the end of its reply",
    type: "histogram",
    aggregator: "sum",
    values: allSeries().flatMap(valuesOf),
  });

  return {
    metric: {
      name: NAME,
      get: exported,
      getForPromString: exported,
      reset: () => byRoute.clear(),
    } as unknown as Metric,
    observe(method, route, status, seconds) {
      const series = byRoute.get(route)?.get(method)?.get(status) ?? seriesOf(method, route, status);
      let bucket = 0;
      while (bucket < BOUNDS_S.length && seconds > (BOUNDS_S[bucket] ?? 0)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += seconds;
    },
  };
}

/** The exposition format's buckets are cumulative. */
function valuesOf({ labels, counts, sum }: Series) {
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    return { metricName: `${NAME}_bucket`, labels: { le: BOUNDS_S[at] ?? "+Inf", ...labels }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}
