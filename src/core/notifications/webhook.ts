import { createHmac } from 'node:crypto';
import { type Channel, type Message, hintOfUrl } from './channel.ts';
import { postJson, resultOf } from './http-result.ts';

const bodyOf = ({ eventId, occasion, headline, notices, more }: Message) => ({
  id: eventId,
  type: occasion === 'test' ? 'test' : 'notifications',
  headline,
  notifications: notices.map(({ id, kind, title, text, excerpt, author, subreddit, campaign, score, at, appUrl, redditUrl }) => ({
    id,
    kind,
    title,
    text,
    excerpt,
    author,
    subreddit,
    campaign,
    score,
    at,
    url: appUrl,
    redditUrl,
  })),
  more,
});

/** `v1=` and the HMAC-SHA256 of `timestamp.body` in hex; `timestamp` in seconds. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Sends to the user's own program, which recognizes repeats by event id, so every unclear attempt can be repeated. */
export const webhook: Channel<'webhook'> = {
  knowsRepeats: true,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url, secret = '' }, { client, now }) {
    const body = JSON.stringify(bodyOf(message));
    const timestamp = Math.floor(now() / 1000);
    const headers = {
      'earshot-event': message.eventId,
      'earshot-timestamp': String(timestamp),
      'earshot-signature': signatureOf(secret, timestamp, body),
    };
    const answer = await postJson(client, { url, body, headers });
    return 'result' in answer ? answer.result : resultOf(answer.reply, now());
  },
};
