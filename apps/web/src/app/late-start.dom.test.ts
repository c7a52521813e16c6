import { createElement, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { letScriptsWait, PAGE_READY, startWhenQuiet } from "./late-start.ts";

const HEAD =
  '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js" nonce="n1"/>';
const page = (attributes = "") =>
  `<html><head>${HEAD}</head><body><p>words</p><script${attributes} type="module" async="">import "/assets/a.js";</script></body></html>`;

describe("the scripts of a page", () => {
  it.each([
    "/",
    "/about",
    "/subscription-plans",
    "/support",
    "/legal/terms",
    "/research",
    "/research/intraday-costs",
    "/about/",
    "/auth",
    "/login",
    "/forgot-password",
  ])("are not requested before the content is read: %s", (pathname) => {
    const html = letScriptsWait(page(), pathname);
    expect(html).not.toContain('modulepreload" ');
    expect(html).not.toContain('type="module"');
    expect(html).toContain('<script type="text/plain" data-late="">import "/assets/a.js";</script>');
    expect(html).toContain('"files":["/assets/a.js","/assets/b.js"]');
  });

  it.each(["/google/callback", "/approve", "/algorithm/dashboard", "/research/create", "/sandbox"])(
    "load after the content, and at once on pages for input: %s",
    (pathname) => {
      const html = letScriptsWait(page(), pathname);
      expect(html).toContain('type="module" async=""');
      expect(html.match(/modulepreload" fetchpriority="low"/g)).toHaveLength(2);
    },
  );

  it("keep the hash of the content security policy", () => {
    const html = letScriptsWait(page(' nonce="n1"'), "/research");
    expect(html.match(/<script nonce="n1">/g)).toHaveLength(1);
    expect(html).toContain('<script nonce="n1" type="text/plain" data-late="">');
  });
});

describe("a page with deferred scripts", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.replaceChildren();
    document.body.replaceChildren();
    document.dispatchEvent(new Event(PAGE_READY));
  });

  function arrive() {
    const idle: (() => void)[] = [];
    vi.stubGlobal("requestIdleCallback", (callback: () => void) => idle.push(callback));
    document.body.innerHTML = '<button type="submit"><span>Menu</span></button><a href="#x">on</a>';
    const started = vi.spyOn(document.head, "append");
    startWhenQuiet({ files: ["/assets/a.js"], ready: PAGE_READY });
    return { idle, started, button: document.querySelector("button") as HTMLButtonElement };
  }

  it("starts its scripts once, when the browser is idle", () => {
    const { idle, started } = arrive();
    expect(started).not.toHaveBeenCalled();
    for (const callback of [...idle, ...idle]) callback();
    expect(document.head.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(1);
    expect(document.querySelectorAll('script[type="module"]')).toHaveLength(0);
  });

  it("starts at the first touch", () => {
    arrive().button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(document.head.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(1);
  });

  it("repeats input from before React listened", () => {
    arrive();
    const field = document.body.appendChild(document.createElement("input"));
    field.value = "NOPE";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const received = vi.fn(() => field.value);
    field.addEventListener("input", received);
    document.dispatchEvent(new Event(PAGE_READY));
    expect(received.mock.results.map(({ value }) => value)).toEqual(["NOPE"]);
  });

  it("repeats a press only after React has read the input", async () => {
    const applied = vi.fn();
    function Form() {
      const [code, setCode] = useState("");
      useEffect(() => void document.dispatchEvent(new Event(PAGE_READY)), []);
      return createElement(
        "form",
        null,
        createElement("input", { value: code, onChange: (event) => setCode(event.currentTarget.value) }),
        createElement("button", { type: "button", onClick: () => applied(code) }, "Apply"),
      );
    }
    arrive();
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = renderToString(createElement(Form));
    const field = place.querySelector("input") as HTMLInputElement;
    field.value = "NOPE";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    place.querySelector("button")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const root = hydrateRoot(place, createElement(Form));
    await vi.waitFor(() => expect(applied.mock.calls).toEqual([["NOPE"]]));
    root.unmount();
  });

  it("holds a link that asks for it until React listens, and leaves every other link alone", async () => {
    arrive();
    const [plain, held] = [document.querySelector("a") as HTMLAnchorElement, document.createElement("a")];
    held.href = "#held";
    held.dataset["held"] = "";
    document.body.append(held);
    const press = (link: HTMLAnchorElement, given: MouseEventInit = {}) => {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true, ...given });
      link.dispatchEvent(click);
      return click.defaultPrevented;
    };
    expect([press(plain), press(held, { ctrlKey: true }), press(held)]).toEqual([false, false, true]);
    const received = vi.fn((event: Event) => event.preventDefault());
    held.addEventListener("click", received);
    document.dispatchEvent(new Event(PAGE_READY));
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
  });

  it("follows a held link when React never starts", () => {
    vi.useFakeTimers();
    arrive();
    const held = document.body.appendChild(document.createElement("a"));
    held.href = "#led-on";
    held.dataset["held"] = "";
    held.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect(location.hash).toBe("#led-on");
  });

  it("repeats focus and pointer events once React listens", () => {
    const { button } = arrive();
    const label = button.firstElementChild as HTMLElement;
    const pointedAt = vi.spyOn(document, "querySelectorAll").mockReturnValue([button, label] as never);
    button.focus();
    const events: string[] = [];
    for (const kind of ["mouseover", "focusin"]) button.addEventListener(kind, (event) => events.push(event.type));
    document.dispatchEvent(new Event(PAGE_READY));
    expect(pointedAt).toHaveBeenCalledWith(":hover");
    pointedAt.mockRestore();
    expect(events).toEqual(["mouseover", "focusin"]);
  });

  it("repeats a press from before React listened", async () => {
    const { button } = arrive();
    const early = new MouseEvent("click", { bubbles: true, cancelable: true });
    (button.firstElementChild as HTMLElement).dispatchEvent(early);
    expect(early.defaultPrevented).toBe(true);
    const received = vi.fn();
    button.addEventListener("click", received);
    document.dispatchEvent(new Event(PAGE_READY));
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(1));
    button.click();
    expect(received).toHaveBeenCalledTimes(2);
  });

  it("submit a form whose Enter key was pressed before they loaded", async () => {
    arrive();
    document.body.innerHTML = '<form><input name="email"></form>';
    const form = document.querySelector("form") as HTMLFormElement;
    const sent = vi.fn((event: Event) => event.preventDefault());
    form.addEventListener("submit", sent);
    const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    form.querySelector("input")?.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(true);
    expect(sent).not.toHaveBeenCalled();
    document.dispatchEvent(new Event(PAGE_READY));
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });
});
