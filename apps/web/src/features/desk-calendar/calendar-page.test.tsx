import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { enterDesk } from "../../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { shownToasts } from "../../ui/toast.tsx";
import { calendarTexts } from "./calendar.texts.ts";
import { CalendarPage } from "./calendar-page.tsx";

preparePageTests();
const server = provideApiServer();
const ADD = "POST /api/admin/calendar/holidays";
const UNDO = "DELETE /api/admin/calendar/holidays/2026-11-16";

const aYear = (removable: readonly string[]) => ({
  year: 2026,
  source: "operator",
  closures: removable,
  removable,
  sessions: [],
});

function open(removable: readonly string[] = []) {
  enterDesk(server);
  server.answer("GET /api/admin/calendar", { body: { years: [aYear(removable)] } });
  const Page = () => (
    <QueryProvider>
      <CalendarPage canAct />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

async function add() {
  fireEvent.change(await screen.findByLabelText(calendarTexts.day), { target: { value: "2026-11-16" } });
  const [reason] = screen.getAllByLabelText(calendarTexts.reason);
  fireEvent.change(reason as HTMLElement, { target: { value: "Announced" } });
  fireEvent.click(screen.getByRole("button", { name: calendarTexts.addHoliday }));
}
const toasts = () => shownToasts().map(({ text }) => text);

describe("an emergency holiday of today", () => {
  it("asks with the number of open positions, and only a confirmation stops, closes and marks", async () => {
    const detail = "Today has a session: 21 accounts hold positions and 70 orders are open.";
    server.answer(ADD, { status: 409, body: { detail, code: "holiday_unconfirmed" } });
    open();
    await add();
    expect(await screen.findByText(detail)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: calendarTexts.keep }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: calendarTexts.addHoliday }));
    await screen.findByText(detail);
    server.answer(ADD, { body: { message: "2026-11-16 has no session.", year: aYear(["2026-11-16"]) } });
    fireEvent.click(screen.getByRole("button", { name: calendarTexts.confirm }));
    await waitFor(() => expect(toasts()).toEqual(["2026-11-16 has no session."]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const confirms = server.calls(ADD).map(({ body }) => (body as { confirm?: boolean }).confirm);
    expect(confirms).toEqual([undefined, undefined, true]);
  });

  it("is undone by one press", async () => {
    server.answer(UNDO, { body: { message: "2026-11-16 has its session again.", year: aYear([]) } });
    open(["2026-11-16"]);
    fireEvent.click(await screen.findByRole("button", { name: calendarTexts.undoDay("16 Nov 2026") }));
    await waitFor(() => expect(toasts()).toEqual(["2026-11-16 has its session again."]));
    expect(server.calls(UNDO)).toHaveLength(1);
  });
});
