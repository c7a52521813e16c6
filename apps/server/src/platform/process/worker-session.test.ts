import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { isProvedDead, startOf, workerName, workerSessionOf } from "./worker-session.ts";

const HOST = "here";
const lifeOf = (pid: number) => ({ host: HOST, pid, startedAt: startOf(pid) });

it("a name tells whose it is, and nonsense tells nothing", () => {
  const life = { host: HOST, pid: 4711, startedAt: "123" };
  expect(workerSessionOf(workerName(life, "ab/cd"))).toEqual(life);
  expect(workerSessionOf("w1")).toBeNull();
});

it("a process that runs or is stopped is not dead, one that was killed is", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const life = lifeOf(child.pid ?? 0);
  expect(isProvedDead(life, HOST)).toBe(false);
  child.kill("SIGSTOP");
  expect(isProvedDead(life, HOST)).toBe(false);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(isProvedDead(life, HOST)).toBe(true);
});

it("a process of another machine is never proved dead from here", () => {
  expect(isProvedDead({ host: "there", pid: 2 ** 22, startedAt: "1" }, HOST)).toBe(false);
});

it("another life under the same number is another process", () => {
  expect(isProvedDead({ ...lifeOf(process.pid), startedAt: "1" }, HOST)).toBe(true);
});
