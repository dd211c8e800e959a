import type { Page } from '#shared/common.ts';
import type { Notice } from '#shared/notify.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { CoreContext } from '#core/context.ts';
import { transact } from '#core/platform/db/connect.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/newest-first.ts';
import { isGone, scoreOf, textFor, titleFor } from './message.ts';
import { countUnread, listNotices, markRead, type NoticeRow } from './notice-queries.ts';

function present(row: NoticeRow, now: number): Notice {
  const gone = isGone(row);
  const isLead = row.kind === 'new-lead';
  return {
    id: String(row.id),
    kind: row.kind,
    title: gone ? 'Deleted where it was posted' : titleFor(row),
    text: textFor(row),
    path: row.path,
    campaign: row.campaign,
    subreddit: row.subreddit,
    score: isLead && !gone ? scoreOf(row, now) : null,
    createdAt: new Date(row.created_at).toISOString(),
    read: row.read_at !== null,
  };
}

/** The inbox of notifications in the app. */
export function createInbox({ db, readDb, bus, now }: Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'>) {
  return {
    async list(actor: Actor, query: NewestQuery): Promise<Page<Notice> & { unread: number }> {
      const userId = userIdOf(actor);
      const page = await pageNewest(
        { list: 'notices', ...query },
        (below) => listNotices(readDb, { userId, ...below }),
        (row) => present(row, now()),
      );
      return { ...page, total: null, unread: await countUnread(readDb, userId) };
    },
    /** Other users' ids are treated as unknown. */
    async markRead(actor: Actor, which: { ids: readonly string[] } | { all: true }): Promise<{ unread: number }> {
      const userId = userIdOf(actor);
      const ids = 'ids' in which ? which.ids.map(Number) : null;
      await transact(db, (trx) => markRead(trx, { userId, ids, now: now() }));
      bus.announce(String(userId), ['notifications-changed']);
      return { unread: await countUnread(db, userId) };
    },
  };
}
