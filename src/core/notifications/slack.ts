import { type Channel, type Message, type MessageNotice, hintOfUrl } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import type { Texts } from '#shared/language.ts';
import { textsIn } from '#core/platform/language.ts';
import { cut, factsOf, oneLine, plainText, threadLabel, titleOf } from './plain.ts';

/** A message takes 50 blocks, a text 3,000 characters (docs.slack.dev, Block Kit). */
const maxNotices = 20;

/** Slack's three control characters; escaped, `<!channel>` is plain text. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const plain = (text: string, max = 2000) => ({ type: 'plain_text', text: escape(cut(text, max)) || ' ', emoji: false });
const link = (url: string | null, label: string): string => (url ? `<${escape(url).replaceAll('|', '%7C')}|${label}>` : '');

function blocksOf(notice: MessageNotice, texts: Texts) {
  const lines = [titleOf(notice), factsOf(notice), oneLine(notice.text), cut(oneLine(notice.excerpt), 280)].filter(Boolean);
  const links = [link(notice.appUrl, texts.t('Open in Earshot')), link(notice.redditUrl, threadLabel(notice, texts))]
    .filter(Boolean)
    .join('  ·  ');
  // Untrusted text goes into plain_text, which has no formatting or mentions.
  const section = { type: 'section', text: plain(lines.join('\n')) };
  return links ? [section, { type: 'context', elements: [{ type: 'mrkdwn', text: links }] }] : [section];
}

function messageOf(message: Message) {
  const texts = textsIn(message.language);
  const shown = message.notices.slice(0, maxNotices);
  const left = message.notices.length - shown.length + message.more;
  const more = left > 0 ? [{ type: 'section', text: plain(texts.t('and {left} more', { left })) }] : [];
  return {
    text: escape(cut(plainText({ ...message, notices: message.notices.slice(0, 3) }, 1500), 1500)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: 'header', text: { ...plain(message.headline, 140) } }, ...shown.flatMap((notice) => blocksOf(notice, texts)), ...more],
  };
}

/** Sends to an incoming webhook of Slack, or of a service that accepts the same format. */
export const slack: Channel<'slack'> = {
  knowsRepeats: false,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url }, { client, now }) {
    const answer = await postTo(client, { url, body: messageOf(message) });
    if ('result' in answer) return answer.result;
    const { reply } = answer;
    const isGone = (reply.status === 404 || reply.status === 403) && /no_service|no_team|invalid_token|action_prohibited/.test(reply.text);
    return isGone
      ? { kind: 'gone', reason: `Slack says this webhook no longer exists (${reply.status})` }
      : resultOf(reply, now(), 'Slack');
  },
};
