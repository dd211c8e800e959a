import { createHmac } from 'node:crypto';
import { type EventKind, readHeaders } from '#shared/notify.ts';
import { type WebhookMessage, webhookVersion } from '#shared/webhook-message.ts';
import { isoTime } from '#core/platform/clock.ts';
import { type Channel, type Message, type MessageNotice, hintOfUrl } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';

/** For the Test button, so that what receives it can be built before the first lead: made up, and complete. */
const example = (at: string): WebhookMessage['notifications'][number] => ({
  id: '81',
  event: 'lead.created',
  kind: 'new-lead',
  title: 'Looking for invoicing software for two freelancers',
  text: 'Looking for: “happy to pay for it”',
  excerpt: 'We send about 20 invoices a month by hand and are happy to pay for it. What do you use?',
  body: 'We send about 20 invoices a month by hand and are happy to pay for it.\n\nWhat do you use?',
  author: 'test_author',
  subreddit: 'freelance',
  campaign: 'Test campaign',
  score: 88,
  components: { intent: 0.9, fit: 0.85, relevance: 0.8, urgency: 0.4, reachability: 0.9, recency: 0.98, saturation: 0.7 },
  campaignId: '3',
  leadId: '12',
  postId: '345',
  replyId: null,
  followUpId: null,
  lead: { stage: 'new', notes: '', tags: [], value: null, feedback: null },
  at,
  url: 'https://earshot.example/dashboard/leads/12',
  redditUrl: 'https://www.reddit.com/r/freelance/comments/test/',
});

function presented({ appUrl, kind, ...notice }: MessageNotice): WebhookMessage['notifications'][number] {
  const { notALeadUrl: _, ...shown } = notice;
  // Nothing else is for channels.
  return { ...shown, kind: kind as EventKind, url: appUrl };
}

const bodyOf = ({ eventId, occasion, headline, notices, more }: Message, now: number): WebhookMessage => ({
  version: webhookVersion,
  id: eventId,
  type: occasion === 'test' ? 'test' : 'notifications',
  headline,
  notifications: occasion === 'test' ? [example(isoTime(now))] : notices.map(presented),
  more,
});

/** `v1=` and the HMAC-SHA256 of `timestamp.body` in hex; `timestamp` in seconds. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Sends to the user's own program, which recognizes repeats by event id, so every unclear attempt can be repeated. */
export const webhook: Channel<'webhook'> = {
  knowsRepeats: true,
  hint: ({ url }) => hintOfUrl(url),
  async send(message, { url, secret = '', headers: given = '' }, { client, now }) {
    const body = JSON.stringify(bodyOf(message, now()));
    const timestamp = Math.floor(now() / 1000);
    const headers = {
      ...Object.fromEntries(readHeaders(given).filter((header) => header !== null)),
      'earshot-event': message.eventId,
      'earshot-timestamp': String(timestamp),
      'earshot-signature': signatureOf(secret, timestamp, body),
    };
    const answer = await postTo(client, { url, body, headers });
    return 'result' in answer ? answer.result : resultOf(answer.reply, now());
  },
};
