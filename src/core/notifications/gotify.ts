import type { Channel, Message } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import { cut, linkOf, oneLine, plainText, isUrgent } from './plain.ts';

const maxLength = 8000;

function messageOf(message: Message) {
  const click = linkOf(message);
  return {
    title: cut(oneLine(message.headline), 200),
    message: plainText(message, maxLength),
    priority: isUrgent(message) ? 8 : 5,
    extras: {
      'client::display': { contentType: 'text/plain' },
      ...(click ? { 'client::notification': { click: { url: click } } } : {}),
    },
  };
}

/** Sends to an application of a Gotify server, which shows it as plain text. */
export const gotify: Channel<'gotify'> = {
  knowsRepeats: false,
  hint: ({ url }) => new URL(url).host,
  async send(message, { url, token }, { client, now }) {
    const answer = await postTo(client, {
      url: `${url.replace(/\/{1,100}$/, '')}/message`,
      body: messageOf(message),
      headers: { 'x-gotify-key': token },
    });
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if (status === 401 || status === 403) return { kind: 'gone', reason: `Gotify rejected the application's token (${status})` };
    return resultOf(answer.reply, now(), 'Gotify');
  },
};
