import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Post } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { type Answer, makeServer, type TestServer } from '#test/support/serve.ts';

// On disk, so that reading doesn't wait for writing.
let server: TestServer;
beforeEach(async () => {
  server = await makeServer({ http: { connectionsPerAddress: 1000 } }, { onDisk: true });
});
afterEach(() => server.close());

type Member = Awaited<ReturnType<TestServer['member']>>;
const actorOf = ({ user }: Member) => ({ kind: 'user', userId: user.id, role: 'user' }) as const;
const atOnce = 200;

/** Sends many at once, and counts the answers. `underWay` resolves with the first of them. */
function sendMany(count: number, send: (n: number) => Promise<Answer>) {
  const first = Promise.withResolvers<void>();
  const many = { answered: 0, underWay: first.promise, all: Promise.resolve<Answer[]>([]) };
  many.all = Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const answer = await send(n);
      many.answered += 1;
      first.resolve();
      return answer;
    }),
  );
  return many;
}

/** How many of the busy user's answers came while another user wrote and signed in. */
async function answeredDuring({ busy, other }: { busy: ReturnType<typeof sendMany>; other: Member }) {
  const { id } = await makeCampaign(server.core, actorOf(other));
  await busy.underWay;
  const during = async (work: () => Promise<Answer>): Promise<number> => {
    const before = busy.answered;
    expect((await work()).status).toBe(200);
    return busy.answered - before;
  };
  const write = await during(() => server.api(other.token).patch(`/campaigns/${id}`, { name: 'Renamed' }));
  const signIn = await during(() => server.api().post('/auth/login', { email: other.email, password: other.password }));
  return { write, signIn, left: atOnce - busy.answered };
}

describe("another user's write and sign-in are answered after a few", () => {
  test('of 200 rule changes that one user sends at once', async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    const { id } = await makeCampaign(server.core, actorOf(ann));
    const busy = sendMany(atOnce, (n) => server.api(ann.token).patch(`/campaigns/${id}`, { rules: [{ text: `invoice ${n}` }] }));
    const { write, signIn, left } = await answeredDuring({ busy, other: bob });
    expect({ write: write <= 10, signIn: signIn <= 30, isFirst: left > 100 }).toEqual({ write: true, signIn: true, isFirst: true });
    expect((await busy.all).every(({ status }) => status === 200)).toBe(true);
  });

  test('of 200 bulk changes that one user sends at once', async () => {
    const [ann, bob] = [await server.member('ann'), await server.member('bob')];
    await makeCampaign(server.core, actorOf(ann));
    await ingestItems(
      server.core,
      Array.from({ length: 50 }, (_, n) => makeItem(n, server.clock.now - 60_000)),
    );
    const { items } = (await server.api(ann.token).get('/posts?limit=50')).json as { items: Post[] };
    const ids = items.map(({ id }) => id);
    const busy = sendMany(atOnce, (n) => server.api(ann.token).post('/posts/bulk', { ids, action: n % 2 === 0 ? 'dismiss' : 'restore' }));
    const { write, signIn, left } = await answeredDuring({ busy, other: bob });
    expect({ write: write <= 10, signIn: signIn <= 30, isFirst: left > 100 }).toEqual({ write: true, signIn: true, isFirst: true });
    expect((await busy.all).every(({ status }) => status === 200)).toBe(true);
  });
});

test('handles the changes of one user in their order', async () => {
  const ann = await server.member('ann');
  const { id } = await makeCampaign(server.core, actorOf(ann));
  const busy = sendMany(50, (n) => server.api(ann.token).patch(`/campaigns/${id}`, { name: `Name ${n}` }));
  const names = (await busy.all).map(({ json }) => (json as { name: string }).name);
  expect(names).toEqual(Array.from({ length: 50 }, (_, n) => `Name ${n}`));
});

test('refuses what one user sends beyond 256 waiting requests, and says so', async () => {
  const ann = await server.member('ann');
  const { id } = await makeCampaign(server.core, actorOf(ann));
  const busy = sendMany(300, (n) => server.api(ann.token).patch(`/campaigns/${id}`, { name: `Name ${n}` }));
  const refused = (await busy.all).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, json } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    expect(json).toMatchObject({
      message: expect.stringMatching(/waiting already, so this one was not handled\. Send it again/) as string,
    });
  }
});
