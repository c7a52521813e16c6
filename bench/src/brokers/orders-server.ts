// A broker that takes every order at once: what the machine can do at best.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({ status: "success", data: { order_id: "261116000000001" } });
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };

const server = createServer((incoming, reply) => {
  incoming.resume().on("end", () => reply.writeHead(200, headers).end(body));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
