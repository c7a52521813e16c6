import { request } from "undici";

/** A token of the desk for the operator that every sandbox has. */
export async function logInAtDesk(url: string): Promise<string> {
  const accounts = (await (await request(`${url}/sandbox/accounts`)).body.json()) as {
    readonly users: readonly { readonly email: string; readonly password: string }[];
  };
  const admin = accounts.users.find(({ email }) => email.startsWith("operator@"));
  const reply = await request(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: admin?.email ?? "", password: admin?.password ?? "" }),
  });
  const body = (await reply.body.json()) as { readonly access_token?: string };
  if (body.access_token === undefined) throw new Error(`the desk's login was answered with ${reply.statusCode}`);
  return body.access_token;
}
