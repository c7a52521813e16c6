import type { Messages } from "../../platform/http/handler.ts";

export const sandboxMessages: Messages<"clock_backwards" | "symbol_unknown" | "accounts_exist" | "process_unknown"> = {
  clock_backwards: "The market clock only moves forward. A reset takes it back to its start.",
  symbol_unknown: "The simulated exchange does not list this symbol.",
  process_unknown: "This is no process of yours. Only your own processes can be killed or stopped.",
  accounts_exist: "Accounts with this prefix exist already. Choose another one or reset the sandbox.",
};
