import type { LightMyRequestResponse } from "fastify";
import { sessionOf, type TestProduct, type TestSession } from "./product.ts";
import {
  type Answer,
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type Twist,
} from "./software-authenticator.ts";

export const PASSKEY_HOST = "trade.vriddhi.example";
export const PASSKEY_ORIGIN = `http://${PASSKEY_HOST}`;

/** The two ceremonies as a browser runs them; `change` alters the answer in transit. */
export interface PasskeyFixture {
  makeAuthenticator(isCounting?: boolean): SoftwareAuthenticator;
  askToAdd(as: TestSession): Promise<{ challenge: string }>;
  postAdd(as: TestSession, response: unknown, name?: string): Promise<LightMyRequestResponse>;
  add(as: TestSession, key: SoftwareAuthenticator, twist?: Twist): Promise<LightMyRequestResponse>;
  askToLogIn(): Promise<{ challengeId: string; challenge: string }>;
  postLogIn(challengeId: string, response: unknown): Promise<LightMyRequestResponse>;
  logIn(key: SoftwareAuthenticator, twist?: Twist): Promise<LightMyRequestResponse>;
}

export function createPasskeyFixture(product: TestProduct): PasskeyFixture {
  const askToAdd: PasskeyFixture["askToAdd"] = async (as) =>
    (await product.send("POST", "/auth/passkeys/options", { as })).json().options;
  const postAdd: PasskeyFixture["postAdd"] = (as, response, name = "My laptop") =>
    product.send("POST", "/auth/passkeys", { as, body: { name, response } });
  const askToLogIn: PasskeyFixture["askToLogIn"] = async () => {
    const { challenge_id, options } = (await product.send("POST", "/auth/passkeys/login-options")).json();
    return { challengeId: challenge_id, challenge: options.challenge };
  };
  const postLogIn: PasskeyFixture["postLogIn"] = (challengeId, response) =>
    product.send("POST", "/auth/passkeys/login", { body: { challenge_id: challengeId, response } });
  return {
    makeAuthenticator: (isCounting = true) =>
      createSoftwareAuthenticator({ origin: PASSKEY_ORIGIN, rpId: PASSKEY_HOST, isCounting }),
    askToAdd,
    postAdd,
    add: async (as, key, twist) => postAdd(as, key.create(await askToAdd(as), twist)),
    askToLogIn,
    postLogIn,
    async logIn(key, twist) {
      const asked = await askToLogIn();
      return postLogIn(asked.challengeId, key.get(asked, twist));
    },
  };
}

export async function visitorOf(product: TestProduct, reply: LightMyRequestResponse): Promise<string | null> {
  if (reply.headers["set-cookie"] === undefined) return null;
  return (await product.send("GET", "/auth/profile", { as: sessionOf(reply) })).json().id ?? null;
}

export const withPart = (answer: Answer, part: string, value: unknown): Answer => ({
  ...answer,
  response: { ...answer.response, [part]: value },
});
