import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GivenRole } from '#shared/auth.ts';
import { dayMs } from '#shared/time.ts';
import type { Actor } from '#core/platform/actor.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { countMentions } from './personal-notices.ts';

type User = Extract<Actor, { kind: 'user' }>;
let made: Awaited<ReturnType<typeof makeCore>>;
let ann: User;
beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  await makeCampaign(made.core, ann);
});
afterEach(() => made.close());

async function join(name: string, role: GivenRole): Promise<User> {
  const { core } = made;
  const person = await makeUser(core, name);
  const { link } = await core.accounts.workspaces.invite(ann, ann.userId, { role });
  await core.accounts.workspaces.accept(person, link.split('/').at(-1) ?? '');
  return { ...person, workspaceId: ann.userId, member: role };
}
async function noticesOf(actor: User): Promise<string[]> {
  await made.core.notifications.settled();
  const { items } = await made.core.notifications.inbox.list(actor, { limit: 20 });
  return items.filter(({ kind }) => kind === 'mention' || kind === 'assigned').map(({ title }) => title);
}
const listLeads = async () => (await made.core.inbox.leads.list(ann, { limit: 100, sort: '-confidence' })).items;
const ingest = (...numbers: number[]) =>
  ingestItems(
    made.core,
    numbers.map((number) => makeItem(number, made.clock.now)),
  );
async function makeLead(): Promise<string> {
  await ingest(1);
  return (await listLeads())[0]?.id ?? '';
}

test.each([
  ['@ben look', { 1: 1 }],
  ['Thanks, @Ben. And @ben!', { 1: 2 }],
  ['@ben lee knows', { 2: 1 }],
  ['@benjamin, mail ben@ben.example, u/ben, @', {}],
  ['(@ben_) @ben-', { 1: 1 }],
])('reads who %s mentions', (text, counts) => {
  const people = [
    { id: 1, username: 'ben' },
    { id: 2, username: 'Ben Lee' },
  ];
  expect(Object.fromEntries(countMentions(text, people))).toEqual(counts);
});

describe('somebody in the workspace', () => {
  test('is notified of notes that mention them, once for each mention that is new, and nobody else is', async () => {
    const { core } = made;
    const [ben, cy] = [await join('ben', 'member'), await join('cy', 'viewer')];
    await makeUser(core, 'eve');
    const id = await makeLead();
    await core.inbox.leads.update(ann, id, { notes: 'Ask @ben and @eve, says @ann' });
    made.clock.now += 1000;
    await core.inbox.leads.update(ann, id, { notes: 'Ask @ben and @eve, says @ann. Done' });
    expect([await noticesOf(ben), await noticesOf(cy), await noticesOf(ann)]).toEqual([['ann mentioned you in a note'], [], []]);
    made.clock.now += 1000;
    await core.inbox.leads.addNote(ben, id, 'Over to @cy');
    expect([await noticesOf(cy), (await noticesOf(ben)).length]).toEqual([['ben mentioned you in a note'], 1]);
    await core.accounts.workspaces.removeMember(ben, { id: ann.userId, userId: ben.userId });
    made.clock.now += 1000;
    await core.inbox.leads.addNote(ann, id, 'Thanks @ben');
    expect(await core.db('notifications').where({ person_id: Number(ben.userId) })).toEqual([]);
    expect((await core.inbox.leads.get(ann, id)).notes).toContain('Thanks @ben');
  });

  test('is notified of leads that others assign to them, and of follow-ups that others set on those', async () => {
    const { core } = made;
    const ben = await join('ben', 'member');
    const id = await makeLead();
    await core.inbox.leads.update(ann, id, { assigneeId: ben.userId });
    await core.inbox.leads.update(ann, id, { assigneeId: ben.userId, stage: 'contacted' });
    made.clock.now += 1000;
    const dueAt = new Date(made.clock.now + dayMs).toISOString();
    await core.inbox.followUps.create(ann, id, { dueAt, note: '', key: 'once' });
    await core.inbox.followUps.create(ann, id, { dueAt, note: '', key: 'once' });
    await core.inbox.followUps.create(ben, id, { dueAt, note: '' });
    await core.inbox.leads.update(ben, id, { assigneeId: null });
    await core.inbox.leads.update(ben, id, { assigneeId: ben.userId });
    expect(await noticesOf(ben)).toEqual(['ann set a follow-up on a lead of yours', 'ann assigned a lead to you']);
    expect(await noticesOf(ann)).toEqual([]);
  });

  test('gets such notices by the devices of their own workspace that want them, which get nothing else of the other one', async () => {
    const { core } = made;
    const ben = await join('ben', 'member');
    const { workspaceId: _, member: __, ...alone } = ben;
    const target = { url: 'https://ntfy.example.test/bens-topic' };
    const rules = { campaignIds: [] as string[], minScore: 0, pace: 'now' as const, hour: 8, weekday: 1, quiet: null, zone: 'UTC' };
    const add = (actor: User, name: string, kinds: ('mention' | 'assigned' | 'new-lead')[]) =>
      core.notifications.channels.create(actor, { kind: 'ntfy', name, kinds, target, ...rules });
    const [wants, other] = [await add(alone, 'Ben', ['mention', 'new-lead']), await add(alone, 'Not', ['new-lead'])];
    await add(ann, 'Ann', ['mention', 'assigned', 'new-lead']);
    const id = await makeLead();
    await core.inbox.leads.update(ann, id, { notes: 'For @ben', assigneeId: ben.userId });
    await core.notifications.settled();
    const told = await core
      .db('notification_deliveries')
      .join('notifications', 'notifications.id', 'notification_deliveries.notice_id')
      .whereIn('notifications.kind', ['mention', 'assigned'])
      .select('notification_deliveries.channel_id', 'notifications.kind', 'notification_deliveries.user_id');
    expect(told).toEqual([{ channel_id: Number(wants.id), kind: 'mention', user_id: Number(ben.userId) }]);
    const all = await core.db('notification_deliveries').distinct('channel_id').pluck('channel_id');
    expect(all).not.toContain(Number(other.id));
  });
});

