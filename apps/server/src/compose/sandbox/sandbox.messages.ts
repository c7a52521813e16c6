import type { Messages } from "../../platform/http/handler.ts";

export const sandboxMessages: Messages<"clock_backwards"> = {
  clock_backwards: "The market clock only moves forward. A reset takes it back to its start.",
};
