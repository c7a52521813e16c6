import type { Messages } from "../../platform/http/handler.ts";

export const setupMessages: Messages<"setup_failed" | "setup_by_hand"> = {
  setup_failed: "Storage setup failed. Please try again in a minute.",
  setup_by_hand: "This key may not set up the backend. Please run the SQL script manually.",
};

export const bucketFailed = (reason: string): string =>
  `Bucket creation failed: ${reason}. Please run the SQL script manually in the backend's SQL editor.`;
