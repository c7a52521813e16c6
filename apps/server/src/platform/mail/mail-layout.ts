import { brand } from "@vriddhi/core/site/brand";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

export type MailFact = readonly [name: string, value: string];

export interface MailParts {
  readonly heading: string;
  readonly kicker?: string;
  readonly paragraphs: readonly string[];
  /** A longer text below the paragraphs: sanitised HTML, and the source text. */
  readonly article?: { readonly html: string; readonly text: string };
  readonly code?: string;
  /** The one action; `leadsTo` is a path of ours or a whole address. */
  readonly button?: { readonly label: string; readonly leadsTo: string };
  readonly facts?: readonly MailFact[];
  /** The facts are the news, and the button is secondary. */
  readonly hasFactsFirst?: boolean;
  readonly closing: string;
  /** The preview beside the subject; otherwise the first paragraph. */
  readonly preview?: string;
  readonly reason?: string;
  readonly leave?: { readonly label: string; readonly leadsTo: string };
}

const ACCOUNT_REASON = `You get this mail because you have a ${brand.name} account.`;

/** The design tokens: light in the elements, dark by their classes. */
const STYLE = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.bg{background:#070b14!important}.cd{background:#0e1526!important;border-color:#212c44!important}.t{color:#e8edf6!important}.m{color:#9eabc2!important}.ln{border-color:#212c44!important}.rs{background:#172036!important}.lk{color:#8ab8ff!important}.lf{fill:#e8edf6!important}}@media(max-width:340px){.px{padding-left:18px!important;padding-right:18px!important}.code{font-size:30px!important;letter-spacing:5px!important}}`;
/** An article has plain elements without a class. */
const ARTICLE_STYLE = `.ar{overflow-wrap:anywhere}.ar h2,.ar h3,.ar h4{margin:24px 0 8px;font-size:18px;line-height:24px}.ar p,.ar ul,.ar ol{margin:0 0 16px}.ar ul,.ar ol{padding-left:22px}.ar a{color:#1d56b8}.ar img{max-width:100%;height:auto}.ar blockquote{margin:0 0 16px;padding-left:14px;border-left:3px solid #dce3ee}.ar pre{margin:0 0 16px;padding:12px;background:#eaeff7;border-radius:10px;white-space:pre-wrap}.ar .table-frame,.ar math{overflow-x:auto;max-width:100%}.ar table{margin:0 0 16px;border-collapse:collapse;font-size:14px}.ar th,.ar td{padding:6px 8px;border-top:1px solid #dce3ee;vertical-align:top;overflow-wrap:normal}.ar th:not([align]){text-align:left}.ar hr{border:0;border-top:1px solid #dce3ee}@media(prefers-color-scheme:dark){.ar a{color:#8ab8ff!important}.ar pre{background:#172036!important}.ar blockquote,.ar th,.ar td,.ar hr{border-color:#212c44!important}}`;
const FONT = "'Inter Variable',Inter,-apple-system,'Segoe UI',Roboto,system-ui,sans-serif";
const TABLE = `<table role="presentation" width="100%" cellspacing="0" cellpadding="0"`;
const LOGO = `<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" style="display:block"><path class="lf" d="M15.200 29C6.900 26.900 2.600 20 3.200 11c7.600 1.500 12.300 8.300 12 18Z" fill="#0c1424"/><path d="M16.800 29C15.400 17.300 19.800 7.300 29 3c1.500 11.800-2.700 22.300-12.200 26Z" fill="#f5b544"/></svg>`;

const paragraphHtml = (content: string): string =>
  `<p class="m" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#4c5a73;overflow-wrap:anywhere">${escapeHtml(content)}</p>`;

const kickerHtml = (content: string): string =>
  `<p class="m" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#4c5a73">${escapeHtml(content)}</p>`;

const articleHtml = (html: string): string =>
  `<div class="t ar" style="font-size:16px;line-height:26px;color:#0c1424">${html}</div>`;

/** Displayed in two halves, copied as one: the gap is a margin and not a character. */
const codeHtml = (code: string): string => {
  const half = Math.ceil(code.length / 2);
  const digits = `${escapeHtml(code.slice(0, half))}<span style="padding-left:10px">${escapeHtml(code.slice(half))}</span>`;
  return `${TABLE} style="margin:4px 0 20px"><tr><td class="rs t code" align="center" style="padding:20px 0 20px 8px;background:#eaeff7;border-radius:12px;font-size:36px;line-height:40px;font-weight:600;letter-spacing:8px;font-variant-numeric:tabular-nums;color:#0c1424">${digits}</td></tr></table>`;
};

const buttonHtml = (label: string, url: string): string =>
  `${TABLE} style="margin:8px 0 20px"><tr><td align="center" style="background:#f5b544;border-radius:10px"><a href="${escapeHtml(url)}" style="display:block;padding:14px 20px;font-size:16px;line-height:20px;font-weight:600;color:#1c1303;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const SHORT_NAME = 20;

const factHtml = ([name, value]: MailFact, index: number): string =>
  `<tr><td class="m ln" style="padding:10px 0;border-top:1px solid #dce3ee;color:#4c5a73;vertical-align:top${name.length <= SHORT_NAME ? ";white-space:nowrap" : ""}">${escapeHtml(name)}</td><td class="t ln" align="right" style="padding:10px 0 10px 12px;border-top:1px solid #dce3ee;color:#0c1424;vertical-align:top;overflow-wrap:anywhere${index === 0 ? ";font-weight:600" : ""}">${escapeHtml(value)}</td></tr>`;

const factsHtml = (facts: readonly MailFact[]): string =>
  `${TABLE} style="margin:4px 0 20px;font-size:15px;line-height:22px;font-variant-numeric:tabular-nums">${facts.map(factHtml).join("")}</table>`;

const addressOf = (leadsTo: string, site: URL): string => new URL(leadsTo, site).href;

function cardHtml(parts: MailParts, site: URL): string {
  const { heading, kicker, paragraphs, article, code, button, facts, closing, hasFactsFirst } = parts;
  const leading = button ? buttonHtml(button.label, addressOf(button.leadsTo, site)) : "";
  const shownFacts = facts && facts.length > 0 ? factsHtml(facts) : "";
  return [
    kicker ? kickerHtml(kicker) : "",
    `<h1 class="t" style="margin:0 0 12px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.018em;color:#0c1424;overflow-wrap:anywhere">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(paragraphHtml),
    article ? articleHtml(article.html) : "",
    code ? codeHtml(code) : "",
    ...(hasFactsFirst ? [shownFacts, leading] : [leading, shownFacts]),
    `<p class="m ln" style="margin:0;padding-top:16px;border-top:1px solid #dce3ee;font-size:14px;line-height:21px;color:#4c5a73;overflow-wrap:anywhere">${escapeHtml(closing)}</p>`,
  ].join("");
}

