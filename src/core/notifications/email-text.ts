import type { Message, MessageNotice } from './channel.ts';
import { cut, factsOf, oneLine, threadLabel, titleOf } from './plain.ts';

const maxNotices = 50;

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
