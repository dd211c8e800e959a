import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { invoicing, ingestItems, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { postListQuery } from '#shared/posts.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { createCandidateReader } from '#core/scoring/reader/read-candidates.ts';
import { createScorer } from '#core/scoring/scorer.ts';
import { readBest, rowOfFetched } from './preview-hits.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

test('finds in a dry run what the run finds: without the blacklist, own accounts, excluded words, copies, and sellers', async () => {
  const { core, clock } = made;
  await core.discovery.blacklist.add(systemActor, [{ kind: 'author', value: 'u/author_2' }]);
  await core.db('reddit_accounts').insert({
    user_id: Number(ann.userId),
    username: 'Author_3',
    requested_scopes: '',
    scopes: '',
    access_sealed: '',
    refresh_sealed: '',
    expires_at: 1,
    connected_at: 1,
  });
  const same = makeItem(8, clock.now);
  await ingestItems(core, [
    makeItem(1, clock.now),
    makeItem(2, clock.now),
    makeItem(3, clock.now),
    makeItem(4, clock.now, { body: 'Looking for an invoicing tool for my homework, would pay today. What do you recommend?' }),
    makeItem(5, clock.now, { author: null }),
    makeItem(6, clock.now, { title: 'We built an invoicing tool', body: 'I made an invoicing app, check it out at https://x.example.' }),
    { ...same, author: 'author_8' },
    { ...same, fullname: 't3_item9', author: 'author_9' },
  ]);
  const fields = invoicing({ excludes: ['homework'] });
  const preview = await core.discovery.pipeline.preview(ann, fields);
  await core.inbox.campaigns.create(ann, fields);
  core.discovery.pipeline.scoreSoon();
  await core.discovery.pipeline.settled();
  const { items } = await core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }));
  expect(preview.best.map(({ fullname }) => fullname).toSorted()).toEqual(items.map(({ fullname }) => fullname).toSorted());
  expect(preview.matched).toBe(items.length);
  expect(preview.leads).toBe(items.filter(({ status }) => status === 'lead').length);
  expect(items.map(({ fullname }) => fullname)).not.toContain('t3_item2');
});

test('shows the leads of a campaign in a language that the built-in model leaves out', async () => {
  const { core, clock } = await makeCore({ scoring: { reader: 'on' } });
  onTestFinished(() => core.close());
  const mia = await makeUser(core, 'mia');
  const texts = [
    [
      'Welches Rechnungsprogramm könnt ihr empfehlen?',
      'Ich suche ein Rechnungsprogramm für Freelancer, das Mahnungen schickt. Budget 20 Euro im Monat.',
    ],
    [
      'Suche dringend ein Rechnungsprogramm',
      'Ich brauche bis Freitag ein Rechnungsprogramm mit Mahnungen. Was nutzt ihr, und was kostet es?',
    ],
  ] as const;
  await ingestItems(
    core,
    texts.map(([title, body], n) => makeItem(n + 1, clock.now, { title, body })),
  );
  const fields = invoicing({
    offering: 'Rechnungsprogramm für Freelancer: Rechnungen schreiben und Mahnungen schicken',
    rules: [{ text: 'rechnungsprogramm' }],
    languages: ['de'],
  });
  const preview = await core.discovery.pipeline.preview(mia, fields);
  expect(preview).toMatchObject({ matched: 2, leads: 2 });
});

test('leaves what it would read to the cheap stage where the built-in model fails', async () => {
  const scorer = createScorer({ campaigns: [scoringOf('0', invoicing())], now: null, compareAll: true });
  const item = makeItem(1, made.clock.now);
  const hits = scorer.score(item).map((result) => ({ item, row: rowOfFetched(item), stored: null, result }));
  const candidates = createCandidateReader(() => Promise.reject(new Error('No such file')));
  expect(hits[0]?.result.decision).toBe('lead');
  expect(await readBest(hits, { scorer, candidates })).toEqual({ read: hits, unread: [] });
});
