// npm run backtest: the live rules over bar files, or a reference whose result is known.
import { enableCompileCache } from "node:module";

// Most of a short run would be spent on reading our own code; what was compiled once is kept by Node.
enableCompileCache();
const { backtestMain } = await import("../run/backtest-main.ts");
process.exitCode = await backtestMain(process.argv.slice(2), { out: console.log, report: console.error });
