import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { createRequestTimes } from "./request-times.ts";

async function linesAfter(observe: (times: ReturnType<typeof createRequestTimes>) => void): Promise<string[]> {
  const registry = new Registry();
  const times = createRequestTimes();
  registry.registerMetric(times.metric);
  observe(times);
  return (await registry.metrics()).split("\n");
}

describe("the times of requests", () => {
  it("are a cumulative histogram", async () => {
    const lines = await linesAfter((times) => {
      for (const seconds of [0.001, 0.002, 0.003, 0.2, 11]) times.observe("GET", "/a", 200, seconds);
    });
    const at = (le: string) => `http_request_duration_seconds_bucket{le="${le}",method="GET",route="/a",status="200"}`;
    expect(lines).toContain("# TYPE http_request_duration_seconds histogram");
    expect(lines).toContain(`${at("0.002")} 2`);
    expect(lines).toContain(`${at("0.005")} 3`);
    expect(lines).toContain(`${at("0.1")} 3`);
    expect(lines).toContain(`${at("0.25")} 4`);
    expect(lines).toContain(`${at("10")} 4`);
    expect(lines).toContain(`${at("+Inf")} 5`);
    expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="/a",status="200"} 5');
    const sum = lines.find((line) => line.startsWith("http_request_duration_seconds_sum"));
    expect(Number(sum?.split(" ")[1])).toBeCloseTo(11.206);
  });

  it("are separate by method, route and status", async () => {
    const lines = await linesAfter((times) => {
      times.observe("GET", "/a", 200, 0.1);
      times.observe("POST", "/a", 200, 0.1);
      times.observe("GET", "/b", 200, 0.1);
      times.observe("GET", "/a", 404, 0.1);
      times.observe("GET", "/a", 200, 0.1);
    });
    const counts = lines.filter((line) => line.startsWith("http_request_duration_seconds_count"));
    expect(counts.map((line) => line.split(" ")[1]).toSorted()).toEqual(["1", "1", "1", "2"]);
  });
});
