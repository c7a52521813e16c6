/** A user's choice: an offered account (by `sub`), a typed one, or Cancel. */
export type Wish = { readonly sub: string } | { readonly name: string; readonly email: string } | "cancel";

export interface Visitor {
  /** One request with this browser's cookies; redirects are not followed. */
  open(url: string, init?: RequestInit): Promise<Response>;
  /** From the authorization address through the chooser to the redirect address. */
  signIn(authUrl: string, wish: Wish): Promise<URL>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

function toCookie(header: string): Cookie {
  const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
  const at = pair.indexOf("=");
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice("path=".length) ?? "/";
  return { name: pair.slice(0, at), value: pair.slice(at + 1), path };
}

const toForm = (wish: Wish): URLSearchParams => {
  if (wish === "cancel") return new URLSearchParams({ account: "cancel" });
  return new URLSearchParams("sub" in wish ? { account: wish.sub } : { account: "another", ...wish });
};

/** A browser without scripts, for tests: it keeps cookies and submits the chooser's forms. */
export function createVisitor(): Visitor {
  let cookies: readonly Cookie[] = [];

  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const fitting = cookies.filter(({ path }) => pathname.startsWith(path));
    const cookie = fitting.map(({ name, value }) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    const received = reply.headers.getSetCookie().map(toCookie);
    const isReplaced = (old: Cookie) => received.some(({ name, path }) => name === old.name && path === old.path);
    cookies = [...cookies.filter((old) => !isReplaced(old)), ...received.filter(({ value }) => value !== "")];
    return reply;
  }

  /** A reply's redirect; the chooser has none until its form is sent. */
  async function leave(url: string, reply: Response, wish: Wish): Promise<string> {
    if (reply.status === 200) return leave(url, await open(url, { method: "POST", body: toForm(wish) }), wish);
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
    return new URL(location, url).href;
  }

  return {
    open,
    async signIn(authUrl, wish) {
      let url = authUrl;
      while (new URL(url).origin === new URL(authUrl).origin) url = await leave(url, await open(url), wish);
      return new URL(url);
    },
  };
}
