import * as z from 'zod';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import type { Channel } from './channel.ts';
import { postTo, resultOf, waitFor } from './http-result.ts';
import { cut, plainText } from './plain.ts';

/** sendMessage accepts 4,096 characters (core.telegram.org/bots/api). */
const maxLength = 4000;

const refusalSchema = z.object({
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).default({}),
});

function refusalOf(text: string): z.output<typeof refusalSchema> {
  try {
    return refusalSchema.parse(JSON.parse(text));
  } catch {
    return { description: '', parameters: {} };
  }
}

function readRefusal(status: number, text: string): DeliveryResult | null {
  const { description, parameters } = refusalOf(text);
  const said = cut(description, 160);
  if (status === 429) return waitFor(parameters.retry_after === undefined ? null : parameters.retry_after * 1000);
  if (parameters.migrate_to_chat_id !== undefined)
    return { kind: 'gone', reason: `The group is now a supergroup. Change the chat ID to ${parameters.migrate_to_chat_id}` };
  if (status === 401 || status === 404) return { kind: 'gone', reason: 'Telegram rejected the bot token' };
  if (status === 403) return { kind: 'gone', reason: `Telegram doesn't let the bot post there (${said || '403'})` };
  return status === 400 ? { kind: 'failed', reason: `Telegram rejected the message: ${said || '400'}`, again: false } : null;
}

/** Sends through a bot to a chat. Without a parse mode, Telegram doesn't interpret formatting. */
export const telegram: Channel<'telegram'> = {
  knowsRepeats: false,
  hint: ({ botToken, chatId }) => `chat ${chatId}, bot ${botToken.split(':', 1)[0] ?? ''}`,
  async send(message, { botToken, chatId }, { client, telegramUrl, now }) {
    const body = { chat_id: chatId, text: plainText(message, maxLength), link_preview_options: { is_disabled: true } };
    const answer = await postTo(client, { url: `${telegramUrl}/bot${botToken}/sendMessage`, body });
    if ('result' in answer) return answer.result;
    return readRefusal(answer.reply.status, answer.reply.text) ?? resultOf(answer.reply, now(), 'Telegram');
  },
};
