import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DAY_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock, VIRTUAL_START, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFaults, type FaultKind, type Faults } from "../faults/faults.ts";
import { type SmsSimulator, startSms } from "./start-sms.ts";

const KEY = "sandbox-key";
const PHONE = "919876543210";
const SESSION = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let clock: VirtualClock;
let faults: Faults;
let sms: SmsSimulator;

beforeEach(async () => {
  clock = createVirtualClock();
  faults = createFaults();
  sms = await startSms({ clock, faults, random: createSeededRandom(7), apiKey: KEY });
});

afterEach(() => sms.stop());

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(sms.baseUrl + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const twofactor = (path: string, key = KEY) => call(`/API/V1/${key}/SMS/${path}`);
const success = (details: unknown) => ({ status: 200, body: { Status: "Success", Details: details } });
const failure = (details: unknown) => ({ status: 400, body: { Status: "Error", Details: details } });
const codeIn = (text: string | undefined) => /\b\d{4,9}\b/.exec(text ?? "")?.[0] ?? "";
const newestCode = () => codeIn(sms.list()[0]?.text);
const other = (code: string) => (code === "000000" ? "111111" : "000000");

describe("2Factor, sending", () => {
  it("replies with a session id; the code is in the caught message only", async () => {
    const sent = await twofactor(`${PHONE}/AUTOGEN`);

    expect(sent).toEqual(success(expect.stringMatching(SESSION)));
    expect(sms.list()).toEqual([
      {
        id: expect.any(String),
        to: "+919876543210",
        text: expect.stringMatching(/\b\d{6}\b/),
        at: new Date(VIRTUAL_START).toISOString(),
      },
    ]);
    expect(JSON.stringify(sent.body)).not.toContain(newestCode());
  });

  it.each(["AUTOGEN/LOGIN1", "AUTOGEN2/LOGIN1", "AUTOGEN3/LOGIN1"])("%s uses the named template", async (action) => {
    expect(await twofactor(`${PHONE}/${action}`)).toEqual(success(expect.stringMatching(SESSION)));
    expect(sms.list()[0]?.text).toContain("LOGIN1");
  });

  it.each(["482913", "482913/LOGIN1", "4829"])("sends the caller's own code: %s", async (action) => {
    expect(await twofactor(`${PHONE}/${action}`)).toEqual(success(expect.stringMatching(SESSION)));
    expect(newestCode()).toBe(action.split("/")[0]);
  });

  it("accepts POST and GET alike", async () => {
    const path = `/API/V1/${KEY}/SMS/${PHONE}/AUTOGEN`;
    expect(await call(path, { method: "POST", body: "x" })).toEqual(success(expect.stringMatching(SESSION)));
  });

  it.each(["9876543210", "919876543210", "+919876543210", "%2B919876543210"])(
    "accepts the phone as %s",
    async (form) => {
      await twofactor(`${form}/AUTOGEN`);

      for (const spelling of ["9876543210", "919876543210", "+91 98765 43210"]) {
        expect(sms.list(spelling)).toHaveLength(1);
      }
      expect(sms.list("9876543211")).toEqual([]);
    },
  );

  it.each(["98765", "9198765432101", "abc", ""])("refuses the phone %j by its length", async (phone) => {
    expect(await twofactor(`${phone}/AUTOGEN`)).toEqual(
      failure("Invalid Phone Number - Length Mismatch(Expected: 10)"),
    );
    expect(sms.list()).toEqual([]);
  });

  it("refuses a wrong key, a wrong code and an unknown service", async () => {
    expect(await twofactor(`${PHONE}/AUTOGEN`, "other")).toEqual(failure("Invalid API Key - No Account Exists"));
    expect(await twofactor(`${PHONE}/12ab`)).toEqual(failure("Invalid OTP Value"));
    expect(await call(`/API/V1/${KEY}/BAL/SMS`)).toEqual(failure("Invalid API Endpoint"));
    expect((await call("/elsewhere")).status).toBe(404);
  });

  it("survives an address that cannot be decoded", async () => {
    expect((await fetch(`${sms.baseUrl}/API/V1/${KEY}/SMS/%E0%A4%A/AUTOGEN`)).status).toBe(400);
    expect((await twofactor(`${PHONE}/AUTOGEN`)).status).toBe(200);
  });
});

describe("2Factor, verifying", () => {
  it("matches by session any number of times, so the caller must limit a code to one use", async () => {
    const { body } = await twofactor(`${PHONE}/AUTOGEN`);
    const code = newestCode();

    expect(await twofactor(`VERIFY/${body["Details"]}/${code}`)).toEqual(success("OTP Matched"));
    expect(await twofactor(`VERIFY/${body["Details"]}/${code}`)).toEqual(success("OTP Matched"));
    expect(await twofactor(`VERIFY/${body["Details"]}/${other(code)}`)).toEqual(failure("OTP Mismatch"));
    expect(await twofactor(`VERIFY/${body["Details"]}`)).toEqual(failure("OTP Mismatch"));
  });

  it("matches the caller's own code by session", async () => {
    const { body } = await twofactor(`${PHONE}/482913/LOGIN1`);
    expect(await twofactor(`VERIFY/${body["Details"]}/482913`)).toEqual(success("OTP Matched"));
  });

  it("matches by phone only the newest code", async () => {
    await twofactor(`${PHONE}/111111`);
    await twofactor(`${PHONE}/222222`);

    expect(await twofactor(`VERIFY3/${PHONE}/111111`)).toEqual(failure("OTP Mismatch"));
    expect(await twofactor("VERIFY3/9876543210/222222")).toEqual(success("OTP Matched"));
  });

  it("reports an expired code as a success, as the real service reportedly does", async () => {
    const { body } = await twofactor(`${PHONE}/482913`);
    clock.advance(10 * MINUTE_MS - 1);
    expect(await twofactor(`VERIFY/${body["Details"]}/482913`)).toEqual(success("OTP Matched"));

    clock.advance(1);
    expect(await twofactor(`VERIFY/${body["Details"]}/482913`)).toEqual(success("OTP Expired"));
    expect(await twofactor(`VERIFY3/${PHONE}/482913`)).toEqual(success("OTP Expired"));
  });

  it("refuses an unknown session or phone", async () => {
    const unknown = failure("Invalid API / SessionId Combination - No Entry Exists");
    expect(await twofactor("VERIFY/6f0c2c1e-0d0b-4c56-9a77-0b7a4e0d1c11/482913")).toEqual(unknown);
    expect(await twofactor(`VERIFY3/${PHONE}/482913`)).toEqual(unknown);
  });

  it("deletes messages and codes on request", async () => {
    const { body } = await twofactor(`${PHONE}/482913`);
    sms.clear();

    expect(sms.list()).toEqual([]);
    expect((await twofactor(`VERIFY/${body["Details"]}/482913`)).status).toBe(400);
  });
});

describe("MSG91", () => {
  const headers = { authkey: KEY };
  const send = (query: string, init: RequestInit = { headers }) =>
    call(`/msg91/api/v5/otp?${query}`, { method: "POST", ...init });
  const ask = (path: string) => call(`/msg91/api/v5/otp/${path}`, { headers });
  const no = (message: string) => ({ status: 200, body: { type: "error", message } });
  const complete = `template_id=T1&mobile=${PHONE}&otp_length=6&otp_expiry=5`;

  it("sends and verifies once", async () => {
    const sent = await send(complete);
    const code = newestCode();
    expect(sent).toEqual({ status: 200, body: { type: "success", request_id: expect.any(String) } });
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(sent.body)).not.toContain(code);

    expect(await ask(`verify?mobile=${PHONE}&otp=${other(code)}`)).toEqual(no("OTP not match"));
    expect(await ask(`verify?mobile=${PHONE}&otp=${code}`)).toEqual({
      status: 200,
      body: { type: "success", message: "OTP verified success" },
    });
    expect(await ask(`verify?mobile=${PHONE}&otp=${code}`)).toEqual(no("Mobile no. already verified"));
  });

  it("sends the caller's code, and by default a code of four digits valid for a day", async () => {
    await send(`template_id=T1&mobile=${PHONE}&otp=482913`);
    expect(newestCode()).toBe("482913");

    await send(`template_id=T1&mobile=${PHONE}`);
    expect(newestCode()).toMatch(/^\d{4}$/);
    clock.advance(DAY_MS - 1);
    expect((await ask(`verify?mobile=${PHONE}&otp=${newestCode()}`)).body["type"]).toBe("success");
  });

  it("lets a code expire", async () => {
    await send(complete);
    clock.advance(5 * MINUTE_MS);

    expect(await ask(`verify?mobile=${PHONE}&otp=${newestCode()}`)).toEqual(no("OTP expired"));
    expect(await ask(`retry?mobile=${PHONE}&retrytype=text`)).toEqual(no("No OTP request found to retryotp"));
  });

  it("sends the same code again as a text or by voice", async () => {
    await send(complete);
    const code = newestCode();

    expect((await ask(`retry?mobile=${PHONE}&retrytype=text`)).body["type"]).toBe("success");
    expect((await ask(`retry?mobile=${PHONE}&retrytype=voice`)).body["type"]).toBe("success");
    expect(sms.list().map((message) => codeIn(message.text))).toEqual([code, code, code]);
    expect(sms.list()[0]?.text).toContain("Voice call");
  });

  it("refuses a request with HTTP 200 and an error body", async () => {
    expect(await send(complete, {})).toEqual(no("Invalid authkey"));
    expect(await send(`mobile=${PHONE}`)).toEqual(no("Template ID Missing or Invalid Template"));
    expect(await send("template_id=T1&mobile=12")).toEqual(no("Mobile number empty or not numeric"));
    expect(await send(`template_id=T1&mobile=${PHONE}&otp_length=12`)).toEqual(no("Invalid OTP length"));
    expect(await ask(`verify?mobile=${PHONE}&otp=1`)).toEqual(no("Mobile no. not found"));
    expect((await ask(`nothing?mobile=${PHONE}`)).status).toBe(404);
    expect(sms.list()).toEqual([]);
  });

  it("accepts the key in the query too", async () => {
    expect((await send(`${complete}&authkey=${KEY}`, {})).body["type"]).toBe("success");
  });
});

