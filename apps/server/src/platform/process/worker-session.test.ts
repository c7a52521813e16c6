import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { isProvedDead, type Kernel, startOf, workerName, workerSessionOf } from "./worker-session.ts";

const kernel: Kernel = { host: "here", bootId: "boot-2", pidNamespace: "1", upMs: 60_000 };
const sessionOf = (pid: number) => ({ ...kernel, pid, startedAt: startOf(pid) });

it("a worker session's name identifies its process, and an invalid name identifies none", () => {
  const session = { host: "here", pid: 4711, startedAt: "123", bootId: "boot-2", pidNamespace: "1" };
  expect(workerSessionOf(workerName(session, "abcd"))).toEqual(session);
  expect(workerSessionOf("here/4711/123/abcd/boot-2")).toEqual({ ...session, pidNamespace: "" });
  expect(workerSessionOf("here/4711/123/abcd")).toEqual({ ...session, bootId: "", pidNamespace: "" });
  expect(workerSessionOf("w1")).toBeNull();
});

it("a running or stopped process is not dead, a killed one is", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const session = sessionOf(child.pid ?? 0);
  expect(isProvedDead(session, kernel)).toBe(false);
  child.kill("SIGSTOP");
  expect(isProvedDead(session, kernel)).toBe(false);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(isProvedDead(session, kernel)).toBe(true);
});

it("a process of another machine is never proved dead from here", () => {
  expect(isProvedDead({ ...sessionOf(2 ** 22), host: "there", startedAt: "1" }, kernel)).toBe(false);
});

it("a process of an earlier start of this machine is dead once this kernel started after its last sign", () => {
  const before = { ...sessionOf(process.pid), bootId: "boot-1" };
  expect(isProvedDead(before, kernel, kernel.upMs + 1)).toBe(true);
  for (const silentMs of [null, 0, kernel.upMs]) expect(isProvedDead(before, kernel, silentMs)).toBe(false);
});

it("a reused process id is another worker session", () => {
  expect(isProvedDead({ ...sessionOf(process.pid), startedAt: "1" }, kernel)).toBe(true);
});

it("a process of another container with this hostname is dead once its lease has run out", () => {
  const other = { ...sessionOf(2 ** 22), startedAt: "1", pidNamespace: "2" };
  expect(isProvedDead(other, kernel)).toBe(false);
  expect(isProvedDead(other, kernel, 0)).toBe(true);
});
