import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../../lib/query.tsx";
import { provideApiServer } from "../../../testing/api-server.ts";
import { anEgress, theEgress } from "../../../testing/link-statuses.fixture.ts";
import { preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { zerodhaScriptTexts } from "../zerodha/zerodha.texts.ts";
import { EgressPanel } from "./egress-panel.tsx";

preparePageTests();
const server = provideApiServer();
const answerEgress = (more: object = {}) => server.answer("GET /brokers/egress", { body: theEgress(more) });

function open(isConnected = true, at = "/tab") {
  const Page = () => (
    <QueryProvider>
      <EgressPanel broker="zerodha" guide={zerodhaScriptTexts.addressGuide} isConnected={isConnected} />
    </QueryProvider>
  );
  renderSite({ at, pages: { "/tab": Page } });
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  answerEgress();
});

describe("the static address", () => {
  const panel = () => screen.findByRole("region", { name: "Static address" });

  it("is shown with a copy button, its state and a guide for this broker", async () => {
    open();
    const own = within(await panel());
    expect(((await own.findByLabelText("Address to register")) as HTMLTextAreaElement).value).toBe("203.0.113.7");
    expect(own.getByRole("button", { name: "Copy Address to register" })).toBeDefined();
    expect(own.getByText("Not checked yet")).toBeDefined();
    expect(own.getAllByRole("listitem")).toHaveLength(3);
    expect(own.getByText(/IP Whitelist/)).toBeDefined();
  });

  it.each([
    ["registered", "Registered", "Zerodha accepts orders from this address."],
    ["not_registered", "Not registered", "Zerodha refused this address when we checked."],
  ])("says that it is %s, and since when", async (state, badge, sentence) => {
    answerEgress({ state, checked_at: "2026-11-16T03:00:00.000Z" });
    open();
    const own = within(await panel());
    await own.findByText(badge);
    expect(own.getByText(new RegExp(sentence)).textContent).toContain("Checked at 16 Nov 2026, 8:30 AM IST");
  });

  it.each([
    ["connect_first", /gets an address of its own with its first connection/],
    ["none_free", /as soon as one is free/],
    ["unknown", /nothing to register yet/],
  ])("says why there is none: %s", async (why, sentence) => {
    answerEgress({ address: null, why_none: why });
    open();
    expect(await within(await panel()).findByText(sentence)).toBeDefined();
  });

  it("can be checked, and says when that was refused", async () => {
    open();
    const own = within(await panel());
    const body = { detail: "The broker does not answer right now.", code: "broker_unavailable" };
    server.answer("POST /brokers/egress/check", { status: 503, body });
    fireEvent.click(await own.findByRole("button", { name: "Check now" }));
    expect(await own.findByText("The broker does not answer right now.")).toBeDefined();
    answerEgress({ state: "registered" });
    server.answer("POST /brokers/egress/check", { body: anEgress("zerodha", { state: "registered" }) });
    fireEvent.click(own.getByRole("button", { name: "Check now" }));
    await own.findByText("Registered");
    expect(server.calls("POST /brokers/egress/check")[0]?.body).toEqual({ broker: "zerodha" });
  });

  it("is the target of readiness: its anchor takes the focus", async () => {
    open(true, "/tab#static-address");
    const own = await panel();
    await waitFor(() => expect(document.activeElement).toBe(own));
  });

  it("never refers to support", async () => {
    answerEgress({ state: "not_registered" });
    open();
    expect((await panel()).textContent).not.toMatch(/support/i);
  });

  it("is not checked by hand before the account is connected", async () => {
    open(false);
    const own = within(await panel());
    await own.findByLabelText("Address to register");
    expect(own.queryByRole("button", { name: "Check now" })).toBeNull();
  });

  it("can be read again when it could not", async () => {
    server.answer("GET /brokers/egress", { status: 404, body: { detail: "", code: "not_found" } });
    open();
    const own = within(await panel());
    const again = await own.findByRole("button", { name: "Try Again" });
    answerEgress();
    fireEvent.click(again);
    await own.findByLabelText("Address to register");
  });
});
