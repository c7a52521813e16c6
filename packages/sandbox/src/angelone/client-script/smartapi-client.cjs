// @ts-nocheck: the client comes without types
/** The official client in a process of its own: does what it is told over IPC and reports what it hears. */
const { SmartAPI, WebSocketV2, WSOrderUpdates } = require("smartapi-javascript");
const { CONSTANTS } = require("smartapi-javascript/config/constant");

const report = (event, value) => process.send({ event, value });

// Its constructor asks the internet for its own address, and a refused socket throws where nobody can catch it.
process.on("unhandledRejection", () => undefined);
process.on("uncaughtException", (error) => report("uncaught", error.message));

let api = null;
let stream = null;

const commands = {
  start({ root, wsUrl, apiKey }) {
    CONSTANTS.websocketURL = `${wsUrl}/smart-stream`;
    CONSTANTS.wsclientupdatesURL = `${wsUrl}/smart-order-update`;
    CONSTANTS.Interval = 200;
    api = new SmartAPI({ api_key: apiKey, root });
    api.setSessionExpiryHook(() => report("expired", null));
  },
  call: (method, ...given) => api[method](...given),
  setAccessToken: (token) => api.setAccessToken(token),
  async openStream(params) {
    stream = new WebSocketV2(params);
    stream.on("tick", (tick) => report("tick", tick));
    await stream.connect();
  },
  subscribe: (request) => stream.fetchData(request),
  async openOrderUpdates(params) {
    const updates = new WSOrderUpdates(params);
    updates.on("tick", (text) => report("update", text));
    await updates.connect();
  },
};

process.on("message", async ({ id, name, given }) => {
  try {
    process.send({ id, value: await commands[name](...given) });
  } catch (error) {
    process.send({ id, value: { thrown: error.message } });
  }
});
