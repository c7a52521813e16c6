import { adminToken, forgetAdminToken } from "./admin-session.ts";
import { type Api, ApiError, api, type Method } from "./api.ts";

const SESSION_KEY = "blog_admin";

export interface BlogAdminSession {
  readonly role: "blog_admin";
  readonly access_token: string;
  readonly token_type: string;
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off in this browser
  }
}

function storedToken(): string | null {
  const text = readItem(SESSION_KEY);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    const fields: Readonly<Record<string, unknown>> =
      typeof stored === "object" && stored !== null ? { ...stored } : {};
    return typeof fields["access_token"] === "string" ? fields["access_token"] : null;
  } catch {
    return null;
  }
}

/** The token of the blog or of the back office, which opens the blog too. `null`: no login in this browser. */
export const blogToken = (): string | null => storedToken() ?? adminToken();

export function storeBlogAdmin(accessToken: string, tokenType: string): void {
  const session: BlogAdminSession = { role: "blog_admin", access_token: accessToken, token_type: tokenType };
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

export function forgetBlogAdmin(): void {
  if (readItem(SESSION_KEY) !== null) localStorage.removeItem(SESSION_KEY);
}

/** A login by the back office's token ends with it. */
export function forgetBlogToken(): void {
  if (storedToken() === null) forgetAdminToken();
  forgetBlogAdmin();
}

type LooseApi = (method: Method, path: string, call: object) => Promise<unknown>;

/** A call of the blog's administration. A call that is refused for its token removes the stored session. */
export const blogApi: Api = (async (method: Method, path: string, call: object = {}) => {
  const bearer = blogToken() ?? undefined;
  try {
    return await (api as unknown as LooseApi)(method, path, { ...call, bearer });
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 401) forgetBlogAdmin();
    throw cause;
  }
}) as unknown as Api;

/** C6.2, C8.3: without a token no request is sent, and every fault counts as no access. */
export async function isBlogAdmin(): Promise<boolean> {
  const bearer = blogToken();
  if (bearer === null) return false;
  try {
    const { valid } = await api("GET", "/api/blog-admin/verify", { bearer });
    return valid;
  } catch {
    return false;
  }
}
