import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** How many connections ended by our reset. */
export interface Resets {
  count: number;
}

/**
 * Our end of a connection is always a reset. After a plain close the kernel goes on delivering what it holds, so that an
 * order that was given up would arrive seconds later. `raw` carries the bytes, `socket` may be the encryption above it.
 */
function endByReset(socket: Socket, raw: Socket, resets: Resets): Socket {
  const destroy = socket.destroy.bind(socket);
  let cause: Error | undefined;
  let isEnding = false;
  socket.destroy = (error?: Error): Socket => {
    if (isEnding) return destroy(cause ?? error) as Socket;
    isEnding = true;
    cause = error;
    if (!raw.destroyed) {
      raw.resetAndDestroy();
      resets.count++;
    }
    return destroy(error) as Socket;
  };
  return socket;
}

/** Connects step by step, because an encrypted socket that connects by itself cannot be reset. */
export function createResetConnector(connectMs: number, resets: Resets): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs, allowH2: false });

  return (options, callback) => {
    if (options.protocol !== "https:") {
      connect(options, (...[error, socket]) => {
        if (error !== null) callback(error, null);
        else callback(null, endByReset(socket, socket, resets));
      });
      return;
    }
    const { servername: _, ...address } = options;
    connect({ ...address, protocol: "http:", port: options.port || "443" }, (...[error, raw]) => {
      if (error !== null) return callback(error, null);
      raw.on("error", () => {});
      connect({ ...options, httpSocket: raw }, (...[refusal, socket]) => {
        if (refusal === null) return callback(null, endByReset(socket, raw, resets));
        raw.destroy();
        callback(refusal, null);
      });
    });
  };
}
