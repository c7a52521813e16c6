import type { Messages } from "../../platform/http/handler.ts";

export const approvalMessages: Messages<"approval_over"> = {
  approval_over: "This entry was decided already.",
};
