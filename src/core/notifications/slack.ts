import type { Channel, Letter, LetterNotice } from './channel.ts';
import { hintOfUrl } from './hint.ts';
import { postJson, verdictOf } from './http-verdict.ts';
import { cut, factsOf, oneLine, plainText, titleOf } from './plain.ts';

/** 50 blocks a message, 3,000 characters a text (docs.slack.dev, Block Kit). */
const maxNotices = 20;

/** Slack's three control characters; `<!channel>` is words then. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const plain = (text: string, most = 2000) => ({ type: 'plain_text', text: escape(cut(text, most)) || ' ', emoji: false });
const link = (url: string | null, words: string): string => (url ? `<${escape(url).replaceAll('|', '%7C')}|${words}>` : '');

function blocksOf(notice: LetterNotice) {
  const lines = [titleOf(notice), factsOf(notice), oneLine(notice.text), cut(oneLine(notice.excerpt), 280)].filter(Boolean);
  const links = [link(notice.appUrl, 'Open in Earshot'), link(notice.redditUrl, 'On Reddit')].filter(Boolean).join('  ·  ');
  // Texts of strangers stand in plain_text, which knows no formatting and no mentions.
  const section = { type: 'section', text: plain(lines.join('\n')) };
  return links ? [section, { type: 'context', elements: [{ type: 'mrkdwn', text: links }] }] : [section];
}

function messageOf(letter: Letter) {
  const shown = letter.notices.slice(0, maxNotices);
  const left = letter.notices.length - shown.length + letter.more;
  const more = left > 0 ? [{ type: 'section', text: plain(`and ${left} more`) }] : [];
  return {
    text: escape(cut(plainText({ ...letter, notices: letter.notices.slice(0, 3) }, 1500), 1500)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: 'header', text: { ...plain(letter.headline, 140) } }, ...shown.flatMap(blocksOf), ...more],
  };
}

/** An incoming webhook of Slack, or of what speaks its form. */
export const slack: Channel<'slack'> = {
  knowsRepeats: false,
  hint: ({ url }) => hintOfUrl(url),
  async send(letter, { url }, { client, now }) {
    const answer = await postJson(client, { url, body: messageOf(letter) });
    if ('verdict' in answer) return answer.verdict;
    const { reply } = answer;
    const isGone = (reply.status === 404 || reply.status === 403) && /no_service|no_team|invalid_token|action_prohibited/.test(reply.text);
    return isGone ? { kind: 'gone', words: `Slack says that this webhook is gone (${reply.status})` } : verdictOf(reply, now(), 'Slack');
  },
};