describe("a text message simulator with a fault", () => {
  const path = `/API/V1/${KEY}/SMS/${PHONE}/AUTOGEN`;
  const fetchWith = (kind: FaultKind, address = path) => {
    faults.set("sms", kind);
    return fetch(sms.baseUrl + address, kind === "timeout" ? { signal: AbortSignal.timeout(200) } : {});
  };

  it("timeout never answers", async () => {
    await expect(fetchWith("timeout")).rejects.toMatchObject({ name: "TimeoutError" });
    expect(sms.list()).toEqual([]);
  });

  it("http500 answers without JSON", async () => {
    const response = await fetchWith("http500");
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("<h1>");
    expect(sms.list()).toEqual([]);
  });

  it("throttle answers 429 with Retry-After", async () => {
    const response = await fetchWith("throttle");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({ Status: "Error" });
  });

  it("reject refuses in each gateway's format", async () => {
    const words = "Message Rejected By Operator";
    const twofactorReply = await fetchWith("reject");
    expect([twofactorReply.status, await twofactorReply.json()]).toEqual([400, failure(words).body]);
    const msg91Reply = await fetchWith("reject", "/msg91/api/v5/otp");
    expect([msg91Reply.status, await msg91Reply.json()]).toEqual([200, { type: "error", message: words }]);
    expect(sms.list()).toEqual([]);
  });

  it("drop-before-accept hangs up and sends nothing", async () => {
    await expect(fetchWith("drop-before-accept")).rejects.toThrow("fetch failed");
    expect(sms.list()).toEqual([]);
  });

  it("drop-after-accept sends and hangs up", async () => {
    await expect(fetchWith("drop-after-accept")).rejects.toThrow("fetch failed");
    expect(sms.list()).toHaveLength(1);
  });

  it("answers normally again after the fault's count", async () => {
    await (await fetchWith("http500")).text();
    expect((await call(path)).status).toBe(200);
  });
});

it("replays the same codes from the same seed", async () => {
  await twofactor(`${PHONE}/AUTOGEN`);
  const again = await startSms({ clock, faults, random: createSeededRandom(7), apiKey: KEY });
  await (await fetch(`${again.baseUrl}/API/V1/${KEY}/SMS/${PHONE}/AUTOGEN`)).text();

  expect(again.list()[0]?.text).toBe(sms.list()[0]?.text);
  await again.stop();
});
