import { REFUND_WAY } from "../../platform/mail/mail-format.ts";
import { DAY_START_TEXT } from "./thread.messages.ts";

/** Built-in answers; they cannot be deleted. */
export const builtInAnswers = [
  {
    id: "fresh-link",
    title: "Fresh link sent",
    body: "A fresh login link is on its way to you. It opens one login and works once, so please finish the login at your broker in the same browser.",
  },
  {
    id: "still-time",
    title: `Still by ${DAY_START_TEXT}`,
    body: `There is still time: once your broker is connected before ${DAY_START_TEXT}, the algorithm can start today.`,
  },
  {
    id: "broker-says-no",
    title: "Broker refused",
    body: "Your broker refused the login. Please log in at the broker's own app once, confirm what it asks for, and connect again afterwards.",
  },
  {
    id: "refund-days",
    title: "Refund on its way",
    body: `Your refund is on its way. ${REFUND_WAY}`,
  },
  {
    id: "looking",
    title: "We are looking",
    body: "Thank you for writing. We are looking at it now and answer in this thread.",
  },
] as const;
