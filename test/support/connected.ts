import { expect, onTestFinished } from 'vitest';
import { holdMs, undoGraceMs } from '#shared/outbox.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { startFakeReddit } from './fakes/reddit/server.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from './factories.ts';
import { makeCore } from './make-core.ts';
import { redditOf } from './reddit-config.ts';

type User = Extract<Actor, { kind: 'user' }>;
type FakeReddit = Awaited<ReturnType<typeof startFakeReddit>>;

const start = Date.UTC(2026, 10, 21, 9);
/** Consents like a browser. Returns the query parameters that Reddit redirected with. */
export async function agree(url: string): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'http://nowhere').searchParams;
}

export async function connect(core: Core, actor: User, scope: 'read' | 'submit' = 'submit'): Promise<void> {
  const back = await agree((await core.reddit.account.connect(actor, scope)).url);
  await core.reddit.account.callback(actor, { code: back.get('code') ?? '', state: back.get('state') ?? '' });
}

/** Creates a post on the fake Reddit and ingests it for `actor`. Returns its post id and its fullname. */
export async function ingestOn(core: Core, { reddit, actor, number = 1 }: { reddit: FakeReddit; actor: User; number?: number }) {
  const item = makeItem(number, core.now());
  const fullname = reddit.world.post({ subreddit: item.subreddit, title: item.title, text: item.body, author: item.author ?? '' });
  await ingestItems(core, [{ ...item, fullname }]);
  const { items } = await core.inbox.posts.list(actor, { limit: 100, sort: '-confidence', status: 'all' });
  const post = items.find((one) => one.fullname === fullname);
  expect(post, 'the post was kept').toBeDefined();
  return { id: post?.id ?? '', fullname };
}

/** Sends a reply, and lets the time pass in which it can be undone. */
export async function postReply(
  { core, clock }: { core: Core; clock: { now: number } },
  actor: Actor,
  reply: Parameters<Core['replies']['outbox']['send']>[1],
) {
  const made = await core.replies.outbox.send(actor, reply);
  clock.now += holdMs + undoGraceMs;
  await core.replies.outbox.sendDue(new AbortController().signal);
  return made;
}

/** A core with a fake Reddit and a user Ann with a campaign. Both are closed after the test. */
export async function openAnn({
  reddit: config = {},
  ...options
}: { onDisk?: boolean; reddit?: Partial<ReturnType<typeof redditOf>> } = {}) {
  const clock = { now: start };
  const reddit = await startFakeReddit({ now: () => clock.now });
  const made = await makeCore({ reddit: { ...redditOf(reddit), ...config } }, { ...options, start });
  // The fake uses the core's clock.
  Object.defineProperty(clock, 'now', { get: () => made.clock.now });
  onTestFinished(async () => {
    await made.close();
    await reddit.close();
  });
  const ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
  return { ...made, reddit, ann };
}

/** Comments by this author on the fake Reddit. */
export const commentsBy = ({ world }: FakeReddit, author = 'ann_reddit') =>
  [...world.things.values()].filter((thing) => thing.kind === 't1' && thing.author === author);

/** Ann, connected, with a post to reply to. */
export async function openConnected() {
  const made = await openAnn();
  await connect(made.core, made.ann);
  const post = await ingestOn(made.core, { reddit: made.reddit, actor: made.ann });
  const { core, ann, clock } = made;
  return {
    ...made,
    post,
    send(text = 'We make one. Disclosure: I work there.') {
      return postReply(made, ann, { postId: post.id, message: text });
    },
    /** Advances the clock and runs the job. Returns the newest reply. */
    async after(ms: number) {
      clock.now += ms;
      await core.replies.outbox.sendDue(new AbortController().signal);
      return (await core.replies.outbox.list(ann, { limit: 1 })).items[0];
    },
  };
}