const linkHtml = (href: string, label: string): string =>
  `<a class="lk" href="${escapeHtml(href)}" style="color:#1d56b8">${escapeHtml(label)}</a>`;

function footHtml({ reason = ACCOUNT_REASON, leave }: MailParts, site: URL): string {
  const way = leave ? ` ${linkHtml(addressOf(leave.leadsTo, site), leave.label)}` : "";
  const contact = linkHtml(`mailto:${brand.supportEmail}`, brand.supportEmail);
  return `${escapeHtml(reason)}${way}<br><br>${escapeHtml(brand.legalEntity)}<br>${contact}`;
}

function toHtml(parts: MailParts, title: string, site: URL): string {
  const preview = parts.preview ?? parts.paragraphs[0] ?? "";
  const style = parts.article ? `${STYLE}${ARTICLE_STYLE}` : STYLE;
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body class="bg" style="margin:0;background:#f5f7fb;font-family:${FONT};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${TABLE} style="table-layout:fixed"><tr><td align="center" style="padding:20px 12px 28px">
${TABLE} style="max-width:520px;table-layout:fixed"><tr><td style="padding:4px 12px 16px"><table role="presentation" cellspacing="0" cellpadding="0"><tr><td>${LOGO}</td><td class="t" style="padding-left:9px;font-size:17px;font-weight:600;letter-spacing:-.01em;color:#0c1424">${escapeHtml(brand.name)}</td></tr></table></td></tr>
<tr><td class="cd px" style="padding:28px 24px;background:#ffffff;border:1px solid #dce3ee;border-radius:16px">${cardHtml(parts, site)}</td></tr>
<tr><td class="m" style="padding:18px 12px 0;font-size:13px;line-height:19px;color:#4c5a73">${footHtml(parts, site)}</td></tr></table></td></tr></table></body></html>`;
}

function toText(parts: MailParts, site: URL): string {
  const { heading, kicker, paragraphs, article, code, button, facts = [], closing, reason, leave } = parts;
  const leading = button ? [`${button.label}: ${addressOf(button.leadsTo, site)}`] : [];
  const shownFacts = facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : [];
  const way = leave ? [`${leave.label}: ${addressOf(leave.leadsTo, site)}`] : [];
  const foot = [reason ?? ACCOUNT_REASON, ...way, `${brand.legalEntity}, ${brand.supportEmail}`];
  return [
    ...(kicker ? [kicker] : []),
    heading,
    ...paragraphs,
    ...(article ? [article.text] : []),
    ...(code ? [code] : []),
    ...(parts.hasFactsFirst ? [...shownFacts, ...leading] : [...leading, ...shownFacts]),
    closing,
    [`— ${brand.name}`, ...foot].join("\n"),
  ].join("\n\n");
}

const PUBLISHED = new URL(brand.canonicalOrigin);

export const renderMail = (parts: MailParts, site: URL = PUBLISHED, title = parts.heading) => ({
  text: toText(parts, site),
  html: toHtml(parts, title, site),
});
