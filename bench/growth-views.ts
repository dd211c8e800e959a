import type { Core } from '#core/open.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { tryWrite } from '#core/platform/db/status-queries.ts';
import { isPostgres } from '#migrations/engine.ts';
import { timeProcess, type Timer, timeWithPostgres } from './cpu.ts';
import type { User } from './kept-figures.ts';

const views: Record<string, (core: Core, user: User) => Promise<unknown>> = {
  'posts, first page': (core, user) => core.inbox.posts.list(user, postListQuery.parse({})),
  'leads, first page': (core, user) => core.inbox.leads.list(user, leadListQuery.parse({})),
  'search, two words': (core, user) => core.inbox.posts.list(user, postListQuery.parse({ q: 'help camera' })),
  dashboard: (core, user) => core.insights.dashboard.get(user),
  campaigns: (core, user) => core.inbox.campaigns.list(user, { limit: 25 }),
};

const rounds = 60;
const warmUp = 20;

/** Median of 60 rounds in ms of CPU time, which other work on the machine hardly affects. */
async function median({ db, time }: { db: Db; time: Timer }, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    // Without a commit, everything would be answered from what was read before.
    await tryWrite(db);
    const spent = await time(() => work(round));
    if (round >= warmUp) times.push(spent);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** CPU time of each view in ms, with all users in turn; PostgreSQL's included. */
export async function timeViews(core: Core, owners: readonly User[]): Promise<Map<string, number>> {
  const measured = { db: core.db, time: isPostgres(core.db) ? await timeWithPostgres(core.db) : timeProcess };
  const times = new Map<string, number>();
  for (const [name, view] of Object.entries(views)) {
    times.set(
      name,
      await median(measured, (round) => {
        const owner = owners[round % owners.length];
        return owner ? view(core, owner) : Promise.reject(new Error('No user'));
      }),
    );
  }
  return times;
}
