import type { Channel, Letter } from './channel.ts';
import { postJson, verdictOf } from './http-verdict.ts';
import { bytesOf, cut, oneLine, plainText } from './plain.ts';

/** Longer messages become attachments (docs.ntfy.sh/publish). */
const maxBytes = 3900;
const urgent = 85;

function messageOf(letter: Letter, topic: string) {
  const [first] = letter.notices;
  const click = (letter.notices.length === 1 ? (first?.appUrl ?? first?.redditUrl) : null) ?? letter.appUrl;
  const isUrgent = letter.notices.some(({ score }) => (score ?? 0) >= urgent);
  return {
    topic,
    title: cut(oneLine(letter.headline), 200, bytesOf),
    message: plainText(letter, maxBytes, bytesOf),
    priority: isUrgent ? 4 : 3,
    ...(click ? { click } : {}),
  };
}

/** A topic of ntfy.sh or of a server of one's own. JSON, because headers take no Unicode. */
export const ntfy: Channel<'ntfy'> = {
  knowsRepeats: false,
  hint: ({ url }) => `${new URL(url).host}/${(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 3)}…`,
  async send(letter, { url, token }, { client, now }) {
    const address = new URL(url);
    const topic = address.pathname.split('/').at(-1) ?? '';
    // JSON is taken at the address above the topic.
    address.pathname = address.pathname.slice(0, -topic.length);
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await postJson(client, { url: address.href, body: messageOf(letter, topic), headers });
    if ('verdict' in answer) return answer.verdict;
    const { status } = answer.reply;
    if (status === 401 || status === 403)
      return { kind: 'failed', words: `ntfy does not let us write to this topic (${status})`, again: false };
    return verdictOf(answer.reply, now(), 'ntfy');
  },
};
