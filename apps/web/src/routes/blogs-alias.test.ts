import { expect, it } from "vitest";
import { clientLoader, loader } from "./blogs-alias.tsx";

it.each([
  ["/blogs", "/research"],
  ["/blogs/create?edit=1", "/research/create?edit=1"],
  ["/blogs/the-daily-stop", "/research/the-daily-stop"],
])("[C2.5] %s leads to the same place under /research", (from, to) => {
  for (const lead of [loader, clientLoader]) {
    let answer: unknown = null;
    try {
      lead({ request: new Request(`https://vriddhi.invalid${from}`) });
    } catch (redirect) {
      answer = redirect;
    }
    expect(answer).toBeInstanceOf(Response);
    expect((answer as Response).headers.get("location")).toBe(to);
  }
});
