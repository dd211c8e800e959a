import { createECDH } from 'node:crypto';
import type { Config } from '#core/platform/config.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import { dayMs, secondMs } from '#shared/time.ts';
import type { Channel, Message, Vapid } from './channel.ts';
import { postTo, resultOf } from './http-result.ts';
import { bytesOf, cut, factsOf, oneLine, titleOf } from './plain.ts';

/** The keys come from the master secret: browsers stay subscribed as long as it is the same. */
export function vapidOf(secrets: Pick<Secrets, 'keyFor'>, { http, smtp }: Pick<Config, 'http' | 'smtp'>): Vapid {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secrets.keyFor('web-push'));
  const { address = 'earshot@localhost' } = /(?<address>[^\s<>]+@[^\s<>]+)/.exec(smtp.from)?.groups ?? {};
  return {
    subject: http.publicUrl.startsWith('https:') ? http.publicUrl : `mailto:${address}`,
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
  };
}

/** A phone that was off shows what is a day old at most. */
const ttlSeconds = dayMs / secondMs;
/** Push services take 4,096 bytes, encrypted; a device shows a few lines. */
const maxTitle = 300;
const maxText = 1500;

/** What the service worker shows; it opens `url`, or the app. */
export function payloadOf({ eventId, headline, notices, appUrl }: Message) {
  const [first] = notices;
  const only = notices.length === 1 ? first : undefined;
  const lines = only ? [factsOf(only), oneLine(only.text)] : notices.map(titleOf);
  return {
    tag: eventId,
    title: cut(only ? titleOf(only) : oneLine(headline), maxTitle, bytesOf),
    text: cut(lines.filter(Boolean).join('\n'), maxText, bytesOf),
    url: (only ? (only.appUrl ?? only.redditUrl) : null) ?? appUrl,
  };
}

/** Sends to a browser through its vendor's push service, encrypted for this browser (RFC 8030, 8291). */
export const push: Channel<'push'> = {
  // A notification replaces one with the same tag.
  knowsRepeats: true,
  hint: ({ url }) => new URL(url).host,
  async send(message, { url, p256dh, auth }, { client, now, vapid }) {
    const { default: webPush } = await import('web-push');
    const { body, headers } = webPush.generateRequestDetails(
      { endpoint: url, keys: { p256dh, auth } },
      JSON.stringify(payloadOf(message)),
      { vapidDetails: vapid(), TTL: ttlSeconds, urgency: 'high' },
    );
    const { 'content-length': _, ...sent } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const answer = await postTo(client, { url, body, headers: sent });
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if (status === 404 || status === 410)
      return { kind: 'gone', reason: `This browser no longer takes notifications (${status}). Remove this channel and add it there again` };
    if (status === 401 || status === 403)
      return {
        kind: 'gone',
        reason: `The browser's push service refuses this server (${status}). An admin must set http.publicUrl to the https address; then resume this channel, or add it again`,
      };
    return resultOf(answer.reply, now(), "The browser's push service");
  },
};
