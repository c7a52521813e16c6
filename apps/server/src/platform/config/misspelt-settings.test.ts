import { describe, expect, it } from "vitest";
import { settingNames } from "./config.ts";
import { misspeltSettings } from "./misspelt-settings.ts";

const warningsOf = (...names: string[]) => misspeltSettings(names, settingNames);

describe("an unknown name in .env", () => {
  it.each([
    ["PROT", "PORT"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["port", "PORT"],
    ["SMTP_ULR", "SMTP_URL"],
  ])("is reported with the intended name: %s", (typed, meant) => {
    expect(warningsOf(typed)).toEqual([
      `.env: ${typed} is no setting of Vriddhi and changes nothing; did you mean ${meant}?`,
    ]);
  });

  it("is reported when it resembles no setting", () => {
    expect(warningsOf("FAVOURITE_COLOUR")).toEqual([
      ".env: FAVOURITE_COLOUR is no setting of Vriddhi and changes nothing; remove it, or look it up in .env.example",
    ]);
  });

  it("is reported with the current name when the setting was renamed", () => {
    expect(warningsOf("SANDBOX_CROWD")).toEqual([
      ".env: SANDBOX_CROWD is now called SANDBOX_ACCOUNTS; the old name still works",
    ]);
  });

  it("is not assumed for a name that the product or a tool reads", () => {
    expect(warningsOf(...settingNames, "PROCESSES", "TEST_DATABASE_URL")).toEqual([]);
  });
});
