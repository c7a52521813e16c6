export type Choice = { readonly sub: string } | { readonly name: string; readonly email: string } | "cancel";

export interface Visitor {
  /** One request with this browser's cookies; redirects are not followed. */
  open(url: string, init?: RequestInit): Promise<Response>;
  signIn(authUrl: string, choice: Choice): Promise<URL>;
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

const toForm = (choice: Choice): URLSearchParams => {
  if (choice === "cancel") return new URLSearchParams({ account: "cancel" });
  return new URLSearchParams("sub" in choice ? { account: choice.sub } : { account: "another", ...choice });
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

  async function leave(url: string, reply: Response, choice: Choice): Promise<string> {
    if (reply.status === 200) return leave(url, await open(url, { method: "POST", body: toForm(choice) }), choice);
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
    return new URL(location, url).href;
  }

  return {
    open,
    async signIn(authUrl, choice) {
      let url = authUrl;
      while (new URL(url).origin === new URL(authUrl).origin) url = await leave(url, await open(url), choice);
      return new URL(url);
    },
  };
}
