// A broker's list of instruments on its own process, for instruments.ts.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeScripMaster } from "./make-lists.ts";

const list = Buffer.from(makeScripMaster());
const server = createServer((_, reply) => void reply.writeHead(200, { "content-length": list.length }).end(list));
server.listen(0, "127.0.0.1", () => console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit(0));
