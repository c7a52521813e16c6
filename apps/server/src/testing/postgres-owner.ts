// A server that only owns a database: the launcher's tests kill it. Argument: the data folder.
import { startPostgres } from "../platform/postgres/start-postgres.ts";

const [home = ""] = process.argv.slice(2);
const { url, stop } = await startPostgres({ home, log: () => {} });
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
process.stdout.write(`${url}\n`);
process.stdin.resume(); // runs until killed
