import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { linkStatuses } from "../../testing/link-statuses.fixture.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { manageTexts } from "./link/link.texts.ts";
import { ManageLink, ManageOffer } from "./manage-link.tsx";

preparePageTests();
const server = provideApiServer();
const onBack = vi.fn();
const onOpen = vi.fn();
beforeEach(() => {
  onBack.mockClear();
  onOpen.mockClear();
});

const nothing = {
  fyers: { credentials: { FY_ID: "", APP_ID: "", APP_TYPE: "100", PIN: "", TOTP_KEY: "", SECRET_KEY: "" } },
  angelone: { credentials: null },
  zerodha: { credentials: null },
} as const;

describe.each(linkStatuses)(
  "[B2.5, B2.22] leaving $name without a subscription",
  ({ broker, name, status, disconnect }) => {
    const answer = (isConnected: boolean, more: object = {}) =>
      server.answer(`GET /${broker}/status`, { body: status(isConnected, more) });
    function open() {
      const Page = () => (
        <QueryProvider>
          <ManageOffer broker={broker} userId={aUser().id} label="offer" onOpen={onOpen} />
          <ManageLink broker={broker} userId={aUser().id} onBack={onBack} />
        </QueryProvider>
      );
      renderSite({ at: "/tab", pages: { "/tab": Page } });
    }
    const press = (label: string) => fireEvent.click(screen.getByRole("button", { name: label }));

    it("is offered, disconnects and deletes", async () => {
      answer(true);
      server.answer(disconnect, { body: { message: "" } });
      server.answer(`DELETE /${broker}/credentials`, { body: { message: "" } });
      open();
      await screen.findByRole("heading", { name: manageTexts.title(name) });
      press("offer");
      expect(onOpen).toHaveBeenCalledOnce();
      answer(false);
      press(connectionTexts.disconnect);
      await waitFor(() => expect(screen.queryByRole("button", { name: connectionTexts.disconnect })).toBeNull());
      press(connectionTexts.remove);
      answer(false, nothing[broker]);
      const dialog = within(await screen.findByRole("dialog"));
      fireEvent.click(dialog.getByRole("button", { name: connectionTexts.removeConfirm }));
      await screen.findByText(manageTexts.empty(name));
      expect(server.calls(disconnect)).toHaveLength(1);
      await waitFor(() => expect(server.calls(`DELETE /${broker}/credentials`)).toHaveLength(1));
      expect(screen.queryByRole("button", { name: "offer" })).toBeNull();
      press(manageTexts.back);
      expect(onBack).toHaveBeenCalledOnce();
    });

    it("shows why leaving failed", async () => {
      answer(true);
      server.answer(disconnect, { status: 409, body: { detail: "A position is open.", code: "position_open" } });
      open();
      await screen.findByRole("heading", { name: manageTexts.title(name) });
      press(connectionTexts.disconnect);
      expect(await screen.findByText("A position is open.")).toBeDefined();
    });

    it("can be tried again when the status cannot be read", async () => {
      server.answer(`GET /${broker}/status`, { status: 404, body: { detail: "", code: "not_found" } });
      open();
      await screen.findByText(connectionTexts.checkFailed);
      answer(true);
      press(connectionTexts.retry);
      await screen.findByRole("heading", { name: manageTexts.title(name) });
    });
  },
);
