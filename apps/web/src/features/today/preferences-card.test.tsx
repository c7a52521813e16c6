import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { someRuns } from "../../testing/trading-day.fixture.ts";
import { PreferencesCard } from "./preferences-card.tsx";
import { todayTexts } from "./today.texts.ts";

preparePageTests();
const server = provideApiServer();

const PREFERENCES = { skipped_day: null, next_day: "2026-11-17", never_trade: [], loss_limit: null };

function open() {
  const Page = () => (
    <QueryProvider>
      <PreferencesCard runs={someRuns()} />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

describe("the user's preferences", () => {
  beforeEach(() => server.answer("GET /algorithm/wishes", { body: PREFERENCES }));

  it("skip the next trading day and undo the skip", async () => {
    server.answer("PUT /algorithm/wishes/skip", { body: { ...PREFERENCES, skipped_day: "2026-11-17" } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: todayTexts.preferences.skip }));
    expect(await screen.findByText(todayTexts.preferences.skipped)).toBeDefined();
    expect(server.calls("PUT /algorithm/wishes/skip")[0]?.body).toEqual({ skip: true });
  });

  it("leave a symbol out, in capital letters", async () => {
    server.answer("PUT /algorithm/wishes/never-trade", { body: { ...PREFERENCES, never_trade: ["SBIN"] } });
    open();
    fireEvent.change(await screen.findByLabelText(todayTexts.preferences.neverAdd), { target: { value: "sbin" } });
    fireEvent.click(screen.getByRole("button", { name: todayTexts.preferences.add }));
    expect(await screen.findByRole("button", { name: todayTexts.preferences.remove("SBIN") })).toBeDefined();
    expect(server.calls("PUT /algorithm/wishes/never-trade")[0]?.body).toEqual({ symbols: ["SBIN"] });
  });

  it("show a limit's fault beside the field, and send nothing", async () => {
    open();
    const field = await screen.findByLabelText(todayTexts.preferences.limitField);
    fireEvent.change(field, { target: { value: "0" } });
    fireEvent.click(screen.getByRole("button", { name: todayTexts.preferences.save }));
    expect(screen.getByText(todayTexts.preferences.limitShape)).toBeDefined();
    expect(document.activeElement).toBe(field);
    expect(server.calls("PUT /algorithm/wishes/loss-limit")).toHaveLength(0);
  });

  it("give the server's reason where a looser limit is refused", async () => {
    const detail = "While your algorithm runs the limit can only be made tighter.";
    server.answer("PUT /algorithm/wishes/loss-limit", { status: 409, body: { detail, code: "limit_looser" } });
    open();
    fireEvent.change(await screen.findByLabelText(todayTexts.preferences.limitField), { target: { value: "900" } });
    fireEvent.click(screen.getByRole("button", { name: todayTexts.preferences.save }));
    expect(await screen.findByText(detail)).toBeDefined();
  });
});
