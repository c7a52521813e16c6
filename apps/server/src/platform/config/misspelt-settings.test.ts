import { describe, expect, it } from "vitest";
import { settingNames } from "./config.ts";
import { misspeltSettings } from "./misspelt-settings.ts";

const said = (...names: string[]) => misspeltSettings(names, settingNames);

describe("a name in .env that nothing reads", () => {
  it.each([
    ["PROT", "PORT"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["port", "PORT"],
    ["SMTP_ULR", "SMTP_URL"],
  ])("is told with the one that was meant: %s", (typed, meant) => {
    expect(said(typed)).toEqual([
      `.env: ${typed} is no setting of Vriddhi and changes nothing; did you mean ${meant}?`,
    ]);
  });

  it("is told also where nothing is like it", () => {
    expect(said("FAVOURITE_COLOUR")).toEqual([
      ".env: FAVOURITE_COLOUR is no setting of Vriddhi and changes nothing; remove it, or look it up in .env.example",
    ]);
  });

  it("is named with its current name where the setting was renamed", () => {
    expect(said("SANDBOX_CROWD")).toEqual([
      ".env: SANDBOX_CROWD is now called SANDBOX_ACCOUNTS; the old name still works",
    ]);
  });

  it("is not every name: settings, and what the tools read, pass in silence", () => {
    expect(said(...settingNames, "PROCESSES", "TEST_DATABASE_URL")).toEqual([]);
  });
});
