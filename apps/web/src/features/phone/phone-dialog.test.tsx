import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { otpTexts, phoneFailureTexts, phoneTexts } from "./phone.texts.ts";
import { PhoneDialog } from "./phone-dialog.tsx";
import { deviceNow, isRememberedVerified } from "./phone-memory.ts";

preparePageTests();
const server = provideApiServer();
const userId = "0d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a10";
const onClose = vi.fn();
const onVerified = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  onVerified.mockClear();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  sent("5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b");
});

const sent = (id: string) =>
  server.answer("POST /otp/send-otp", { body: { success: true, session_id: id, message: "On its way." } });
const open = () =>
  renderSite({
    at: "/here",
    pages: { "/here": () => <PhoneDialog userId={userId} onClose={onClose} onVerified={onVerified} /> },
  });
const phone = () => screen.getByLabelText<HTMLInputElement>(phoneTexts.phone);
const otp = () => screen.getByLabelText<HTMLInputElement>(otpTexts.otp);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const faultOf = (field: HTMLElement) =>
  field.getAttribute("aria-invalid") === "true"
    ? document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent
    : null;
const toOtp = async () => {
  open();
  type(phone(), "9876543210");
  press(phoneTexts.send);
  await screen.findByLabelText(otpTexts.otp);
};
const sends = () => server.calls("POST /otp/send-otp");

describe("[A2.53] the phone step", () => {
  it("[A5.7, A9.2] takes digits only, at most 15", () => {
    open();
    type(phone(), "98765-43210 abc 99999999");
    expect(phone().value).toBe("987654321099999");
    expect(phone().getAttribute("inputmode")).toBe("numeric");
  });

  it("[A5.7] offers the four countries, and each has its own minimum", async () => {
    open();
    type(phone(), "12345");
    press(phoneTexts.send);
    await waitFor(() => expect(faultOf(phone())).toBe("Please enter a valid phone number (10-15 digits)"));
    expect(document.activeElement).toBe(phone());

    fireEvent.keyDown(screen.getByRole("combobox", { name: "Country +91 India" }), { key: "Enter" });
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["+91 India", "+1 USA", "+44 UK", "+61 Australia"]);
    fireEvent.keyDown(options[2] as HTMLElement, { key: "Enter" });
    await screen.findByRole("combobox", { name: "Country +44 UK" });
    expect(faultOf(phone())).toBeNull();
    press(phoneTexts.send);
    await waitFor(() => expect(faultOf(phone())).toBe("Please enter a valid phone number (6-15 digits)"));
    expect(sends()).toHaveLength(0);
  });

  it("[A8.11] shows the server's sentence beside the field", async () => {
    server.answer("POST /otp/send-otp", { status: 503, body: {} });
    open();
    type(phone(), "9876543210");
    press(phoneTexts.send);
    await waitFor(() => expect(faultOf(phone())).toBe(phoneFailureTexts.send));
  });

  it("[A5.7] keeps the country code out of a pasted number, and lets another one choose its country", async () => {
    open();
    expect(document.activeElement).toBe(phone());
    type(phone(), "+91 98765 43212");
    expect(phone().value).toBe("9876543212");
    type(phone(), "+44 7700 900123");
    expect(phone().value).toBe("7700900123");
    await screen.findByRole("combobox", { name: "Country +44 UK" });
  });

  it("can be dismissed", () => {
    open();
    press(phoneTexts.notNow);
    expect(onClose).toHaveBeenCalledOnce();
    fireEvent.keyDown(phone(), { key: "Escape" });
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe("[A2.53] the otp step", () => {
  it("asks for six digits that the phone may fill in", async () => {
    await toOtp();
    expect(otp().getAttribute("autocomplete")).toBe("one-time-code");
    expect(document.activeElement).toBe(otp());
    expect(screen.getByText("+91 9876543210")).toBeDefined();
    press(otpTexts.verify);
    await waitFor(() => expect(faultOf(otp())).toBe("Please enter a valid 6-digit OTP"));
    type(otp(), "12 34-567");
    expect(otp().value).toBe("123456");
    expect(faultOf(otp())).toBeNull();
  });

  it("[A4.6] a right code is remembered under the person's id", async () => {
    server.answer("POST /otp/verify-otp", { body: { success: true, message: "Phone number verified successfully" } });
    await toOtp();
    type(otp(), "123456");
    press(otpTexts.verify);
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce());
    expect(isRememberedVerified(userId, deviceNow())).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("[A2.53] returns after a reload, with the pending code", async () => {
    await toOtp();
    cleanup();
    open();
    expect(otp().value).toBe("");
    expect(sends()).toHaveLength(1);
    server.answer("POST /otp/verify-otp", { body: { success: true, message: "ok" } });
    type(otp(), "123456");
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce());
    cleanup();
    open();
    expect(phone().value).toBe("");
  });

  it("[A8.11] a wrong code is reported, and nothing is stored", async () => {
    server.answer("POST /otp/verify-otp", { status: 400, body: { detail: "Invalid OTP", code: "otp_wrong" } });
    await toOtp();
    type(otp(), "000000");
    press(otpTexts.verify);
    await waitFor(() => expect(faultOf(otp())).toBe("Invalid OTP"));
    expect(onVerified).not.toHaveBeenCalled();
    expect(localStorage.length).toBe(0);
  });

  it("[A2.53] Back leads to the number, and the pending code still counts", async () => {
    await toOtp();
    press(otpTexts.back);
    expect(phone().value).toBe("9876543210");
    press(phoneTexts.send);
    await screen.findByLabelText(otpTexts.otp);
    expect(sends()).toHaveLength(1);

    press(otpTexts.back);
    type(phone(), "9876543211");
    press(phoneTexts.send);
    await waitFor(() => expect(sends()).toHaveLength(2));
  });

  it("can send again after 60 s, and the new code has a session of its own", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    try {
      await toOtp();
      expect(screen.getByRole("button", { name: otpTexts.resendIn(60) })).toMatchObject({ disabled: true });
      await vi.advanceTimersByTimeAsync(60_000);
      const again = await screen.findByRole("button", { name: otpTexts.resend });
      sent("6b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b");
      type(otp(), "11111");
      fireEvent.click(again);
      await screen.findByRole("button", { name: otpTexts.resendIn(60) });
      expect(otp().value).toBe("");
      server.answer("POST /otp/verify-otp", { body: { success: true, message: "ok" } });
      type(otp(), "222222");
      press(otpTexts.verify);
      await waitFor(() =>
        expect(server.calls("POST /otp/verify-otp")[0]?.body).toMatchObject({
          session_id: "6b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b",
        }),
      );
    } finally {
      vi.useRealTimers();
    }
  });
});
