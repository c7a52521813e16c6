import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { problemStatus } from "@vriddhi/contract/problem";
import { type CommonMessage, problem } from "./general.messages.ts";

/** Errors of Node's parser; all others are malformed requests. */
const codes: Readonly<Record<string, CommonMessage>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timed_out",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

export function refuseAtSocket(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const code = codes[error.code ?? ""] ?? "invalid_input";
    const status = problemStatus[code];
    const body = Buffer.from(JSON.stringify(problem(code)));
    const lines = Object.entries({
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(body.length),
      ...(status === 408 ? { "retry-after": "0" } : {}),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(body);
    socket.destroySoon();
  };
}
