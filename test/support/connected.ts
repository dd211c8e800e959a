import { expect, onTestFinished } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { startFakeReddit } from './fakes/reddit/server.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from './factories.ts';
import { makeCore } from './make-core.ts';
import { redditOf } from './reddit-config.ts';

type User = Extract<Actor, { kind: 'user' }>;
type FakeReddit = Awaited<ReturnType<typeof startFakeReddit>>;

const start = Date.UTC(2026, 10, 21, 9);
/** Goes through consent as a browser would; answers what Reddit sent the browser back with. */
export async function agree(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'http://nowhere').searchParams;
}

export async function connect(core: Core, actor: User, scope: 'read' | 'submit' = 'submit'): Promise<void> {
  const back = await agree((await core.reddit.account.connect(actor, scope)).url);
  await core.reddit.account.callback(actor, { code: back.get('code') ?? '', state: back.get('state') ?? '' });
}

/** A post on the fake Reddit that `actor` has among their own. Answers its id here and its name there. */
export async function ingestOn(core: Core, { reddit, actor, number = 1 }: { reddit: FakeReddit; actor: User; number?: number }) {
  const item = makeItem(number, core.now());
  const fullname = reddit.world.post({ subreddit: item.subreddit, title: item.title, text: item.body, author: item.author ?? '' });
  await ingestItems(core, [{ ...item, fullname }]);
  const { items } = await core.inbox.posts.list(actor, { limit: 100, sort: '-confidence', status: 'all' });
  const post = items.find((one) => one.fullname === fullname);
  expect(post, 'the post was kept').toBeDefined();
  return { id: post?.id ?? '', fullname };
}

/** A core beside a fake Reddit, and Ann who has a campaign. Both end with the test. */
export async function openAnn({
  reddit: config = {},
  ...options
}: { onDisk?: boolean; reddit?: Partial<ReturnType<typeof redditOf>> } = {}) {
  const clock = { now: start };
  const reddit = await startFakeReddit({ now: () => clock.now });
  const made = await makeCore({ reddit: { ...redditOf(reddit), ...config } }, { ...options, start });
  // The fake's clock is the core's.
  Object.defineProperty(clock, 'now', { get: () => made.clock.now });
  onTestFinished(async () => {
    await made.close();
    await reddit.close();
  });
  const ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  return { ...made, reddit, ann };
}

/** What stands on the fake Reddit in this name. */
export const commentsBy = ({ world }: FakeReddit, author = 'ann_reddit') =>
  [...world.things.values()].filter((thing) => thing.kind === 't1' && thing.author === author);
