import type { GoogleAccount } from "./accounts.ts";

export const STYLESHEET_PATH = "/chooser.css";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/** Chrome also checks a form's redirects against `form-action`, so it must contain the final target. */
export const pageHeaders = (returnsTo?: string) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    ["form-action 'self'", ...(returnsTo === undefined ? [] : [new URL(returnsTo).origin])].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
});

interface Typed {
  readonly name: string;
  readonly email: string;
  readonly field: "name" | "email";
  readonly fault: string;
}

export interface ChooserView {
  readonly action: string;
  readonly appName: string;
  readonly accounts: readonly GoogleAccount[];
  readonly refused: Typed | null;
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<main>
<p class="badge">Sandbox</p>
${content}
</main>
<footer>A stand-in for Google that runs on this machine. No real account is used and nothing leaves it.</footer>
</body>
</html>
`;

const accountRow = ({ sub, name, email, note }: GoogleAccount): string => `<li>
<button class="account" name="account" value="${sub}">
<span class="avatar" aria-hidden="true">${escapeHtml(initialsOf(name))}</span>
<span class="who"><b>${escapeHtml(name)}</b><span>${escapeHtml(email)}</span><small>${escapeHtml(note)}</small></span>
</button>
</li>`;

export function chooserPage({ action, appName, accounts, refused }: ChooserView): string {
  const form = `<form method="post" action="${escapeHtml(action)}">`;
  const fault = refused ? `<p class="fault" id="fault" role="alert">${escapeHtml(refused.fault)}</p>` : "";
  const marks = (field: Typed["field"]) =>
    refused?.field === field ? ' aria-invalid="true" aria-describedby="fault" autofocus' : "";
  return page(
    "Choose an account",
    `<h1>Choose an account</h1>
<p>to continue to <b>${escapeHtml(appName)}</b></p>
${form}
<ul>
${accounts.map(accountRow).join("\n")}
</ul>
</form>
<details${refused ? " open" : ""}>
<summary>Use another account</summary>
${form}
<input type="hidden" name="account" value="another">
${fault}
<label for="name">Name</label>
<input id="name" name="name" required maxlength="200" autocomplete="off" value="${escapeHtml(refused?.name ?? "")}"${marks("name")}>
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${escapeHtml(refused?.email ?? "")}"${marks("email")}>
<button class="primary">Continue</button>
</form>
</details>
${form}
<button class="plain" name="account" value="cancel">Cancel</button>
</form>`,
  );
}

export const faultPage = (title: string, sentence: string): string =>
  page(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(sentence)}</p>`);

export const pictureOf = ({ name }: GoogleAccount): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#2f5fc4"/><text x="48" y="48" fill="#fff" font-family="sans-serif" font-size="40" text-anchor="middle" dominant-baseline="central">${escapeHtml(initialsOf(name))}</text></svg>`;

export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #eef1f7; --card: #fff; --line: #d5dbe7; --edge: #737e93; --text: #172033; --muted: #515d73;
  --blue: #2450b2; --on-blue: #fff; --hover: #f1f4fb; --fault: #a8230f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10141d; --card: #191f2b; --line: #2e3747; --edge: #7d899f; --text: #e9edf5; --muted: #a5b0c4;
    --blue: #9bbcff; --on-blue: #0d1a36; --hover: #222a39; --fault: #ff9c87;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 24px 12px; display: flex; flex-direction: column; align-items: center;
  justify-content: center; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
}
main {
  width: 100%; max-width: 26rem; padding: 28px 20px 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; overflow-wrap: anywhere;
}
.badge {
  display: inline-block; margin: 0 0 12px; padding: 2px 10px; border: 1px solid var(--edge); border-radius: 99px;
  color: var(--muted); font-size: 13px;
}
h1 { margin: 0; font-size: 24px; line-height: 1.25; font-weight: 600; }
h1 + p { margin: 4px 0 20px; color: var(--muted); }
ul { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
button { font: inherit; color: inherit; cursor: pointer; }
.account {
  width: 100%; min-height: 64px; padding: 10px 8px; display: flex; gap: 14px; align-items: center; border: 0;
  background: none; text-align: start;
}
.account:hover, summary:hover, .plain:hover { background: var(--hover); }
.avatar {
  flex: none; width: 40px; height: 40px; display: grid; place-items: center; border-radius: 50%;
  background: var(--blue); color: var(--on-blue); font-weight: 600; font-size: 15px;
}
.who { display: grid; min-width: 0; }
.who span, .who small { color: var(--muted); font-size: 14px; }
details { border-bottom: 1px solid var(--line); margin-bottom: 16px; }
summary { min-height: 48px; padding: 12px 8px; cursor: pointer; }
details form { padding: 4px 8px 20px; }
label { display: block; margin: 12px 0 4px; font-size: 14px; }
input { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
[aria-invalid] { border: 2px solid var(--fault); }
.fault { margin: 8px 0 0; color: var(--fault); }
.primary, .plain { min-height: 44px; padding: 8px 20px; border-radius: 8px; font-weight: 600; }
.primary { width: 100%; margin-top: 20px; border: 0; background: var(--blue); color: var(--on-blue); }
.plain { width: 100%; border: 1px solid var(--edge); background: none; }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
footer { max-width: 26rem; margin: 16px 0 0; color: var(--muted); font-size: 13px; text-align: center; }
`;
