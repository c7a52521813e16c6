import { createVisitor } from "@vriddhi/sandbox/google/visitor";
import type { LightMyRequestResponse } from "fastify";
import type { TestProduct, TestSession } from "./product.ts";

/** A browser that signs in with Google at the whole product; `as` is signed in already. */
export async function visitByGoogle(product: TestProduct, email: string, as: TestSession | null = null) {
  const started = await product.send("GET", "/google-auth/signup", { as });
  const attempt = cookieIn(started, "google_attempt");
  const back = await createVisitor().signIn(started.json().auth_url, { name: "Meera Nair", email });
  const cookie = [attempt, as?.cookie].filter(Boolean).join("; ");
  const arrived = await product.send("GET", `/google-auth/callback${back.search}`, { headers: { cookie } });
  const ticket = cookieIn(arrived, "google_ticket");
  return {
    arrived,
    confirm: (body: object) => product.send("POST", "/google-auth/confirm", { body, headers: { cookie: ticket } }),
  };
}

export function cookieIn(reply: LightMyRequestResponse, name: string): string {
  const line = [reply.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith(`${name}=`));
  return line?.split(";")[0] ?? "";
}
