import { describe, expect, it } from "vitest";
import { nameField } from "./account-fields.ts";

describe("a name", () => {
  it.each(["Asha Rao", "O'Brien", "क्‍षिति", "ശ്രീ‌ജ", "José María"])("accepts %s", (name) => {
    expect(nameField.safeParse(name).success).toBe(true);
  });

  it.each(["", "   ", "\u200d\u200d", "<b>Asha</b>", "Asha\nBcc: x", "Asha\u202Eoar", "42", "x".repeat(81)])(
    "rejects %j",
    (name) => {
      expect(nameField.safeParse(name).success).toBe(false);
    },
  );
});
