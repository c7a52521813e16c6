import { api } from "../../lib/api.ts";

const answers = new Map<string, Promise<boolean>>();

/** Nobody's name: a visitor is known by the address alone. */
const VISITOR = "";

/** A7.21: at the start of the application, once per page load. */
export const checkAddress = (): Promise<boolean> => hasStanding(VISITOR);

/**
 * A7.19, A7.21: asked once per page load and person. It lives beside the query cache, because public pages that
 * show the dialog travel without one. A yes only hides the dialog; silence hides nothing.
 */
export function hasStanding(userId: string): Promise<boolean> {
  const known = answers.get(userId);
  if (known !== undefined) return known;
  const answer = api("GET", "/otp/check-ip-verification").then(
    (reply) => reply.is_verified,
    () => false,
  );
  answers.set(userId, answer);
  return answer;
}
