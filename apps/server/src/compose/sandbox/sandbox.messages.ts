import type { Messages } from "../../platform/http/handler.ts";

export const sandboxMessages: Messages<"clock_backwards" | "symbol_unknown" | "accounts_exist"> = {
  clock_backwards: "The market clock only moves forward. A reset takes it back to its start.",
  symbol_unknown: "The simulated exchange does not list this symbol.",
  accounts_exist: "Accounts with this prefix exist already. Choose another one or reset the sandbox.",
};
