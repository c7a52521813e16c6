import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";

const page = provideTradingPage("TradingAlgorithm");
const { server, desk, open, field, type, press, toasts } = page;
const { expectToast, quick, detail } = page;
afterEach(() => Reflect.deleteProperty(document, "visibilityState"));

describe("[B5.1] the capital", () => {
  it("[B9.1] is a whole number from 500 in steps of 500, and begins with 500", async () => {
    await open();
    expect([field().min, field().step, field().value]).toEqual(["500", "500", "500"]);
    type("12.5");
    expect(field().value).toBe("500");
  });

  it("is red under 500, may be empty while typing, and is 500 again when it is left", async () => {
    await open();
    type("499");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    type("");
    expect([field().value, field().getAttribute("aria-invalid")]).toEqual(["", null]);
    fireEvent.blur(field());
    expect(field().value).toBe("500");
    type("300");
    fireEvent.blur(field());
    expect(field().value).toBe("500");
    expect(screen.getByText("Set to ₹500: capital changes in steps of ₹500.")).toBeDefined();
    expect(server.calls("PUT /api/fyers/capital")).toHaveLength(0);
  });

  it("[B5.1] says when it is rounded to a whole step", async () => {
    await open();
    type("1250");
    expect(screen.queryByText(/capital changes in steps/)).toBeNull();
    fireEvent.blur(field());
    expect(field().value).toBe("1000");
    expect(screen.getByText("Set to ₹1,000: capital changes in steps of ₹500.")).toBeDefined();
    type("1500");
    fireEvent.blur(field());
    expect(screen.queryByText(/capital changes in steps/)).toBeNull();
  });

  it("[B7.8, B7.9, B9.3, B3.3] is Fyers' own where Fyers is connected, and saved within 10 s of leaving the field", async () => {
    server.answer("PUT /api/fyers/capital", { body: { capital_amount: 50_000, capital: 20_000 } });
    await open();
    const timeout = vi.spyOn(AbortSignal, "timeout");
    type("20000");
    expect(server.calls("PUT /api/fyers/capital")).toHaveLength(0);
    fireEvent.blur(field());
    await waitFor(() => expect(server.calls("PUT /api/fyers/capital")[0]?.body).toEqual({ capital_amount: 20_000 }));
    await waitFor(() => expect(detail("Capital saved")).toBe("₹20,000"));
    expect(timeout.mock.calls.map(([ms]) => ms).filter((ms) => ms > 5_000)).toEqual([10_000]);
    timeout.mockRestore();
    expect(server.calls(`GET /api/capital-allocation/user/${desk.userId}`)).toHaveLength(0);
  });

  it("[B7.10, B7.11, B7.12] is the allocation elsewhere: made once, then changed", async () => {
    desk.connect("zerodha");
    const id = "7f1b4b46-1f0c-4f6a-9d0c-0f7f7a9c1111";
    const made = { id, user_id: desk.userId, is_active: true, capital_amount: 50_000, capital: 5_000 };
    server.answer("POST /api/capital-allocation/create", { body: { ...made, user_name: "Asha Rao", plan_name: null } });
    server.answer(`PUT /api/capital-allocation/update/${id}`, { body: { ...made, capital: 10_000 } });
    await open();
    press(/^5K,/);
    await waitFor(() =>
      expect(server.calls("POST /api/capital-allocation/create")[0]?.body).toEqual({
        user_id: desk.userId,
        user_name: "Asha Rao",
        capital_amount: 5_000,
        plan_name: null,
      }),
    );
    await waitFor(() => expect(detail("Capital saved")).toBe("₹5,000"));
    press(/^10K,/);
    await waitFor(() =>
      expect(server.calls(`PUT /api/capital-allocation/update/${id}`)[0]?.body).toEqual({
        capital_amount: 10_000,
        is_active: true,
      }),
    );
    expect(server.calls("GET /api/fyers/capital")).toHaveLength(0);
  });

  it("[B5.2] above the band is set to the band and saved, with a message", async () => {
    server.answer("PUT /api/fyers/capital", { body: { capital_amount: 50_000, capital: 50_000 } });
    await open();
    await screen.findByText("Your upper band ₹50,000");
    type("60000");
    expect(field().value).toBe("50000");
    await expectToast("Capital cannot exceed your upper band of ₹50,000");
    await waitFor(() => expect(server.calls("PUT /api/fyers/capital")[0]?.body).toEqual({ capital_amount: 50_000 }));
  });

  it("[B5.2, B5.3] offers quick amounts; those above the band are disabled and red", async () => {
    desk.band(10_000);
    server.answer("PUT /api/fyers/capital", { body: { capital_amount: 10_000, capital: 5_000 } });
    await open();
    await waitFor(() => expect(quick("25K").disabled).toBe(true));
    expect(["1K", "5K", "10K", "25K", "50K", "1L"].map((label) => quick(label).disabled)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(quick("1L").className).toContain("text-danger");
    expect(quick("1K").className).not.toContain("text-danger");
    press(/^5K,/);
    expect(field().value).toBe("5000");
    await waitFor(() => expect(detail("Capital saved")).toBe("₹5,000"));
  });

  it("[B8.3, B5.2] names the maximum where the band cannot be read", async () => {
    server.answer("GET /api/fyers/capital", { status: 404, body: { detail: "x", code: "not_found" } });
    await open();
    expect(await screen.findByText(/The maximum is ₹10,000,000/)).toBeDefined();
    expect(quick("1L").disabled).toBe(false);
    expect(toasts()).toEqual([]);
  });
});
