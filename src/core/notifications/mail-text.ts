import type { Letter, LetterNotice } from './channel.ts';
import { cut, factsOf, oneLine, titleOf } from './plain.ts';

const maxNotices = 50;

const partOf = (notice: LetterNotice): string =>
  [
    cut(titleOf(notice), 300),
    factsOf(notice),
    cut(oneLine(notice.text), 400),
    notice.excerpt ? `> ${cut(oneLine(notice.excerpt), 400)}` : '',
    notice.appUrl ? `Open: ${notice.appUrl}` : '',
    notice.redditUrl ? `Reddit: ${notice.redditUrl}` : '',
    notice.notALeadUrl ? `Not a lead: ${notice.notALeadUrl}` : '',
  ]
    .filter(Boolean)
    .join('\n');

/** The mail for those who read text. */
export function mailText({ headline, notices, more, appUrl, settingsUrl, unsubscribeUrl }: Letter): string {
  const left = Math.max(0, notices.length - maxNotices) + more;
  const foot = [
    left > 0 ? [`and ${left} more`, appUrl].filter(Boolean).join(': ') : '',
    '-- ',
    settingsUrl ? `What you are told, and when: ${settingsUrl}` : '',
    unsubscribeUrl ? `No more of these mails: ${unsubscribeUrl}` : '',
  ].filter(Boolean);
  return [headline, ...notices.slice(0, maxNotices).map(partOf), foot.join('\n')].join('\n\n');
}
