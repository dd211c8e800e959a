import * as z from 'zod';
import { type Channel, type Message, type MessageNotice, hintOfUrl } from './channel.ts';
import { postTo, resultOf, waitFor } from './http-result.ts';
import { textsIn } from '#core/platform/language.ts';
import { cut, factsOf, oneLine, titleOf } from './plain.ts';

/** A message takes 10 embeds and 6,000 characters in total, a title 256 (docs.discord.com, Embed Limits). */
const maxNotices = 10;
const titleMax = 200;
const textMax = 300;

/** Escapes everything that Discord's Markdown interprets, including mentions and masked links. */
const escape = (text: string): string => text.replaceAll(/[\\*_~`|<>[\]()#@:-]/g, String.raw`\$&`);
const limited = (text: string, max: number): string => {
  for (let length = max; ; length -= 10) {
    const escaped = escape(cut(text, length));
    if (escaped.length <= max) return escaped;
  }
};

function embedOf(notice: MessageNotice, untitled: string) {
  const url = notice.appUrl ?? notice.redditUrl;
  return {
    title: limited(titleOf(notice), titleMax) || untitled,
    ...(url ? { url } : {}),
    description: limited([oneLine(notice.text), oneLine(notice.excerpt)].filter(Boolean).join('\n'), textMax),
    footer: { text: cut(factsOf(notice), 80) || 'Earshot' },
    timestamp: notice.at,
  };
}

function messageOf(message: Message) {
  const { t } = textsIn(message.language);
  const shown = message.notices.slice(0, maxNotices);
  const left = message.notices.length - shown.length + message.more;
  return {
    content: limited(left > 0 ? t('{headline} ({left} more in Earshot)', { headline: message.headline, left }) : message.headline, 1900),
    embeds: shown.map((notice) => embedOf(notice, t('Notice'))),
    allowed_mentions: { parse: [] },
  };
}

const tooMany = z.object({ retry_after: z.number() });
function bodyWaitMs(text: string): number | null {
  try {
    return Math.ceil(tooMany.parse(JSON.parse(text)).retry_after * 1000);
  } catch {
    return null;
  }
}

/** Sends to the webhook of a Discord channel. */
export const discord: Channel<'discord'> = {
  knowsRepeats: false,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url }, { client, now }) {
    // With `wait`, Discord responds only after it has saved the message.
    const waiting = new URL(url);
    waiting.searchParams.set('wait', 'true');
    const answer = await postTo(client, { url: waiting.href, body: messageOf(message) });
    if ('result' in answer) return answer.result;
    const { reply } = answer;
    // Repeated calls to a deleted webhook can get this machine's IP address banned.
    if ([401, 403, 404].includes(reply.status))
      return { kind: 'gone', reason: `Discord says this webhook no longer exists (${reply.status})` };
    return reply.status === 429 ? waitFor(bodyWaitMs(reply.text)) : resultOf(reply, now(), 'Discord');
  },
};
