import { api } from "../../lib/api.ts";

/** Null: no answer came in time. */
type Standing = boolean | null;

const answers = new Map<string, Promise<Standing>>();

/** Nobody's name: a visitor is known by the address alone. */
const VISITOR = "";

/** A7.21: at the start of the application, once per page load. */
export const checkAddress = (): Promise<Standing> => hasStanding(VISITOR);

/**
 * A7.19, A7.21: asked once per page load and person. It lives beside the query cache, because public pages that
 * show the dialog travel without one. A read that failed says nothing about the phone and is not kept.
 */
export function hasStanding(userId: string): Promise<Standing> {
  const known = answers.get(userId);
  if (known !== undefined) return known;
  const answer = api("GET", "/otp/check-ip-verification").then(
    (reply) => reply.is_verified,
    () => {
      answers.delete(userId);
      return null;
    },
  );
  answers.set(userId, answer);
  return answer;
}
