import type { Messages } from "../../platform/http/handler.ts";

export const fourEyesMessages: Messages<"own_act" | "already_decided"> = {
  own_act: "You asked for this yourself: another admin has to confirm it.",
  already_decided: "This was decided already, or its time is over.",
};

export const fourEyesTexts = {
  waiting: "Waiting for a second admin",
  unknownAct: "Nothing was done: this version does not know this kind of act.",
  confirmed: "Confirmed",
  refused: "Refused",
} as const;
