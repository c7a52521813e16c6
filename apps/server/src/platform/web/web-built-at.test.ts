import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { webBuiltAt } from "./web-built-at.ts";

const now = epochMs(Date.UTC(2026, 10, 15));

describe("the modification time of the pages", () => {
  it("is the end of their build", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "web-built-at-"));
    try {
      const file = path.join(folder, "prerendered.json");
      const built = new Date(Date.UTC(2026, 8, 1));
      writeFileSync(file, "{}");
      utimesSync(file, built, built);
      expect(await webBuiltAt(folder, now)).toBe(built.getTime());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is the current time while the sources are served directly", async () =>
    expect(await webBuiltAt(null, now)).toBe(now));
});
