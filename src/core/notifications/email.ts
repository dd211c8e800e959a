import { emailPage, escapeHtml as escape, htmlLine as line, htmlLink as link, quiet, strong } from '#core/platform/email/html.ts';
import type { Message, MessageNotice, Channel } from './channel.ts';
import { bytesOf, cut, factsOf, oneLine, threadLabel, titleOf } from './plain.ts';

const maxNotices = 50;
/** Email clients truncate longer messages. */
const maxBytes = 100_000;

function htmlPartOf(notice: MessageNotice): string {
  const { score, title, text, excerpt } = notice;
  const figure = score === null ? '' : `<span style="color:#0b766e;font-weight:700">${score}</span>&nbsp;&nbsp;`;
  const links = [
    link(notice.appUrl, 'Open in Earshot'),
    link(notice.redditUrl, threadLabel(notice)),
    link(notice.notALeadUrl, 'Not a lead', quiet),
  ].filter(Boolean);
  return `<tr><td class="line" style="padding:18px 0;border-top:1px solid #dfe4e8">
<p dir="auto" class="strong" style="margin:0;font-size:16px;line-height:1.4;font-weight:600;${strong}">${figure}${escape(cut(oneLine(title), 300))}</p>
${line(factsOf(notice), `font-size:13px;${quiet}`)}
${line(cut(oneLine(text), 400), `font-size:14px;line-height:1.5;${strong}`)}
${excerpt ? `<p dir="auto" class="line" style="margin:10px 0 0;padding-left:12px;border-left:3px solid #dfe4e8;font-size:14px;line-height:1.5;${quiet}">${escape(cut(oneLine(excerpt), 400))}</p>` : ''}
${links.length > 0 ? `<p style="margin:12px 0 0;font-size:14px">${links.join('&nbsp;&nbsp;&nbsp;')}</p>` : ''}
</td></tr>`;
}

function page({ headline, appUrl, settingsUrl, unsubscribeUrl }: Message, { parts, left }: { parts: readonly string[]; left: number }) {
  const more =
    left > 0 ? `<tr><td style="padding:0 0 18px;font-size:14px;${quiet}">and ${left} more ${link(appUrl, 'in Earshot')}</td></tr>` : '';
  const foot = [link(settingsUrl, 'Notification settings', quiet), link(unsubscribeUrl, 'Unsubscribe', quiet)].filter(Boolean);
  return emailPage({ sender: 'Earshot', title: headline, parts: [...parts, more], foot: foot.join('<br>') || 'Sent by your Earshot.' });
}

/** The HTML part of the email: a table with inline styles, all untrusted text escaped, under 100 kB. */
export function emailHtml(message: Message): string {
  const parts = message.notices.slice(0, maxNotices).map(htmlPartOf);
  for (;;) {
    const html = page(message, { parts, left: message.notices.length - parts.length + message.more });
    if (bytesOf(html) <= maxBytes || parts.length === 0) return html;
    parts.pop();
  }
}

const partOf = (notice: MessageNotice): string =>
  [
    cut(titleOf(notice), 300),
    factsOf(notice),
    cut(oneLine(notice.text), 400),
    notice.excerpt ? `> ${cut(oneLine(notice.excerpt), 400)}` : '',
    notice.appUrl ? `Open: ${notice.appUrl}` : '',
    notice.redditUrl ? `${threadLabel(notice).replace(/^On /, '')}: ${notice.redditUrl}` : '',
    notice.notALeadUrl ? `Not a lead: ${notice.notALeadUrl}` : '',
  ]
    .filter(Boolean)
    .join('\n');

/** The plain-text part of the email. */
export function emailText({ headline, notices, more, appUrl, settingsUrl, unsubscribeUrl }: Message): string {
  const left = Math.max(0, notices.length - maxNotices) + more;
  const foot = [
    left > 0 ? [`and ${left} more`, appUrl].filter(Boolean).join(': ') : '',
    '-- ',
    settingsUrl ? `Notification settings: ${settingsUrl}` : '',
    unsubscribeUrl ? `Unsubscribe: ${unsubscribeUrl}` : '',
  ].filter(Boolean);
  return [headline, ...notices.slice(0, maxNotices).map(partOf), foot.join('\n')].join('\n\n');
}

/** Emails only the account's own address, so that it can't be used to flood someone else's inbox. */
export const email: Channel<'email'> = {
  knowsRepeats: false,
  hint: () => "Your account's email address",
  send: (message, _, { mail }) =>
    mail.deliver({
      to: message.address,
      subject: cut(oneLine(message.headline), 150),
      text: emailText(message),
      html: emailHtml(message),
      messageId: `<${message.eventId}@earshot>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(message.unsubscribeUrl && {
          'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    }),
};
