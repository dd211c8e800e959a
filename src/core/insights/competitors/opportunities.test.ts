import { describe, expect, test } from 'vitest';
import type { NewChannelInput } from '#shared/notify.ts';
import { competitorInputSchema, type CompetitorInput } from '#shared/competitors.ts';
import { ingestItems, makeItem, makeUser } from '#test/support/factories.ts';
import { addChannel, openNotified } from '#test/support/notified.ts';

const hour = 3_600_000;

/** Opens a core in which Ann added the competitor Quillbill an hour ago. */
async function openWatching(channel: Partial<NewChannelInput> = {}) {
  const made = await openNotified();
  const { core, ann, clock, receiver } = made;
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url }, ...channel } as NewChannelInput);
  const settle = async () => {
    await core.insights.competitors.settled();
    await core.notifications.settled();
  };
  const add = async (input: Partial<CompetitorInput> & { name: string }, actor = ann) => {
    const { id } = await core.insights.competitors.create(actor, competitorInputSchema.parse(input));
    await settle();
    return id;
  };
  const say = (number: number, body: string, over = {}) => makeItem(number, clock.now, { title: `Question ${number}`, body, ...over });
  const ingest = async (...items: ReturnType<typeof say>[]) => {
    clock.now += 60_000;
    await ingestItems(core, items);
    core.bus.emit('items:fetched', { scope: '' });
    await settle();
  };
  const id = await add({ name: 'Quillbill' });
  clock.now += hour;
  return {
    ...made,
    quillbill: id,
    add,
    say,
    ingest,
    notices: async (actor = ann) =>
      (await core.notifications.inbox.list(actor, { limit: 50 })).items
        .filter(({ kind }) => kind === 'opportunity')
        .map(({ title, text, path }) => [title, text, path]),
    /** Titles of the opportunities that the webhook received. */
    delivered: () =>
      receiver.calls.flatMap(({ json }) =>
        ((json as { notifications?: { kind: string; title: string }[] }).notifications ?? [])
          .filter(({ kind }) => kind === 'opportunity')
          .map(({ title }) => title),
      ),
  };
}

describe('an opportunity', () => {
  test('is announced in the inbox and through the channels, without the text of the post', async () => {
    const { core, quillbill, say, ingest, notices, delivered } = await openWatching();
    await ingest(
      say(1, 'Any alternative to Quillbill? canary'),
      say(2, 'Quillbill is terrible, it crashes all the time. canary', { subreddit: 'smallbusiness' }),
      say(3, 'I love Quillbill.'),
      say(4, 'We use Quillbill.'),
    );
    const path = (kind: string) => `/dashboard/competitors?kind=${kind}&competitorId=${quillbill}`;
    const expected: string[][] = [
      ['Somebody complains about Quillbill', 'In r/smallbusiness.', path('complaint')],
      ['Somebody looks for an alternative to Quillbill', 'In r/freelance.', path('alternative')],
    ];
    expect((await notices()).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual(expected);
    expect(delivered().toSorted()).toEqual(expected.map(([title]) => title));
    const rows = await core.db('notifications').where({ kind: 'opportunity' });
    expect(JSON.stringify(rows)).not.toMatch(/canary|author_/);
  });

  test('is announced once, even if the post is fetched again, edited, or names two competitors', async () => {
    const { add, say, ingest, notices, delivered } = await openWatching();
    await add({ name: 'Ledgerly' });
    await ingest(say(1, 'Any alternative to Quillbill? I am done with Ledgerly.'));
    await ingest(say(1, 'Any alternative to Quillbill? I am done with Ledgerly.'));
    await ingest(say(1, 'Any alternative to Quillbill? I am done with Ledgerly. Edit: on Linux.'));
    expect(await notices()).toEqual([
      ['Somebody looks for an alternative to Quillbill and Ledgerly', 'In r/freelance.', '/dashboard/competitors?kind=alternative'],
    ]);
    expect(delivered()).toHaveLength(1);
  });

  test('is announced when an edit turns a mention into one', async () => {
    const { say, ingest, notices } = await openWatching();
    await ingest(say(1, 'We use Quillbill.'));
    expect(await notices()).toEqual([]);
    await ingest(say(1, 'Is there any alternative to Quillbill?'));
    expect(await notices()).toHaveLength(1);
  });

  test('is not announced for a post fetched before the competitor was added or written more than two days ago', async () => {
    const { core, clock, add, ann, quillbill, say, ingest, notices } = await openWatching();
    await ingest(say(1, 'Any alternative to Ledgerly?'));
    clock.now += hour;
    const ledgerly = await add({ name: 'Ledgerly' });
    expect((await core.insights.competitors.mentions(ann, { limit: 10, competitorId: ledgerly })).items).toHaveLength(1);
    await core.insights.competitors.update(ann, quillbill, { aliases: ['Ledgerly Pro'] });
    await ingest(say(2, 'Any alternative to Quillbill?', { createdAt: clock.now - 49 * hour }));
    expect(await notices()).toEqual([]);
    await ingest(say(3, 'Any alternative to Quillbill?', { createdAt: clock.now - 47 * hour }));
    expect(await notices()).toHaveLength(1);
  });

  test("is not announced for the user's own product", async () => {
    const { add, say, ingest, notices } = await openWatching();
    await add({ name: 'Paperboat', own: true });
    await ingest(say(1, 'Any alternative to Paperboat? It is terrible.'));
    expect(await notices()).toEqual([]);
  });

  test('is announced only to users who have added the competitor', async () => {
    const { core, clock, add, say, ingest, notices } = await openWatching();
    const [bob, cy] = [await makeUser(core, 'bob'), await makeUser(core, 'cy')];
    await add({ name: 'Ledgerly' }, bob);
    await add({ name: 'quillbill' }, cy);
    clock.now += hour;
    await ingest(say(1, 'Any alternative to Quillbill?'));
    expect([(await notices()).length, await notices(bob), (await notices(cy)).length]).toEqual([1, [], 1]);
  });

  test('is not sent through channels that exclude this kind', async () => {
    const { say, ingest, notices, delivered } = await openWatching({ kinds: ['new-lead', 'health'] });
    await ingest(say(1, 'Any alternative to Quillbill?'));
    expect([(await notices()).length, delivered()]).toEqual([1, []]);
  });

  test('waits for the digest on a channel with a daily pace', async () => {
    const { core, clock, say, ingest, delivered } = await openWatching({ pace: 'daily', hour: 8 });
    await ingest(say(1, 'Any alternative to Quillbill?'));
    expect(delivered()).toEqual([]);
    clock.now += 24 * hour;
    await core.notifications.sendDue(new AbortController().signal);
    expect(delivered()).toEqual(['Somebody looks for an alternative to Quillbill']);
  });
});

test('combines many opportunities into one notification', async () => {
  const { add, say, ingest, notices, delivered } = await openWatching();
  await add({ name: 'Ledgerly' });
  const named = (number: number) => (number < 4 ? 'Quillbill' : 'Ledgerly');
  const five = (more = '') =>
    Array.from({ length: 5 }, (_, number) => say(number, `Any alternative to ${named(number)}? ${number}.${more}`));
  await ingest(...five());
  await ingest(...five(' Edit: on Linux.'));
  const combined = [
    '5 new opportunities',
    'People look for an alternative or complain: Quillbill 4, Ledgerly 1.',
    '/dashboard/competitors',
  ];
  expect(await notices()).toEqual([combined]);
  expect(delivered()).toEqual(['5 new opportunities']);
});
