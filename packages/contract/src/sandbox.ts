import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const to = z.strictObject({ to: z.string().max(254).optional() });

const clockReply = z.strictObject({
  now: z.iso.datetime({ offset: true }).describe("the simulated instant, in IST"),
  speed: z.number().min(0).describe("simulated seconds per second; 0 is frozen"),
  held: z.boolean().describe("waits for Play or the first run"),
  play_speed: z.number().min(0).describe("the speed that Play gives it"),
});

const faultTarget = z.enum(["sms", "mail", "google"]);
const faultKind = z.enum(["timeout", "http500", "drop-after-accept", "drop-before-accept", "throttle", "reject"]);

const faultsReply = z.strictObject({
  faults: z.array(z.strictObject({ target: faultTarget, kind: faultKind, count: z.int() })),
});

/** Beyond the year 9999 an instant has no text that the database reads; this leaves the clock room to run on. */
const CLOCK_END = Date.parse("2100-01-01T00:00:00Z");

/** The control API of the sandbox. */
export const sandboxEndpoints = {
  listMail: endpoint({
    method: "GET",
    path: "/sandbox/mail",
    summary: "Caught mail, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(
      z.strictObject({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        at: z.iso.datetime(),
      }),
    ),
    problems: [],
  }),
  listSms: endpoint({
    method: "GET",
    path: "/sandbox/sms",
    summary: "Caught text messages, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(z.strictObject({ id: z.string(), to: z.string(), text: z.string(), at: z.iso.datetime() })),
    problems: [],
  }),
  readClock: endpoint({
    method: "GET",
    path: "/sandbox/clock",
    summary: "The simulated market clock",
    access: "sandbox",
    reply: clockReply,
    problems: [],
  }),
  setClock: endpoint({
    method: "POST",
    path: "/sandbox/clock",
    summary: "Move the market clock forward or change its speed",
    access: "sandbox",
    body: z.strictObject({
      now: z.iso
        .datetime({ offset: true })
        .refine((text) => Date.parse(text) < CLOCK_END, "The market clock ends with the year 2099")
        .optional(),
      speed: z.number().min(0).max(10_000).optional(),
    }),
    reply: clockReply,
    problems: ["clock_backwards"],
  }),
  readDemoAccounts: endpoint({
    method: "GET",
    path: "/sandbox/accounts",
    summary: "Demo logins and the simulators' addresses",
    access: "sandbox",
    reply: z.strictObject({
      users: z.array(z.strictObject({ email: z.string(), password: z.string(), name: z.string(), note: z.string() })),
      mail: z.strictObject({ smtpUrl: z.string() }),
      sms: z.strictObject({ baseUrl: z.string(), apiKey: z.string() }),
      google: z.strictObject({ issuer: z.string() }),
    }),
    problems: [],
  }),
  resetSandbox: endpoint({
    method: "POST",
    path: "/sandbox/reset",
    summary: "Back to the seeded state",
    access: "sandbox",
    reply: z.strictObject({ message: z.string() }),
    problems: [],
  }),
  setFault: endpoint({
    method: "POST",
    path: "/sandbox/faults",
    summary: "Let a simulator misbehave for the next calls",
    access: "sandbox",
    body: z.strictObject({ target: faultTarget, kind: faultKind, count: z.int().min(1).max(1_000).optional() }),
    reply: faultsReply,
    problems: [],
  }),
  listFaults: endpoint({
    method: "GET",
    path: "/sandbox/faults",
    summary: "The faults that still wait for their calls",
    access: "sandbox",
    reply: faultsReply,
    problems: [],
  }),
  clearFaults: endpoint({
    method: "DELETE",
    path: "/sandbox/faults",
    summary: "All simulators behave again",
    access: "sandbox",
    reply: z.strictObject({ message: z.string() }),
    problems: [],
  }),
};
