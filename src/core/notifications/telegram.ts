import * as z from 'zod';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';
import type { Channel } from './channel.ts';
import { postJson, verdictOf, waitFor } from './http-verdict.ts';
import { cut, plainText } from './plain.ts';

/** sendMessage takes 4,096 characters (core.telegram.org/bots/api). */
const most = 4000;

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
    return { kind: 'gone', words: `The group is a supergroup now: its chat is ${parameters.migrate_to_chat_id}` };
  if (status === 401 || status === 404) return { kind: 'gone', words: 'Telegram does not know this bot token' };
  if (status === 403) return { kind: 'gone', words: `The bot may not write there (${said || '403'})` };
  return status === 400 ? { kind: 'failed', words: `Telegram refuses it: ${said || '400'}`, again: false } : null;
}

/** A bot that writes to a chat. Without a parse mode nothing in a text means anything to Telegram. */
export const telegram: Channel<'telegram'> = {
  knowsRepeats: false,
  hint: ({ botToken, chatId }) => `chat ${chatId}, bot ${botToken.split(':', 1)[0] ?? ''}`,
  async send(letter, { botToken, chatId }, { client, telegramUrl, now }) {
    const body = { chat_id: chatId, text: plainText(letter, most), link_preview_options: { is_disabled: true } };
    const answer = await postJson(client, { url: `${telegramUrl}/bot${botToken}/sendMessage`, body });
    if ('verdict' in answer) return answer.verdict;
    return readRefusal(answer.reply.status, answer.reply.text) ?? verdictOf(answer.reply, now(), 'Telegram');
  },
};
