import type { Core } from '#core/open.ts';
import { leadListQuery } from '#shared/leads.ts';
import { postListQuery } from '#shared/posts.ts';
import type { inventUser } from './generated-data.ts';

type User = Awaited<ReturnType<typeof inventUser>>;

const views: Record<string, (core: Core, user: User) => Promise<unknown>> = {
  'posts, first page': (core, user) => core.inbox.posts.list(user, postListQuery.parse({})),
  'leads, first page': (core, user) => core.inbox.leads.list(user, leadListQuery.parse({})),
  'search, two words': (core, user) => core.inbox.posts.list(user, postListQuery.parse({ q: 'camera wedding' })),
  dashboard: (core, user) => core.insights.dashboard.get(user),
  campaigns: (core, user) => core.inbox.campaigns.list(user, { limit: 25 }),
};

const rounds = 60;

/** Median of 60 times in ms, after 20 that warm up: other work on the machine shouldn't look like growth. */
async function median(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -20; round < rounds; round += 1) {
    const began = performance.now();
    await work(round + 20);
    if (round >= 0) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Milliseconds of each view, with all users in turn. */
export async function timeViews(core: Core, owners: readonly User[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [name, view] of Object.entries(views)) {
    times.set(
      name,
      await median((round) => {
        const owner = owners[round % owners.length];
        return owner ? view(core, owner) : Promise.reject(new Error('No user'));
      }),
    );
  }
  return times;
}
