import { type Channel, type Message, type MessageNotice, hintOfUrl } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import type { Texts } from '#shared/language.ts';
import { textsIn } from '#core/platform/language.ts';
import { bytesOf, cut, factsOf, oneLine, threadLabel, titleOf } from './plain.ts';

/** A message takes 28 KB (learn.microsoft.com, Create Incoming Webhooks). */
const maxBytes = 24_000;

/** A text block interprets Markdown; the runs of a rich text block don't. */
const plain = (text: string, style: object = {}, block: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
  ...block,
});
const opening = (url: string | null, title: string) => (url ? [{ type: 'Action.OpenUrl', title, url }] : []);

function blocksOf(notice: MessageNotice, texts: Texts): object[] {
  const lines = [oneLine(notice.text), cut(oneLine(notice.excerpt), 280)].filter(Boolean);
  const facts = factsOf(notice);
  const actions = [...opening(notice.appUrl, texts.t('Open in Earshot')), ...opening(notice.redditUrl, threadLabel(notice, texts))];
  return [
    plain(cut(titleOf(notice), 300), { weight: 'Bolder' }, { separator: true, spacing: 'Medium' }),
    ...(facts ? [plain(cut(facts, 300), { isSubtle: true }, { spacing: 'None' })] : []),
    ...lines.map((line) => plain(cut(line, 300), {}, { spacing: 'Small' })),
    ...(actions.length > 0 ? [{ type: 'ActionSet', actions }] : []),
  ];
}

function messageOf(message: Message) {
  const texts = textsIn(message.language);
  const body: object[] = [plain(cut(oneLine(message.headline), 200), { weight: 'Bolder', size: 'Medium' })];
  let shown = 0;
  for (const notice of message.notices) {
    const blocks = blocksOf(notice, texts);
    if (bytesOf(JSON.stringify([...body, ...blocks])) > maxBytes) break;
    body.push(...blocks);
    shown += 1;
  }
  const left = message.notices.length - shown + message.more;
  if (left > 0) body.push(plain(texts.t('and {left} more', { left })));
  const content = { $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4', body };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }] };
}

/** Sends an Adaptive Card to a workflow of Microsoft Teams that starts when a webhook request is received. */
export const teams: Channel<'teams'> = {
  knowsRepeats: false,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url }, { client, now }) {
    const answer = await postTo(client, { url, body: messageOf(message) });
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if (status === 404) return { kind: 'gone', reason: 'Teams says this workflow no longer exists (404)' };
    if (status === 401 || status === 403)
      return {
        kind: 'failed',
        reason: `Teams doesn't accept this address (${status}). Copy it again; anyone must be able to start the workflow`,
        again: false,
      };
    return resultOf(answer.reply, now(), 'Teams');
  },
};
