import type { Texts } from '#shared/language.ts';
import { textsIn } from '#core/platform/language.ts';
import { emailPage, escapeHtml as escape, htmlLine as line, htmlLink as link, quiet, strong } from '#core/platform/email/html.ts';
import type { Message, MessageNotice, Channel } from './channel.ts';
import { bytesOf, cut, factsOf, oneLine, threadLabel, titleOf } from './plain.ts';

const maxNotices = 50;
/** Email clients truncate longer messages. */
const maxBytes = 100_000;

function htmlPartOf(notice: MessageNotice, texts: Texts): string {
  const { t } = texts;
  const { score, title, text, excerpt } = notice;
  const figure = score === null ? '' : `<span style="color:#0b766e;font-weight:700">${score}</span>&nbsp;&nbsp;`;
  const links = [
    link(notice.appUrl, t('Open in Earshot')),
    link(notice.redditUrl, threadLabel(notice, texts)),
    link(notice.notALeadUrl, t('Not a lead'), quiet),
  ].filter(Boolean);
  return `<tr><td class="line" style="padding:18px 0;border-top:1px solid #dfe4e8">
<p dir="auto" class="strong" style="margin:0;font-size:16px;line-height:1.4;font-weight:600;${strong}">${figure}${escape(cut(oneLine(title), 300))}</p>
${line(factsOf(notice), `font-size:13px;${quiet}`)}
${line(cut(oneLine(text), 400), `font-size:14px;line-height:1.5;${strong}`)}
${excerpt ? `<p dir="auto" class="line" style="margin:10px 0 0;padding-left:12px;border-left:3px solid #dfe4e8;font-size:14px;line-height:1.5;${quiet}">${escape(cut(oneLine(excerpt), 400))}</p>` : ''}
${links.length > 0 ? `<p style="margin:12px 0 0;font-size:14px">${links.join('&nbsp;&nbsp;&nbsp;')}</p>` : ''}
</td></tr>`;
}

function page(message: Message, { parts, left }: { parts: readonly string[]; left: number }): string {
  const { headline, appUrl, settingsUrl, unsubscribeUrl } = message;
  const { t, language } = textsIn(message.language);
  const more =
    left > 0
      ? `<tr><td style="padding:0 0 18px;font-size:14px;${quiet}">${t('and {left} more', { left })} ${link(appUrl, t('in Earshot'))}</td></tr>`
      : '';
  const foot = [link(settingsUrl, t('Notification settings'), quiet), link(unsubscribeUrl, t('Unsubscribe'), quiet)].filter(Boolean);
  return emailPage({
    language,
    sender: 'Earshot',
    title: headline,
    parts: [...parts, more],
    foot: foot.join('<br>') || t('Sent by your Earshot.'),
  });
}

/** The HTML part of the email: a table with inline styles, all untrusted text escaped, under 100 kB. */
export function emailHtml(message: Message): string {
  const parts = message.notices.slice(0, maxNotices).map((notice) => htmlPartOf(notice, textsIn(message.language)));
  for (;;) {
    const html = page(message, { parts, left: message.notices.length - parts.length + message.more });
    if (bytesOf(html) <= maxBytes || parts.length === 0) return html;
    parts.pop();
  }
}

const partOf = (notice: MessageNotice, texts: Texts): string =>
  [
    cut(titleOf(notice), 300),
    factsOf(notice),
    cut(oneLine(notice.text), 400),
    notice.excerpt ? `> ${cut(oneLine(notice.excerpt), 400)}` : '',
    notice.appUrl ? `${texts.t('Open')}: ${notice.appUrl}` : '',
    notice.redditUrl ? `${threadLabel(notice, texts, 'name')}: ${notice.redditUrl}` : '',
    notice.notALeadUrl ? `${texts.t('Not a lead')}: ${notice.notALeadUrl}` : '',
  ]
    .filter(Boolean)
    .join('\n');

/** The plain-text part of the email. */
export function emailText({ language, headline, notices, more, appUrl, settingsUrl, unsubscribeUrl }: Message): string {
  const texts = textsIn(language);
  const { t } = texts;
  const left = Math.max(0, notices.length - maxNotices) + more;
  const foot = [
    left > 0 ? [t('and {left} more', { left }), appUrl].filter(Boolean).join(': ') : '',
    '-- ',
    settingsUrl ? `${t('Notification settings')}: ${settingsUrl}` : '',
    unsubscribeUrl ? `${t('Unsubscribe')}: ${unsubscribeUrl}` : '',
  ].filter(Boolean);
  return [headline, ...notices.slice(0, maxNotices).map((notice) => partOf(notice, texts)), foot.join('\n')].join('\n\n');
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
