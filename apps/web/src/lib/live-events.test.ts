import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type LiveNews, listenToEvents } from "./live-events.ts";

/** The browser APIs that a test needs: opened streams, and a way to send through them. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    FakeSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  say(kind: string, id: number): void {
    this.dispatchEvent(new MessageEvent(kind, { data: "{}", lastEventId: String(id) }));
  }
}

/** Exclusive locks, first come first served. */
function createLocks() {
  let queue = Promise.resolve();
  let holders = 0;
  return {
    async request(_name: string, options: { ifAvailable?: boolean }, work: (lock: object | null) => Promise<unknown>) {
      if (options.ifAvailable && holders > 0) return work(null);
      holders += 1;
      const turn = queue.then(() => work({}));
      const release = () => {
        holders -= 1;
      };
      queue = turn.then(release, release);
      return turn;
    },
  };
}

const openSources = () => FakeSource.opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED);

beforeEach(() => {
  FakeSource.opened = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => vi.unstubAllGlobals());

function tab(userId = "u1") {
  const received: LiveNews[] = [];
  return { received, close: listenToEvents(userId, (kind) => void received.push(kind)) };
}

describe("live events", () => {
  it("reach all tabs by one stream", async () => {
    const [one, other] = [tab(), tab()];
    await vi.waitFor(() => expect(openSources()).toHaveLength(1));
    openSources()[0]?.say("hello", 4);
    openSources()[0]?.say("broker_status", 5);
    await vi.waitFor(() => expect(other.received).toEqual(["broker_status"]));
    expect(one.received).toEqual(["broker_status"]);
    expect(FakeSource.opened).toHaveLength(1);
    one.close();
    other.close();
  });

  it("go on in the next tab where the first one stopped", async () => {
    const [one, other] = [tab(), tab()];
    await vi.waitFor(() => expect(openSources()).toHaveLength(1));
    openSources()[0]?.say("readiness", 7);
    await vi.waitFor(() => expect(other.received).toEqual(["readiness"]));
    one.close();
    await vi.waitFor(() => expect(openSources().map(({ address }) => address)).toEqual(["/events?after=7"]));
    expect(other.received).toEqual(["readiness"]);
    other.close();
  });

  it("make a tab read everything again when it took over without an event number", async () => {
    const [one, other] = [tab(), tab()];
    await vi.waitFor(() => expect(openSources()).toHaveLength(1));
    one.close();
    await vi.waitFor(() => expect(other.received).toEqual(["reset"]));
    other.close();
  });

  it("stop when the session is over, and when there is no listener", async () => {
    const only = tab();
    await vi.waitFor(() => expect(openSources()).toHaveLength(1));
    openSources()[0]?.say("ended", 1);
    expect([only.received, openSources()]).toEqual([["ended"], []]);
    only.close();
    const next = tab();
    await vi.waitFor(() => expect(openSources()).toHaveLength(1));
    next.close();
    expect(openSources()).toEqual([]);
  });
});
