import { brand } from "@vriddhi/core/site/brand";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** The parts of a mail, from which its HTML and its text are both made. */
export interface MailParts {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Shown large, easy to copy. */
  readonly code?: string;
  readonly closing: string;
}

export function renderMail(parts: MailParts): { text: string; html: string } {
  const text = [
    parts.heading,
    ...parts.paragraphs,
    ...(parts.code ? [parts.code] : []),
    parts.closing,
    `— ${brand.name}`,
  ].join("\n\n");
  const paragraph = (content: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#334155">${escapeHtml(content)}</p>`;
  const code = parts.code
    ? `<p style="margin:8px 0 24px;padding:18px 0;background:#f1f5f9;border-radius:12px;text-align:center;font:600 34px/40px ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px;color:#0e1526">${escapeHtml(parts.code)}</p>`
    : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;background:#e9edf3;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" style="max-width:520px;background:#ffffff;border-radius:16px;overflow:hidden" cellspacing="0" cellpadding="0">
<tr><td style="padding:20px 28px;background:#070b14;color:#f5b544;font-size:18px;font-weight:700">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:28px"><h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#0e1526">${escapeHtml(parts.heading)}</h1>
${parts.paragraphs.map(paragraph).join("\n")}${code}${paragraph(parts.closing)}</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #e2e8f0;font-size:12px;line-height:18px;color:#64748b">${escapeHtml(brand.legalEntity)} · ${escapeHtml(brand.supportEmail)}</td></tr>
</table></td></tr></table></body></html>`;
  return { text, html };
}
