import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSharedLatest, type SharedLatest } from "./shared-latest.ts";

interface Fact {
  readonly word: string;
  readonly at: EpochMs;
}
const KEY = "own:user-1:fact";
const opened: SharedLatest<Fact>[] = [];
function openTab(nowMs = 1_000): SharedLatest<Fact> {
  const tab = createSharedLatest<Fact>({
    key: KEY,
    toFact: ({ word }, at) => (typeof word === "string" ? { word, at } : null),
    now: () => epochMs(nowMs),
  });
  opened.push(tab);
  return tab;
}
const at = (word: string, ms: number): Fact => ({ word, at: epochMs(ms) });
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close();
  localStorage.clear();
});

describe("[B4.7] the facts shared by a user's tabs", () => {
  it("reaches tabs that are open and tabs that open later", async () => {
    const [first, second] = [openTab(), openTab()];
    const listener = vi.fn();
    second.subscribe(listener);
    first.publish(at("new", 10));
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), { timeout: 60_000 });
    expect(second.get()).toEqual(at("new", 10));
    expect(openTab().get()).toEqual(at("new", 10));
  });

  it("is the latest by the time of the question, whatever arrives last", () => {
    const tab = openTab();
    tab.publish(at("later", 20));
    tab.publish(at("earlier", 10));
    expect(tab.get()).toEqual(at("later", 20));
    expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual({ word: "later", at: 20 });
  });

  it("receive storage events too, but only of their own key", () => {
    const tab = openTab();
    const write = (newValue: string | null) =>
      window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue }));
    for (const strange of [null, "", "[]", '{"at":"x"}', '{"at":5}', "not json"]) write(strange);
    expect(tab.get()).toBeNull();
    write('{"word":"stored","at":7}');
    expect(tab.get()).toEqual(at("stored", 7));
  });

  it("believes nothing from the future", () => {
    localStorage.setItem(KEY, JSON.stringify(at("tomorrow", 500_000)));
    expect(openTab(1_000).get()).toBeNull();
    expect(openTab(450_000).get()).toEqual(at("tomorrow", 500_000));
  });
});
