import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetOthers } from "../../../lib/person-storage.ts";
import { createSharedConnection, type SharedConnection } from "./shared-connection.ts";

const now = () => epochMs(1_000_000);
const tabs: SharedConnection[] = [];
function openTab(userId = "asha"): SharedConnection {
  const tab = createSharedConnection(userId, now);
  tabs.push(tab);
  return tab;
}
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  localStorage.clear();
});

const on = (at: number) => ({ isConnected: true, at: epochMs(at) });
const off = (at: number) => ({ isConnected: false, at: epochMs(at) });

describe("[B4.7] a connection shared by all tabs", () => {
  it("reaches the tabs that are open and those that open later", async () => {
    const [one, two] = [openTab(), openTab()];
    const listener = vi.fn();
    two.subscribe(listener);
    one.publish(on(10));
    await vi.waitFor(() => expect(two.get()).toEqual(on(10)));
    expect(listener).toHaveBeenCalledOnce();
    expect(openTab().get()).toEqual(on(10));
  });

  it("the latest wins, whatever arrives last", async () => {
    const [one, two] = [openTab(), openTab()];
    one.publish(off(20));
    await vi.waitFor(() => expect(two.get()).toEqual(off(20)));
    two.publish(on(15)); // requested before the disconnect, answered after it
    one.publish(on(20));
    expect([one.get(), two.get()]).toEqual([off(20), off(20)]);
    expect(openTab().get()).toEqual(off(20));
    two.publish(on(21));
    await vi.waitFor(() => expect(one.get()).toEqual(on(21)));
  });

  it("receives a change by the storage without a channel", () => {
    const one = openTab();
    const key = "own:asha:angelone_connection";
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: JSON.stringify(on(30)) }));
    expect(one.get()).toEqual(on(30));
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: JSON.stringify(off(29)) }));
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: "{" }));
    expect(one.get()).toEqual(on(30));
  });

  it("belongs to one user and is removed at logout", async () => {
    const asha = openTab("asha");
    const kabir = openTab("kabir");
    asha.publish(on(10));
    const before = openTab("asha");
    expect([before.get(), kabir.get(), openTab("kabir").get()]).toEqual([on(10), null, null]);
    localStorage.setItem("theme", "dark");
    forgetOthers("asha");
    expect(localStorage).toHaveLength(2);
    forgetOthers(null);
    expect(Object.keys(localStorage)).toEqual(["theme"]);
  });

  it("believes nothing from the future or of another shape", () => {
    const key = "own:asha:angelone_connection";
    for (const text of [
      JSON.stringify(on(2_000_000)),
      "null",
      "7",
      '{"isConnected":1,"at":5}',
      '{"isConnected":true}',
    ]) {
      localStorage.setItem(key, text);
      expect(openTab().get()).toBeNull();
    }
  });
});
