import { api } from "../../lib/api.ts";

/** `null`: no answer came in time. */
type IsVerified = boolean | null;

const answers = new Map<string, Promise<IsVerified>>();

/** The key of visitors, who are known by the IP address alone. */
const VISITOR = "";

/** A7.21: at the start of the application, once per page load. */
export const checkAddress = (): Promise<IsVerified> => isVerifiedFor(VISITOR);

/** A7.19, A7.21: read once per page load, outside the query cache, which public pages lack; failures are not cached. */
export function isVerifiedFor(userId: string): Promise<IsVerified> {
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
