import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { GuessablePasswordNote } from "./guessable-password-note.tsx";

preparePageTests();

it("says that the password is one of the most common, and links to where it is changed", async () => {
  renderSite({ at: "/today", pages: { "/today": () => <GuessablePasswordNote settingsPath="/settings" /> } });
  await screen.findByText("Your password is one of the most common.");
  expect(screen.getByRole("link", { name: "Change it in Settings" }).getAttribute("href")).toBe("/settings");
});
