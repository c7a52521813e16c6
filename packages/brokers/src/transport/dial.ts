import { WebSocket } from "ws";
import { USER_AGENT } from "./user-agent.ts";

export type SocketFrame = string | Uint8Array;

export interface DialTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DialEvents {
  opened(): void;
  received(frame: SocketFrame): void;
  /** Any activity below the frames. */
  alive(): void;
  /** Called once, last. `status` is that of a refused handshake. */
  closed(status: number | null): void;
}

export interface DialledSocket {
  send(frame: SocketFrame): void;
  /** `closed` follows, unless it was called before. */
  close(): void;
}

export type Dial = (target: DialTarget, events: DialEvents) => DialledSocket;

const HANDSHAKE_TIMEOUT_MS = 5_000;
const FRAME_MAX = 4_000_000;

const toFrame = (data: Buffer, isBinary: boolean): SocketFrame => (isBinary ? data : data.toString("utf8"));

export const dialWebSocket: Dial = ({ url, headers = {} }, events) => {
  const named = { ...headers, "user-agent": USER_AGENT };
  const socket = new WebSocket(url, { headers: named, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, maxPayload: FRAME_MAX });
  let isOver = false;
  const end = (status: number | null) => {
    if (isOver) return;
    isOver = true;
    events.closed(status);
  };
  socket.on("open", () => events.opened());
  socket.on("message", (data, isBinary) => events.received(toFrame(data as Buffer, isBinary)));
  socket.on("ping", () => events.alive());
  socket.on("pong", () => events.alive());
  socket.on("unexpected-response", (request, response) => {
    end(response.statusCode ?? null);
    response.resume();
    request.destroy();
  });
  socket.on("close", () => end(null));
  socket.on("error", () => end(null)); // the message may carry the address with its token
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close() {
      if (socket.readyState === WebSocket.OPEN) socket.close();
      else socket.terminate();
      end(null);
    },
  };
};
