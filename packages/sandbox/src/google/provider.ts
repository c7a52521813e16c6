import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brand } from "@vriddhi/core/site/brand";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import Provider, { type Configuration, interactionPolicy, type JWK } from "oidc-provider";
import { type Accounts, profileClaims } from "./accounts.ts";
import { faultPage, pageHeaders } from "./pages.ts";
import { createProviderMemory, type ProviderMemory } from "./provider-memory.ts";

export const CHOOSER_PATH = "/signin/accountchooser/";

export interface GoogleClientSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Read at every request: the product may learn its own address after the simulator has started. */
  redirectUris(): readonly string[];
}

const seconds = (durationMs: number): number => durationMs / SECOND_MS;

const routes = {
  authorization: "/o/oauth2/v2/auth",
  token: "/token",
  userinfo: "/v1/userinfo",
  jwks: "/oauth2/v3/certs",
  revocation: "/revoke",
} as const;
export const TOKEN_PATH = routes.token;

const ttl = {
  AccessToken: seconds(HOUR_MS) - 1,
  AuthorizationCode: seconds(10 * MINUTE_MS),
  IdToken: seconds(HOUR_MS),
  Grant: seconds(DAY_MS),
  Interaction: seconds(HOUR_MS),
  Session: seconds(DAY_MS),
};

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const kid = randomBytes(20).toString("hex");
  return { ...(privateKey.export({ format: "jwk" }) as JWK), kid, use: "sig", alg: "RS256" };
}

/** Generating a key takes a good part of a second: all providers of a process share one. */
let signingKey: Promise<JWK> | null = null;

/** The library knows `login` and `consent`; Google also has `select_account`. */
function promptPolicy() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return policy;
}

const features: Configuration["features"] = {
  devInteractions: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  userinfo: { enabled: true },
  revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
};

export async function createProvider(
  issuer: string,
  settings: GoogleClientSettings,
  accounts: Accounts,
): Promise<{ provider: Provider; memory: ProviderMemory }> {
  signingKey ??= newSigningKey();
  const memory = createProviderMemory(() => ({
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    client_name: brand.name,
    redirect_uris: [...settings.redirectUris()],
    response_types: ["code"],
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "client_secret_post",
  }));
  const provider = new Provider(issuer, {
    adapter: memory.adapterFor,
    jwks: { keys: [await signingKey] },
    routes,
    ttl,
    features,
    scopes: ["openid"],
    claims: {
      openid: ["sub", "azp"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "picture"],
    },
    // Google puts the profile into the ID token.
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_post", "client_secret_basic"],
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    pkce: { required: () => true },
    expiresWithSession: () => false,
    issueRefreshToken: async () => false,
    clientBasedCORS: () => false,
    // Cookies ignore ports: own names avoid conflicts with the product and other simulators.
    cookies: {
      keys: [randomBytes(32).toString("hex")],
      names: { session: "google_session", interaction: "google_interaction", resume: "google_resume" },
    },
    interactions: { policy: promptPolicy(), url: (_ctx, interaction) => `${CHOOSER_PATH}${interaction.uid}` },
    findAccount: async (_ctx, sub) => {
      const person = accounts.find(sub);
      if (!person) return undefined;
      const azp = { azp: settings.clientId };
      return {
        accountId: sub,
        claims: async (use) => ({ sub, ...profileClaims(person, issuer), ...(use === "id_token" ? azp : {}) }),
      };
    },
    renderError: (ctx, out) => {
      ctx.set(pageHeaders());
      ctx.body = faultPage(
        `Error ${ctx.status}: ${out.error}`,
        out.error_description ?? "The request cannot be served.",
      );
    },
  });
  provider.silent = true;
  return { provider, memory };
}
