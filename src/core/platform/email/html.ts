import type { Language } from '#shared/language.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const quiet = 'color:#5b6672';
export const strong = 'color:#141a20';

/** `label` is HTML; an address that isn't of the web is left out. */
export const htmlLink = (url: string | null, label: string, style = 'color:#0b766e'): string =>
  url && /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" style="${style};font-weight:600;text-decoration:none">${label}</a>` : '';
export const htmlLine = (text: string, style: string): string =>
  text ? `<p dir="auto" style="margin:6px 0 0;${style}">${escapeHtml(text)}</p>` : '';

interface EmailPage {
  language: Language;
  /** Text above the title. */
  sender: string;
  title: string;
  /** Rows of a table, as HTML. */
  parts: readonly string[];
  /** HTML. */
  foot: string;
}

/** The HTML part of an email: a table with inline styles, for a light and a dark theme. */
export const emailPage = ({ language, sender, title, parts, foot }: EmailPage): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>@media (prefers-color-scheme:dark){.page,.sheet{background:#14181c!important}.strong,.strong *{color:#eef1f3!important}p,td{color:#b6c0c9!important}a,a *{color:#4fc3b8!important}.line{border-color:#323a42!important}}</style></head>
<body class="page" style="margin:0;padding:0;background:#ffffff">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="table-layout:fixed;background:#ffffff"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:560px;table-layout:fixed;word-break:break-word;overflow-wrap:anywhere;background:#ffffff;${font}">
<tr><td style="padding:0 0 18px"><p dir="auto" style="margin:0;font-size:13px;font-weight:700;letter-spacing:.02em;${quiet}">${escapeHtml(sender)}</p>
<h1 class="strong" dir="auto" style="margin:8px 0 0;font-size:20px;line-height:1.3;font-weight:600;${strong}">${escapeHtml(title)}</h1></td></tr>
${parts.join('\n')}
<tr><td class="line" style="padding:18px 0 0;border-top:1px solid #dfe4e8;font-size:13px;line-height:1.8;${quiet}">${foot}</td></tr>
</table></td></tr></table></body></html>`;
