import { err, ok } from "@vriddhi/core/shared/result";
import { istDate } from "@vriddhi/core/time/ist";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { BacktestService } from "./backtest.service.ts";
import type { BacktestJob } from "./backtest-job.ts";

const jobToWire = (job: BacktestJob) => ({
  id: job.id,
  strategy: job.request.strategy,
  symbols: [...job.request.symbols],
  from: job.request.from,
  to: job.request.to,
  capital: job.request.capital,
  fill: job.request.fill,
  source: job.source,
  folder: job.folder,
  state: job.state,
  progress: job.progress,
  reason: job.reason,
  created_at: toTimestamp(job.createdAt),
});

export const backtestHandlers = (
  service: BacktestService,
): Handlers<"startBacktest" | "listBacktests" | "readBacktest" | "cancelBacktest"> => ({
  async startBacktest({ body }) {
    const { strategy, symbols, capital, fill } = body;
    const period = { from: istDate(body.from), to: istDate(body.to) };
    const started = await service.start({ strategy, symbols, capital, fill, data: body.data ?? null, ...period });
    return started.ok ? ok({ id: started.value }) : started;
  },
  async listBacktests() {
    const { kind, symbols, folders } = service.shelf();
    const jobs = await service.list();
    return ok({
      source: kind,
      symbols: [...symbols],
      folders: folders.map((folder) => ({ name: folder.name, symbols: [...folder.symbols] })),
      backtests: jobs.map(jobToWire),
    });
  },
  async readBacktest({ params }) {
    const job = await service.find(params.id);
    return job === null ? err("backtest_unknown") : ok({ backtest: jobToWire(job), result: job.result });
  },
  async cancelBacktest({ params }) {
    const job = await service.cancel(params.id);
    return job === null ? err("backtest_unknown") : ok({ backtest: jobToWire(job) });
  },
});
