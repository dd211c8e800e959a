import type { Page } from '#shared/common.ts';
import type { Notice } from '#shared/notices.ts';
import type { InboxKind } from '#shared/notify.ts';
import { dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Facts } from '#core/platform/bus.ts';
import { isoTime } from '#core/platform/clock.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import { type NotifyDeps, createChannels } from './channels.ts';
import { createDeliveries, loggedMs } from './deliveries.ts';
import { createLinks } from '#core/platform/email/links.ts';
import { createMailLinks } from './mail-links.ts';
import { isGone, scoreOf, textFor, titleFor } from './message.ts';
import { announceLeads, isOfLeads, notifyOfFailing, notifyOfFollowUps, notifyOfLeadChanges, notifyOfReconnects } from './announcements.ts';
import { countUnread, listNotices, markRead, type ReadNoticeRow, prune } from './notice-queries.ts';
import { notify } from './notify.ts';
import { createSender } from './sender.ts';

function present(row: ReadNoticeRow, now: number): Notice {
  const gone = isGone(row);
  const isLead = row.kind === 'new-lead';
  return {
    id: String(row.id),
    kind: row.kind as InboxKind,
    title: gone ? 'Deleted where it was posted' : titleFor(row),
    text: textFor(row),
    path: row.path,
    campaign: row.campaign,
    subreddit: row.subreddit,
    score: isLead && !gone ? scoreOf(row, now) : null,
    createdAt: isoTime(row.created_at),
    read: row.is_read === 1,
  };
}

/** The inbox of notifications in the app. */
function createInbox({ db, readDb, bus, now }: Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'>) {
  return {
    async list(actor: Actor, query: NewestQuery): Promise<Page<Notice> & { unread: number }> {
      const reader = { userId: workspaceOf(actor), personId: userIdOf(actor) };
      const page = await pageNewest(
        { list: 'notices', ...query },
        (below) => listNotices(readDb, { ...reader, ...below }),
        (row) => present(row, now()),
      );
      return { ...page, total: null, unread: await countUnread(readDb, reader) };
    },
    /** Other users' ids are treated as unknown. */
    async markRead(actor: Actor, which: { ids: readonly string[] } | { all: true }): Promise<{ unread: number }> {
      const reader = { userId: workspaceOf(actor), personId: userIdOf(actor) };
      const ids = 'ids' in which ? which.ids.map(Number) : null;
      await transact(db, (trx) => markRead(trx, { ...reader, ids, now: now() }));
      bus.announce(String(reader.userId), ['notifications-changed']);
      return { unread: await countUnread(db, reader) };
    },
  };
}

const keptDays = { read: 30, unread: 90 };

async function notifyOf({ db, now }: NotifyDeps, fact: Facts['notice']): Promise<Set<number>> {
  const { userId, personId, kind, key, title, text = '', path, campaignId, leadId, postId } = fact;
  const idOf = (id: string | undefined): number | null => (id === undefined ? null : Number(id));
  const notice = {
    user_id: Number(userId),
    person_id: idOf(personId),
    key: personId === undefined ? `${kind}:${key}` : `${kind}:${key}:${personId}`,
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
  return transact(db, (trx) => notify(trx, [notice], now()));
}

/** Notifies users in the inbox and over the channels that want the notice. */
export function createNotify(deps: NotifyDeps) {
  const { db, bus, now, secrets, config, runner } = deps;
  const links = createLinks(secrets.keyFor('mail links'));
  const sender = createSender({ ...deps, channelDeps: { ...deps.channelDeps, now }, links, publicUrl: () => config.http.publicUrl });

  const announce = (userIds: ReadonlySet<number>): void => {
    for (const userId of userIds) bus.announce(String(userId), ['notifications-changed']);
  };
  /** Writes notices in the background, then sends what is due. */
  const soon = (work: () => Promise<Set<number>>) =>
    runner.start('notify', async (signal) => {
      const notified = await work();
      announce(notified);
      if (notified.size > 0) await sender.sendDue(signal);
    });
  const sendSoon = () => runner.start('notify', async (signal) => void (await sender.sendDue(signal)));
  const { list, create, update, remove } = createChannels(deps);
  const newLeads = () => announceLeads({ db, bus, now: now(), model: deps.model });
  const stops = [
    bus.on('posts:scored', () => soon(newLeads)),
    bus.on('reddit:changed', ({ state }) => {
      if (state === 'ended') soon(() => notifyOfReconnects(db, now()));
    }),
    bus.on('notice', (fact) => soon(() => notifyOf(deps, fact))),
    bus.on('push', (push) => {
      const { event, campaignId } = push;
      if (isOfLeads(push)) soon(() => notifyOfLeadChanges(db, now()));
      if (event === 'scrape-error' && campaignId !== null) soon(() => notifyOfFailing(db, Number(campaignId), now()));
    }),
  ];

  return {
    channels: {
      list,
      create,
      update,
      remove,
      ...createDeliveries(deps, { test: sender.test, sendSoon }),
    },
    inbox: createInbox(deps),
    mailLinks: createMailLinks({ db, bus, now, links, ...deps.posts, reports: deps.reports }),
    /** Run by the job: announces new leads and sends what is due. */
    async sendDue(signal: AbortSignal): Promise<{ tried: number }> {
      announce(await newLeads());
      for (const work of [notifyOfReconnects, notifyOfLeadChanges, notifyOfFollowUps]) announce(await work(db, now()));
      return sender.sendDue(signal);
    },
    /** Returns the number of old notices removed. */
    prune: (at = now()): Promise<number> =>
      transact(db, (trx) =>
        prune(trx, { readBefore: at - keptDays.read * dayMs, before: at - keptDays.unread * dayMs, attemptedBefore: at - loggedMs }),
      ),
    settled: runner.settled,
    async close(): Promise<void> {
      for (const stop of stops) stop();
      await runner.close();
    },
  };
}
export type Notify = ReturnType<typeof createNotify>;
