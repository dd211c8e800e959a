import { dayMs } from '#shared/time.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Facts } from '#core/platform/bus.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { NotifyDeps } from './deps.ts';
import { changeChannel, findChannel } from './channel-queries.ts';
import { createChannels } from './channels.ts';
import { createInbox } from './inbox.ts';
import { createLinks } from './links.ts';
import { createMailLinks } from './mail-links.ts';
import { announceLeads } from './new-leads.ts';
import { tellOfFailing, tellOfReconnects } from './news.ts';
import { prune } from './notice-queries.ts';
import { createSender } from './sender.ts';
import { tell } from './tell.ts';

const keptDays = { read: 30, unread: 90 };
/** Between two tests of a channel. */
const testPauseMs = 5000;

async function tellOf({ db, now }: NotifyDeps, fact: Facts['notice']): Promise<Set<number>> {
  const { userId, kind, key, title, text = '', path, campaignId, leadId, postId } = fact;
  const idOf = (id: string | undefined): number | null => (id === undefined ? null : Number(id));
  const notice = {
    user_id: Number(userId),
    key: `${kind}:${key}`,
    kind,
    campaign_id: idOf(campaignId),
    lead_id: idOf(leadId),
    post_id: idOf(postId),
    title,
    text,
    path,
    created_at: now(),
    score: null,
  };
  return transact(db, (trx) => tell(trx, [notice], now()));
}

/** Tells users what happened: in the inbox, and by the channels that want it. */
export function createNotify(deps: NotifyDeps) {
  const { db, bus, now, secrets, config, runner } = deps;
  const limiter = createLimiter({ db, now });
  const links = createLinks(secrets.keyFor('mail links'));
  const sender = createSender({ ...deps, means: { ...deps.means, now }, links, publicUrl: config.http.publicUrl });

  function announce(userIds: ReadonlySet<number>): void {
    for (const userId of userIds) bus.announce(String(userId), ['notifications-changed']);
  }
  /** In the background: writes the news down, then sends what is due. */
  const soon = (work: () => Promise<Set<number>>) =>
    runner.start('notify', async (signal) => {
      const told = await work();
      announce(told);
      if (told.size > 0) await sender.sendDue(signal);
    });
  const newLeads = () => announceLeads({ db, bus, now: now(), model: deps.model });
  const stops = [
    bus.on('posts:scored', () => soon(newLeads)),
    bus.on('reddit:changed', ({ state }) => {
      if (state === 'ended') soon(() => tellOfReconnects(db, now()));
    }),
    bus.on('notice', (fact) => soon(() => tellOf(deps, fact))),
    bus.on('tell', ({ event, campaignId }) => {
      if (event === 'scrape-error' && campaignId !== null) soon(() => tellOfFailing(db, Number(campaignId), now()));
    }),
  ];

  return {
    channels: {
      ...createChannels(deps),
      /** Sends one now. Throws `too_many` within seconds of the last. */
      async test(actor: Actor, id: string): Promise<{ sent: boolean; words: string }> {
        const channel = await findChannel(db, { id: Number(id), userId: userIdOf(actor) });
        if (!channel) throw new AppError('not_found', 'There is no such channel');
        if (channel.tested_at !== null && now() - channel.tested_at < testPauseMs)
          throw new AppError('too_many', 'Wait a few seconds between two tests', { retryAfter: testPauseMs / 1000 });
        if (channel.kind === 'email') await limiter.mailTest(channel.user_id);
        await changeChannel(db, channel, { tested_at: now() });
        const verdict = await sender.test(channel);
        return verdict.kind === 'sent'
          ? { sent: true, words: 'The receiver took the message.' }
          : { sent: false, words: `${verdict.words}.` };
      },
    },
    inbox: createInbox(deps),
    mailLinks: createMailLinks({ db, bus, now, links, ...deps.posts }),
    /** For the job: finds what nobody told of yet, and sends what is due. */
    async sendDue(signal: AbortSignal): Promise<{ tried: number }> {
      announce(await newLeads());
      announce(await tellOfReconnects(db, now()));
      return sender.sendDue(signal);
    },
    /** Answers how many old notices went. */
    prune: (): Promise<number> =>
      transact(db, (trx) => prune(trx, { readBefore: now() - keptDays.read * dayMs, before: now() - keptDays.unread * dayMs })),
    settled: runner.settled,
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await runner.close();
    },
  };
}
export type Notify = ReturnType<typeof createNotify>;
