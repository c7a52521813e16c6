import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect } from "vitest";
import { TradingAccess } from "../features/trading/trading-access.tsx";
import { TradingTab } from "../features/trading/trading-tabs.tsx";
import { QueryProvider } from "../lib/query.tsx";
import { shownToasts } from "../ui/toast.tsx";
import { provideApiServer } from "./api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "./render-site.tsx";
import { tradingDesk } from "./trading-desk.fixture.ts";

type Tab = Parameters<typeof TradingTab>[0]["tab"];

export function provideTradingPage(tab: Tab) {
  preparePageTests();
  const server = provideApiServer();
  const desk = tradingDesk(server);
  beforeEach(() => {
    markSignedIn();
    desk.open();
  });
  const Page = () => (
    <TradingAccess>
      {({ user }) => (
        <QueryProvider>
          <TradingTab tab={tab} user={user} />
        </QueryProvider>
      )}
    </TradingAccess>
  );
  const button = (name: string | RegExp) => screen.getByRole("button", { name }) as HTMLButtonElement;
  const field = () => screen.getByLabelText("Capital allocation") as HTMLInputElement;
  const page = {
    server,
    desk,
    visit: () => void renderSite({ at: "/trading", pages: { "/trading": Page } }),
    async open(): Promise<void> {
      page.visit();
      await screen.findByRole("button", { name: "Activate" });
      await waitFor(() => expect(field().value).not.toBe(""));
    },
    field,
    button,
    type: (value: string) => fireEvent.change(field(), { target: { value } }),
    press: (name: string | RegExp) => fireEvent.click(button(name)),
    isEnabled: (name: string) => waitFor(() => expect(button(name).disabled).toBe(false)),
    async pressWhenEnabled(name: string): Promise<void> {
      await page.isEnabled(name);
      page.press(name);
    },
    toasts: () => shownToasts().map(({ text }) => text),
    expectToast: (text: string, durationMs = 5_000) =>
      waitFor(() =>
        expect(shownToasts().map((toast) => [toast.text, toast.durationMs])).toContainEqual([text, durationMs]),
      ),
    lamp: () => document.querySelector("[data-lamp]")?.getAttribute("data-lamp"),
    quick: (label: string) => button(new RegExp(`^${label},`)),
    detail: (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent,
    heading: (name: string) => screen.findByRole("heading", { name }),
  };
  return page;
}
