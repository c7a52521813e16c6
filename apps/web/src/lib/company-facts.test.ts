import { expect, it } from "vitest";
import { readCompanyFacts } from "./company-facts.ts";

it("shows the operator's company facts, and no empty label", () => {
  const given = {
    SELLER_ADDRESS: "4th floor, MG Road | Bengaluru 560001",
    COMPANY_CIN: "",
    SELLER_GSTIN: "29ABCDE1234F1Z5",
  };
  expect(readCompanyFacts(JSON.stringify(given))).toEqual([
    { label: "Registered office", value: "4th floor, MG Road, Bengaluru 560001" },
    { label: "GSTIN", value: "29ABCDE1234F1Z5" },
  ]);
  expect(readCompanyFacts(undefined)).toEqual([]);
});
