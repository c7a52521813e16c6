import { describe, expect, it } from "vitest";
import { settingNames } from "./config.ts";
import { misspeltSettings } from "./misspelt-settings.ts";

const said = (...names: string[]) => misspeltSettings(names, settingNames);

describe("an unknown name in .env", () => {
  it.each([
    ["PROT", "PORT"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["port", "PORT"],
    ["SMTP_ULR", "SMTP_URL"],
  ])("is reported with the intended one: %s", (typed, meant) => {
    expect(said(typed)).toEqual([
      `.env: ${typed} is no setting of Vriddhi and changes nothing; did you mean ${meant}?`,
    ]);
  });

  it("is reported also when it resembles no setting", () => {
    expect(said("FAVOURITE_COLOUR")).toEqual([
      ".env: FAVOURITE_COLOUR is no setting of Vriddhi and changes nothing; remove it, or look it up in .env.example",
    ]);
  });

  it("is named with its current name where the setting was renamed", () => {
    expect(said("SANDBOX_CROWD")).toEqual([
      ".env: SANDBOX_CROWD is now called SANDBOX_ACCOUNTS; the old name still works",
    ]);
  });

  it("is not reported when a setting or a tool reads it", () => {
    expect(said(...settingNames, "PROCESSES", "TEST_DATABASE_URL")).toEqual([]);
  });
});
