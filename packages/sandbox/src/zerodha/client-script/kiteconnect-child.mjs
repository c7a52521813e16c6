/**
 * Zerodha's official client, unchanged, in its own process: it keeps its ticker in module globals and exits when it
 * gives up. The parent sends `{id, target, method, args}` and gets `{id, value}` or `{id, error}`; ticker events come
 * as `{event, args}`.
 */
import { KiteConnect, KiteTicker } from "kiteconnect";

/** @type {{ connect?: any, ticker?: any }} */
const objects = {};

const EVENTS = ["connect", "ticks", "disconnect", "error", "close", "order_update", "message"];

/** @param {unknown} argument */
function plain(argument) {
  if (argument instanceof ArrayBuffer) return { bytes: argument.byteLength };
  if (argument !== null && typeof argument === "object" && "target" in argument) {
    const { message, code, reason } = /** @type {Record<string, unknown>} */ (argument);
    return { message, code, reason };
  }
  return argument;
}

/** @param {unknown} message */
const send = (message) => process.send?.(message);

/** @type {Record<string, (options: any) => void>} */
const make = {
  connect(options) {
    objects.connect = new KiteConnect(options);
  },
  ticker(options) {
    const ticker = new KiteTicker(options);
    if (objects.ticker === undefined) {
      for (const event of EVENTS) {
        ticker.on(/** @type {any} */ (event), (/** @type {unknown[]} */ ...args) =>
          send({ event, args: args.map(plain) }),
        );
      }
    }
    objects.ticker = ticker;
    ticker.connect();
  },
};

process.on("message", async (/** @type {any} */ { id, target, method, args }) => {
  try {
    const value =
      method === "make" ? make[target]?.(args[0]) : await /** @type {any} */ (objects)[target][method](...args);
    send({ id, value: value ?? null });
  } catch (error) {
    send({ id, error: error instanceof Error ? { message: error.message, thrown: true } : error });
  }
});

send({ event: "ready", args: [] });
