import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The ports of the last start: stored addresses stay valid after a restart. */
export interface Ports {
  /** 0 when the name is unknown. */
  of(name: string): number;
  keep(name: string, port: number): void;
  /** Starts on the port of the last time, or on any free port when that one is taken. */
  again<Started>(
    name: string,
    start: (port: number) => Promise<Started>,
    portOf: (started: Started) => number,
  ): Promise<Started>;
}

const FILE = "ports.json";

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, number>;
  } catch {
    // First start or a damaged file: use any port.
    return {};
  }
}

const isTaken = (cause: unknown): boolean => (cause as { code?: unknown }).code === "EADDRINUSE";

export function openPorts(folder: string | null): Ports {
  const file = folder === null ? null : join(folder, FILE);
  const known = file === null ? {} : readPorts(file);
  const of = (name: string): number => known[name] ?? 0;
  function keep(name: string, port: number): void {
    known[name] = port;
    if (file !== null) writeFileSync(file, JSON.stringify(known));
  }
  return {
    of,
    keep,
    async again(name, start, portOf) {
      const started = await start(of(name)).catch((cause: unknown) => {
        if (!isTaken(cause)) throw cause;
        return start(0);
      });
      keep(name, portOf(started));
      return started;
    },
  };
}

export const portIn = (address: string): number => Number(new URL(address).port);