describe('leads that are assigned in turn', () => {
  const assignees = async () =>
    (await listLeads()).toSorted((one, other) => Number(one.id) - Number(other.id)).map(({ assignee }) => assignee?.username ?? null);

  test('go to those who may work, one after the other, and on without who leaves', async () => {
    const { core } = made;
    const ben = await join('ben', 'member');
    await join('vi', 'viewer');
    await join('cy', 'admin');
    await ingest(1);
    await core.accounts.workspaces.change(ann, ann.userId, { assignsInTurn: true });
    await ingest(2);
    await ingest(3);
    expect(await assignees()).toEqual([null, 'ann', 'ben']);
    await ingest(4, 5);
    expect(await assignees()).toEqual([null, 'ann', 'ben', 'cy', 'ann']);
    await core.accounts.workspaces.removeMember(ben, { id: ann.userId, userId: ben.userId });
    await ingest(6);
    await ingest(7);
    expect(await assignees()).toEqual([null, 'ann', null, 'cy', 'ann', 'cy', 'ann']);
    const last = (await listLeads()).find(({ redditUsername }) => redditUsername === 'author_7')?.id ?? '';
    const { items } = await core.inbox.leads.timeline(ann, last, { limit: 9 });
    expect(items.find(({ kind }) => kind === 'assignee')).toMatchObject({ text: 'Assigned to ann', actor: null });
  });

  test('of a person whom two campaigns find are one turn, and stay with who has the person', async () => {
    const { core } = made;
    await join('ben', 'member');
    await makeCampaign(core, ann);
    await core.accounts.workspaces.change(ann, ann.userId, { assignsInTurn: true });
    await ingest(1);
    await ingest(2);
    const rows = await core.db('leads').orderBy(['reddit_username', 'id']).select('reddit_username', 'assignee_id');
    expect(rows).toHaveLength(4);
    expect(new Set(rows.slice(0, 2).map(({ assignee_id }) => assignee_id))).toEqual(new Set([Number(ann.userId)]));
    expect(new Set(rows.slice(2).map(({ assignee_id }) => assignee_id)).size).toBe(1);
    expect(rows[2]?.assignee_id).not.toBe(Number(ann.userId));
  });
});

test('exports say whose lead it is, and posts can be listed by their last change', async () => {
  const { core } = made;
  const ben = await join('ben', 'member');
  const id = await makeLead();
  await core.inbox.leads.update(ann, id, { assigneeId: ben.userId });
  const read = async (form: 'csv' | 'json') =>
    (await Array.fromAsync((await core.inbox.exports.leads(ann, { sort: '-confidence' }, form)).text)).join('');
  expect(
    (await read('csv'))
      .split(/\r?\n/)
      .slice(0, 2)
      .map((line) => line.split(',').at(-2)),
  ).toEqual(['assignee', 'ben']);
  expect(JSON.parse(await read('json'))).toMatchObject([{ assignee: { username: 'ben' } }]);
  made.clock.now += dayMs;
  await ingest(2);
  const first = (await core.inbox.leads.get(ann, id)).posts[0]?.id ?? '';
  const changed = async () =>
    (
      await core.inbox.posts.list(ann, {
        limit: 9,
        sort: '-discoveredAt',
        status: 'all',
        updatedSince: new Date(made.clock.now).toISOString(),
      })
    ).items.map((post) => post.fullname);
  expect(await changed()).toEqual(['t3_item2']);
  await core.inbox.posts.update(ben, first, { status: 'archived' });
  expect(await changed()).toEqual(['t3_item2', 't3_item1']);
});
