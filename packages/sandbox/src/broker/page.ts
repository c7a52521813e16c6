/** Plain, readable on a phone, clearly not the brokers' real pages. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");

const STYLE = `
  :root { color-scheme: light; }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: #eef1f6; color: #131a2b;
    font: 16px/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 400px; background: #fff; border-radius: 14px; padding: 28px 24px; box-shadow: 0 8px 40px #131a2b1f; }
  h1 { font-size: 22px; margin: 4px 0 4px; } p { margin: 4px 0 16px; color: #475069; }
  .note { font-size: 13px; letter-spacing: .04em; text-transform: uppercase; color: #5b6478; margin: 0; }
  label { display: block; font-weight: 600; margin: 14px 0 6px; }
  input { width: 100%; min-height: 48px; padding: 10px 12px; font: inherit; border: 1px solid #8a93a8; border-radius: 8px; }
  button { width: 100%; min-height: 48px; margin-top: 20px; font: inherit; font-weight: 600; color: #fff; background: #1f4fd1; border: 0; border-radius: 8px; }
  [role=alert] { color: #9b1c31; font-weight: 600; }
`;

export interface PageField {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "password";
  readonly inputMode?: "numeric" | "text";
  readonly value?: string;
}

export interface LoginPage {
  readonly broker: string;
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  readonly submit: string;
  readonly fields: readonly PageField[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly fault: string | null;
}

const field = ({ name, label, type = "text", inputMode = "text", value = "" }: PageField): string => `
  <label for="${escapeHtml(name)}">${escapeHtml(label)}</label>
  <input id="${escapeHtml(name)}" name="${escapeHtml(name)}" type="${type}" inputmode="${inputMode}" value="${escapeHtml(value)}" autocomplete="off" required>`;

const hiddenField = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

export const loginPage = (page: LoginPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.heading)}</title><style>${STYLE}</style></head>
<body><main>
<p class="note">Sandbox · simulates ${escapeHtml(page.broker)}</p>
<h1>${escapeHtml(page.heading)}</h1>
<p>${escapeHtml(page.text)}</p>
${page.fault === null ? "" : `<p role="alert">${escapeHtml(page.fault)}</p>`}
<form method="post" action="${escapeHtml(page.action)}">
${Object.entries(page.hidden).map(hiddenField).join("")}
${page.fields.map(field).join("")}
<button type="submit">${escapeHtml(page.submit)}</button>
</form>
</main></body></html>`;

export const noticePage = (broker: string, heading: string, text: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title><style>${STYLE}</style></head>
<body><main><p class="note">Sandbox · simulates ${escapeHtml(broker)}</p>
<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p></main></body></html>`;
