import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { isProvedDead, startOf, workerName, workerSessionOf } from "./worker-session.ts";

const HOST = "here";
const sessionOf = (pid: number) => ({ host: HOST, pid, startedAt: startOf(pid) });

it("a worker session's name identifies its process, and an invalid name identifies none", () => {
  const session = { host: HOST, pid: 4711, startedAt: "123" };
  expect(workerSessionOf(workerName(session, "ab/cd"))).toEqual(session);
  expect(workerSessionOf("w1")).toBeNull();
});

it("a running or stopped process is not dead, a killed one is", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const session = sessionOf(child.pid ?? 0);
  expect(isProvedDead(session, HOST)).toBe(false);
  child.kill("SIGSTOP");
  expect(isProvedDead(session, HOST)).toBe(false);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(isProvedDead(session, HOST)).toBe(true);
});

it("a process of another machine is never proved dead from here", () => {
  expect(isProvedDead({ host: "there", pid: 2 ** 22, startedAt: "1" }, HOST)).toBe(false);
});

it("a reused process id is another worker session", () => {
  expect(isProvedDead({ ...sessionOf(process.pid), startedAt: "1" }, HOST)).toBe(true);
});
