import { describe, expect, it, vi } from "vitest";
import { preparePageTests } from "../../testing/render-site.tsx";
import { approaching } from "./lazy-section.tsx";

preparePageTests();

type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

function stubEye(): { see(isIntersecting: boolean): void; isShut(): boolean } {
  let report: Report = () => undefined;
  let isShut = false;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: Report) {
        report = callback;
      }
      observe() {}
      disconnect() {
        isShut = true;
      }
    },
  );
  return { see: (isIntersecting) => report([{ isIntersecting }]), isShut: () => isShut };
}

function place(id: string): HTMLElement {
  const section = document.createElement("section");
  section.id = id;
  document.body.append(section);
  return section;
}

describe("[A2.24] the code of a section", () => {
  it("waits until the section comes near the viewport", async () => {
    place("far");
    const eye = stubEye();
    let hasCome = false;
    const coming = approaching("far").then(() => {
      hasCome = true;
    });
    eye.see(false);
    await Promise.resolve();
    expect(hasCome).toBe(false);
    eye.see(true);
    await coming;
    expect(hasCome).toBe(true);
    expect(eye.isShut()).toBe(true);
  });

  it("loads at once where the section is not in the page yet", async () => {
    stubEye();
    await approaching("nowhere");
  });

  it("is not lost when the section leaves the page before it was seen", async () => {
    const section = place("leaving");
    const eye = stubEye();
    const coming = approaching("leaving");
    section.remove();
    eye.see(false);
    await coming;
  });
});
