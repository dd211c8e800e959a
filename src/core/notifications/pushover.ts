import * as z from 'zod';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import type { Channel, Message } from './channel.ts';
import { postTo, resultOf, waitFor } from './http-result.ts';
import { cut, isUrgent, linkOf, oneLine, plainText } from './plain.ts';

/** A message takes 1,024 characters, a title 250, a URL 512 (pushover.net/api). */
const maxLength = 1024;

const refusalSchema = z.object({
  user: z.string().optional(),
  token: z.string().optional(),
  errors: z.array(z.string()).default([]),
});

function readRefusal(status: number, text: string): DeliveryResult | null {
  if (status < 400 || status >= 500 || status === 429) return null;
  let parsed: z.output<typeof refusalSchema>;
  try {
    parsed = refusalSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
  const said = cut(oneLine(parsed.errors.join('; ')), 160) || String(status);
  return parsed.user === 'invalid' || parsed.token === 'invalid'
    ? { kind: 'gone', reason: `Pushover rejected the keys: ${said}` }
    : { kind: 'failed', reason: `Pushover rejected the message: ${said}`, again: false };
}

/** The number of characters that Pushover counts: code points. */
const lengthOf = (text: string): number => [...text].length;

function fieldsOf(message: Message): Record<string, string> {
  const url = linkOf(message);
  return {
    title: cut(oneLine(message.headline), 200),
    message: plainText(message, maxLength, lengthOf),
    priority: isUrgent(message) ? '1' : '0',
    ...(url && url.length <= 512 ? { url } : {}),
  };
}

/** Sends to a user or group of Pushover, as plain text. */
export const pushover: Channel<'pushover'> = {
  knowsRepeats: false,
  hint: ({ userKey }) => `user ${userKey.slice(0, 4)}…`,
  async send(message, { appToken, userKey }, { client, pushoverUrl, now }) {
    const answer = await postTo(client, {
      url: `${pushoverUrl}/1/messages.json`,
      body: new URLSearchParams({ token: appToken, user: userKey, ...fieldsOf(message) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if ('result' in answer) return answer.result;
    const { status, text, headers } = answer.reply;
    const reset = Number(headers.get('x-limit-app-reset'));
    // The month's messages are used up.
    if (status === 429 && reset > 0) return waitFor(reset * 1000 - now());
    return readRefusal(status, text) ?? resultOf(answer.reply, now(), 'Pushover');
  },
};
