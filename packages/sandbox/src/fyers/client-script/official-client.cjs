// @ts-nocheck: the official client has no types
// The official client in a process of its own: told over IPC what to call, it answers with what the client said.
// Nothing of it is changed but where it finds the broker.
const { Config } = require("fyers-api-v3/config/config");
const { axiosInstance } = require("fyers-api-v3/apiService/apiService.js");

/** Its symbol-token address is not in its settings. */
const FIXED_HOST = "https://api-t1.fyers.in";

let client;
let api;
let orderSocket;
let dataSocket;

const tell = (event, value) => process.send({ event, value });

function point({ baseUrl, wsUrl }) {
  Config.SYNC_API = `${baseUrl}/api/v3`;
  Config.API = `${baseUrl}/api/v2`;
  Config.data_Api = `${baseUrl}/data`;
  Config.data_Api1 = `${baseUrl}/data`;
  Config.HSM_SOCKET = `${wsUrl}/hsm/v1-5/prod`;
  Config.Order_SOCKET = `${wsUrl}/trade/v3`;
  axiosInstance.interceptors.request.use((request) => {
    request.url = request.url.replace(FIXED_HOST, baseUrl);
    return request;
  });
}

/** The data socket compares its token with the wall clock: this process lives in the market's time. */
function liveIn(now) {
  const Real = Date;
  const shift = now - Real.now();
  globalThis.Date = class extends Real {
    constructor(...args) {
      if (args.length === 0) super(Real.now() + shift);
      else super(...args);
    }
    static now() {
      return Real.now() + shift;
    }
  };
}

const commands = {
  start(options) {
    liveIn(options.now);
    point(options);
    client = require("fyers-api-v3"); // not earlier: the data socket reads its address once
    api = new client.fyersModel({ enableLogging: false });
    api.setAppId(options.appId);
    api.setRedirectUrl(options.redirectUrl);
  },
  token: (token) => api.setAccessToken(token),
  orderSocket: (authorization) =>
    new Promise((resolve) => {
      orderSocket = new client.fyersOrderSocket(authorization, undefined, false);
      orderSocket.on("error", (error) => {
        tell("order-error", String(error.message));
        resolve("error");
      });
      for (const name of ["general", "orders", "trades", "positions"]) {
        orderSocket.on(name, (message) => tell(name, message));
      }
      orderSocket.on("connect", () => {
        orderSocket.subscribe([orderSocket.orderUpdates, orderSocket.tradeUpdates, orderSocket.positionUpdates]);
        resolve("open");
      });
      orderSocket.connect();
    }),
  closeOrderSocket: () => orderSocket.close(),
  dataSocket: ({ authorization, symbols, isDepth }) =>
    new Promise((resolve) => {
      dataSocket = client.fyersDataSocket.getInstance(authorization, "", false);
      dataSocket.on("message", (message) => tell("tick", message));
      dataSocket.on("error", (error) => tell("data-error", error));
      dataSocket.on("close", () => tell("data-close", null));
      dataSocket.on("connect", () => {
        dataSocket.subscribe(symbols, isDepth);
        resolve("open");
      });
      dataSocket.connect();
    }),
  subscribe: ({ symbols, isDepth }) => dataSocket.subscribe(symbols, isDepth),
  unsubscribe: ({ symbols, isDepth }) => dataSocket.unsubscribe(symbols, isDepth),
  mode: (name) => dataSocket.mode(name === "lite" ? dataSocket.LiteMode : dataSocket.FullMode),
};

process.on("message", async ({ id, command, args }) => {
  try {
    const run = commands[command] ?? ((...rest) => api[command](...rest));
    process.send({ id, ok: true, value: await run(...args) });
  } catch (error) {
    process.send({ id, ok: false, value: error instanceof Error ? { message: error.message } : error });
  }
});
process.on("disconnect", () => process.exit());
process.send({ event: "up" });
