import type { Socket } from "node:net";
import { buildConnector } from "undici";

export interface Resets {
  count: number;
}

/**
 * Always resets our end of a connection. After a plain close the kernel keeps delivering its buffer, so an abandoned
 * order would arrive seconds later. `raw` carries the bytes, `socket` may be the encryption above it.
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

/** Connects step by step, because an encrypted socket that connects on its own cannot be reset. */
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
