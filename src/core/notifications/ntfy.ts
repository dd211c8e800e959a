import type { Channel, Message } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import { bytesOf, cut, isUrgent, linkOf, oneLine, plainText } from './plain.ts';

/** ntfy turns longer messages into attachments (docs.ntfy.sh/publish). */
const maxBytes = 3900;

function messageOf(message: Message, topic: string) {
  const click = linkOf(message);
  return {
    topic,
    title: cut(oneLine(message.headline), 200, bytesOf),
    message: plainText(message, maxBytes, bytesOf),
    priority: isUrgent(message) ? 4 : 3,
    ...(click ? { click } : {}),
  };
}

/** Sends to a topic on ntfy.sh or a self-hosted server. Uses JSON because headers can't contain Unicode. */
export const ntfy: Channel<'ntfy'> = {
  knowsRepeats: false,
  hint: ({ url }) => `${new URL(url).host}/${(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 3)}…`,
  async send(message, { url, token }, { client, now }) {
    const address = new URL(url);
    const topic = address.pathname.split('/').at(-1) ?? '';
    // JSON messages are posted to the server's root, not to the topic.
    address.pathname = address.pathname.slice(0, -topic.length);
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await postTo(client, { url: address.href, body: messageOf(message, topic), headers });
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if (status === 401 || status === 403)
      return { kind: 'failed', reason: `ntfy doesn't allow posting to this topic (${status}). Check the token`, again: false };
    return resultOf(answer.reply, now(), 'ntfy');
  },
};
