import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { driftTexts } from "./drift.texts.ts";
import { DriftNote } from "./drift-note.tsx";

preparePageTests();
const server = provideApiServer();

function open(days: readonly object[]): void {
  server.answer("GET /algorithm/drift", { body: { days } });
  renderSite({
    at: "/",
    pages: {
      "/": () => (
        <QueryProvider>
          <DriftNote />
        </QueryProvider>
      ),
    },
  });
}

describe("the trader's note about a replayed day", () => {
  it("is the last day's sentence", async () => {
    const sentence = "Replaying the recorded prices gave the same trade.";
    open([
      { trading_day: "2026-11-13", desk: "angelone", sentence },
      { trading_day: "2026-11-12", desk: "angelone", sentence: "An older one." },
    ]);
    const note = await screen.findByRole("complementary", { name: driftTexts.noteTitle });
    expect(note.textContent).toBe(`${driftTexts.noteTitle} 13 Nov 2026: ${sentence}`);
  });

  it("is nothing before the first such day", async () => {
    open([]);
    await waitFor(() => expect(server.calls("GET /algorithm/drift")).toHaveLength(1));
    expect(screen.queryByRole("complementary", { name: driftTexts.noteTitle })).toBeNull();
  });
});
