import { defaultTemplate, readHeaders } from '#shared/notify.ts';
import { type Channel, type Message, hintOfUrl } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import { bytesOf, cut, linkOf, oneLine, plainText } from './plain.ts';

/** Google Chat takes 4,096 characters, the least of those that this channel is for. */
const maxBytes = 3900;

/**
 * Which marks the receiver interprets is unknown. An invisible word joiner after these breaks mentions, tags, and Slack's and
 * Markdown's links, and is not seen.
 */
const escape = (text: string): string => text.replaceAll(/[@<\]]/g, '$&\u2060');
const sizeOf = (text: string): number => bytesOf(escape(text));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The template with its placeholders filled. Only within strings, so that no text can change the structure. */
function filled(template: Json, values: Record<string, string>): Json {
  if (typeof template === 'string') return template.replaceAll(/\{\{(\w{1,20})\}\}/g, (all, name: string) => values[name] ?? all);
  if (Array.isArray(template)) return template.map((item) => filled(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, values)]));
}

function bodyOf(message: Message, template: string): Json {
  return filled(JSON.parse(template) as Json, {
    title: escape(cut(oneLine(message.headline), 200)),
    text: escape(plainText(message, maxBytes, sizeOf)),
    url: linkOf(message) ?? '',
    id: message.eventId,
  });
}

/** Posts JSON that the user wrote, for services that no other channel knows: Apprise, Mattermost, Google Chat. */
export const custom: Channel<'custom'> = {
  knowsRepeats: false,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url, headers = '', template = defaultTemplate }, { client, now }) {
    const answer = await postTo(client, {
      url,
      body: bodyOf(message, template),
      headers: Object.fromEntries(readHeaders(headers).filter((header) => header !== null)),
    });
    return 'result' in answer ? answer.result : resultOf(answer.reply, now());
  },
};
