import { describe, expect, it } from "vitest";
import { createMetrics } from "../http/metrics.ts";
import { countLines } from "./counted-log.ts";
import { createLogger } from "./logger.ts";

function open() {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = countLines(
    createLogger("debug", (line) => void lines.push(line)),
    metrics.countLine,
  );
  return { lines, log, read: () => metrics.registry.metrics() };
}

describe("the log counters", () => {
  it("count each line by level and message, with any fields and component", async () => {
    const { log, lines, read } = open();
    log.warn({ orderId: "1" }, "payment: capture failed");
    log.child({ part: "billing" }).warn({ orderId: "2" }, "payment: capture failed");
    log.error("the disk is full");
    log.debug("this is not counted");
    const exposed = await read();
    expect(exposed).toContain('vriddhi_log_lines_total{level="warn",message="payment: capture failed"} 2');
    expect(exposed).toContain('vriddhi_log_lines_total{level="error",message="the disk is full"} 1');
    expect(exposed).not.toContain("this is not counted");
    expect(lines).toHaveLength(4);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ part: "billing", orderId: "2" });
  });

  it("have a maximum number of messages", async () => {
    const { log, read } = open();
    for (let number = 0; number < 600; number++) log.info(`line ${number}`);
    const exposed = await read();
    expect(exposed.match(/^vriddhi_log_lines_total\{/gm)).toHaveLength(501);
    expect(exposed).toContain('vriddhi_log_lines_total{level="info",message="other"} 100');
  });
});
