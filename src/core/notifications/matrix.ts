import * as z from 'zod';
import type { Channel } from './channel.ts';
import { postTo, resultOf, waitFor } from './http-result.ts';
import { bytesOf, plainText } from './plain.ts';

/** An event takes 65,536 bytes with everything around the text (spec.matrix.org, Size limits). */
const maxBytes = 16_000;

const refusalSchema = z.object({ errcode: z.string().default(''), retry_after_ms: z.number().optional() });
function refusalOf(text: string): z.output<typeof refusalSchema> {
  try {
    return refusalSchema.parse(JSON.parse(text));
  } catch {
    return { errcode: '' };
  }
}

/** Sends to a room of Matrix. Without a formatted body, nothing is interpreted; empty mentions notify nobody by name. */
export const matrix: Channel<'matrix'> = {
  // The event ID is the transaction ID: a homeserver drops repeats.
  knowsRepeats: true,
  hint: ({ url, room }) => `${room.slice(0, 5)}… on ${new URL(url).host}`,
  async send(message, { url, token, room }, { client, now }) {
    const base = url.replace(/\/{1,100}$/, '');
    const answer = await postTo(client, {
      method: 'PUT',
      url: `${base}/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.eventId)}`,
      body: { msgtype: 'm.text', body: plainText(message, maxBytes, bytesOf), 'm.mentions': {} },
      headers: { authorization: `Bearer ${token}` },
    });
    if ('result' in answer) return answer.result;
    const { status, text } = answer.reply;
    const { errcode, retry_after_ms } = refusalOf(text);
    if (status === 429 && retry_after_ms !== undefined) return waitFor(retry_after_ms);
    if (status === 401) return { kind: 'gone', reason: 'The homeserver rejected the access token' };
    if (errcode === 'M_FORBIDDEN')
      return { kind: 'failed', reason: "The homeserver doesn't let this user write in the room. Invite the user, and join", again: false };
    return resultOf(answer.reply, now(), 'The homeserver');
  },
};
