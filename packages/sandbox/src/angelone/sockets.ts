import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Frame, Moment, Peer } from "../broker/wire.ts";
import { CONNECTIONS_MAX } from "./handshake.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface Socket {
  readonly session: Session;
  readonly peer: Peer;
  /** Human clock. */
  receivedAt: EpochMs;
}

export interface Sockets<S extends Socket> {
  add(socket: S): boolean;
  remove(socket: S): void;
  has(client: string): boolean;
  ofClient(client: string): Iterable<S>;
  /** Closes those with an ended session, and those that were silent too long, if there is such a rule. */
  closeStale(sessions: Sessions, at: Moment, silenceMaxMs: number | null): readonly S[];
  clear(): void;
}

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

export const textOfFrame = (frame: Frame): string =>
  typeof frame === "string" ? frame : Buffer.from(frame).toString("utf8");

export function createSockets<S extends Socket>(): Sockets<S> {
  const byClient = new Map<string, Set<S>>();

  function remove(socket: S): void {
    const own = byClient.get(socket.session.client);
    own?.delete(socket);
    if (own?.size === 0) byClient.delete(socket.session.client);
  }
  const all = (): S[] => [...byClient.values()].flatMap((own) => [...own]);

  return {
    add(socket) {
      const own = byClient.get(socket.session.client) ?? new Set();
      if (own.size >= CONNECTIONS_MAX) return false;
      byClient.set(socket.session.client, own.add(socket));
      return true;
    },
    remove,
    has: (client) => byClient.has(client),
    ofClient: (client) => byClient.get(client) ?? [],
    closeStale(sessions, at, silenceMaxMs) {
      const isSilent = ({ receivedAt }: S): boolean => silenceMaxMs !== null && at.human - receivedAt > silenceMaxMs;
      const stale = all().filter((socket) => !sessions.isLive(socket.session, at.market) || isSilent(socket));
      for (const socket of stale) {
        remove(socket);
        socket.peer.close(POLICY_VIOLATION, isSilent(socket) ? "no heartbeat" : "session ended");
      }
      return stale;
    },
    clear() {
      for (const socket of all()) socket.peer.close(GOING_AWAY);
      byClient.clear();
    },
  };
}
