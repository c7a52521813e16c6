import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { order, serve } from "../conformance/http-fixture.ts";
import { aThread, ENDED, failed, replied } from "../conformance/sending-thread-fixture.ts";

describe("a sending thread with unanswered calls", () => {
  const ASKED_EVERY_MS = 5_000;

  async function aHangingCall() {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, seen } = await serve((incoming, outgoing) => {
      if (!incoming.url?.startsWith("/hang")) outgoing.end("{}");
    });
    const { workers, broken, last, aTransport } = aThread();
    const transport = aTransport();
    const hanging = transport.send(order(`${url}/hang`));
    await expect.poll(() => seen.length).toBe(1);
    return { url, workers, broken, last, transport, hanging };
  }

  it("is terminated and replaced when it hangs", async () => {
    const { url, workers, broken, last, transport, hanging } = await aHangingCall();
    last().removeAllListeners("message");
    vi.advanceTimersByTime(3 * ASKED_EVERY_MS);
    expect(await hanging).toEqual(failed("lost", ENDED, { isReset: false }));
    expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(workers).toHaveLength(2);
    expect(broken).toEqual([{ why: "it gave no answer any more", lost: 1 }]);
  });

  it("is kept while it answers pings, and is not pinged while no call is open", async () => {
    const { url, workers, last, transport, hanging } = await aHangingCall();
    for (let time = 0; time < 5; time += 1) {
      const message = once(last(), "message");
      vi.advanceTimersByTime(ASKED_EVERY_MS);
      await message;
    }
    expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(workers).toHaveLength(1);
    await transport.close();
    await hanging;
    const posted = vi.spyOn(last(), "postMessage");
    vi.advanceTimersByTime(10 * ASKED_EVERY_MS);
    expect(posted).not.toHaveBeenCalled();
  });
});
