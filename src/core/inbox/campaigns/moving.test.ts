import { expect, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { hourMs } from '#shared/time.ts';
import { commentsBy, connect, openConnected } from '#test/support/connected.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';

type User = Extract<Actor, { kind: 'user' }>;

async function join(core: Core, owner: User, { person, role }: { person: User; role: 'admin' | 'member' }): Promise<User> {
  const row = { workspace_id: Number(owner.userId), user_id: Number(person.userId), role, created_at: 0 };
  await core.db('workspace_members').insert(row);
  return { ...person, workspaceId: owner.userId, member: role };
}

/** Rows that point at a row of another workspace, and columns that name somebody who isn't in it, in whatever table. */
async function listCrossings({ db }: Core): Promise<string[]> {
  const found: string[] = [];
  const tables = await db<{ name: string; type: string }>('sqlite_master').where({ type: 'table' }).pluck<string[]>('name');
  const columnsOf = async (table: string) =>
    (await db.raw<{ name: string }[]>(`select name from pragma_table_info('${table}')`)).map(({ name }) => name);
  /** Tables whose `user_id` is a workspace; of `notification_reads`, it is a person. */
  const hasOwner = new Set<string>();
  for (const table of tables) if (table !== 'notification_reads' && (await columnsOf(table)).includes('user_id')) hasOwner.add(table);
  const members = 'select workspace_id, user_id from workspace_members union select id, id from users';
  for (const table of tables) {
    const keys = await db.raw<{ table: string; from: string }[]>(`select "table", "from" from pragma_foreign_key_list('${table}')`);
    for (const { table: other, from } of keys) {
      const count = async (sql: string) => {
        const [row] = await db.raw<{ n: number }[]>(`select count(*) as n from ${sql}`);
        if (row && row.n > 0) found.push(`${table}.${from}: ${row.n}`);
      };
      if (hasOwner.has(table) && hasOwner.has(other))
        await count(
          `${table} a join ${other} b on b.id = a."${from}" where a.user_id <> b.user_id`.replace(
            'b.id',
            other === 'feeds' ? 'b.campaign_id' : 'b.id',
          ),
        );
      if (hasOwner.has(table) && other === 'users' && !['user_id', 'workspace_id', 'member_id'].includes(from))
        await count(`${table} a where a."${from}" is not null and (a.user_id, a."${from}") not in (${members})`);
    }
  }
  const [event] = await db.raw<{ n: number }[]>(
    `select count(*) as n from lead_events e join leads l on l.id = e.lead_id where e.actor_id is not null and (l.user_id, e.actor_id) not in (${members})`,
  );
  if (event && event.n > 0) found.push(`lead_events.actor_id: ${event.n}`);
  return found;
}

/** Ann's campaign, in which Ben works, too, and Dora's workspace, in which Ann is an admin. */
async function openTwo() {
  const made = await openConnected();
  const { core, ann, clock, post, reddit } = made;
  const [ben, dora, eve] = [await makeUser(core, 'ben'), await makeUser(core, 'dora'), await makeUser(core, 'eve')];
  const there = await join(core, ann, { person: ben, role: 'member' });
  await join(core, dora, { person: ann, role: 'admin' });
  reddit.members.habits.who = 'ben_reddit';
  await connect(core, there);
  const { leadId, campaignId } = await core.inbox.posts.get(ann, post.id);
  if (leadId === null) throw new Error('The post has no lead');
  const iso = (ms: number) => new Date(clock.now + ms).toISOString();
  const move = (actor: Actor = ann, to = dora.userId) => core.inbox.campaigns.move(actor, campaignId, to);
  return { ...made, ben: there, dora, eve, leadId, campaignId, iso, move };
}

test('moves a campaign with all that was found and done in it, and leaves nothing that points over the border', async () => {
  const { core, ann, ben, dora, post, leadId, campaignId, iso, move, clock, reddit } = await openTwo();
  await core.inbox.leads.update(ben, leadId, { assigneeId: ben.userId, stage: 'contacted', notes: 'Call on Monday' });
  await core.inbox.followUps.create(ben, leadId, { dueAt: iso(hourMs), note: 'Ask again', key: 'a-key-of-ben' });
  await core.inbox.feeds.renew(ann, campaignId);
  const days = { from: '2026-11-01', to: '2026-11-30', expiresInDays: 30 as const, competitorIds: [] };
  await core.insights.reports.create(ann, { ...days, campaignId });
  core.bus.emit('notice', {
    userId: ann.userId,
    kind: 'reply-answered',
    key: 'x',
    title: 'Somebody replied',
    path: '/dashboard',
    campaignId,
    leadId,
    postId: post.id,
  });
  await core.insights.competitors.create(ann, { name: 'Ledgerly', aliases: [], website: '', keywords: [], notes: '', own: false });
  // Imported for all of Ann's campaigns: her other one keeps it.
  await ingestItems(core, [makeItem(50, clock.now, { body: 'I hate Ledgerly. Which tool sends an invoice?' })], `user:${ann.userId}`);
  await core.replies.outbox.send(ben, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
  clock.now += 60_000;
  await core.replies.outbox.sendDue(new AbortController().signal);
  await core.replies.watch.lookDue(new AbortController().signal);
  const { id: waiting } = await core.replies.schedule.create(ben, {
    postId: post.id,
    message: 'And another thing that helps',
    dueAt: iso(hourMs),
  });
  await core.notifications.settled();
  const found = await core.inbox.posts.list(ann, { limit: 100, sort: '-confidence', status: 'all' });

  const search = async (actor: User) =>
    (await core.inbox.posts.list(actor, { limit: 100, sort: '-confidence', status: 'all', q: 'invoice' })).items.length;
  const searched = await search(ann);
  expect(searched).toBeGreaterThan(0);
  expect(await listCrossings(core)).toEqual([]);
  await move();
  expect(await listCrossings(core)).toEqual([]);

  await expect(core.inbox.campaigns.get(ann, campaignId)).rejects.toMatchObject({ code: 'not_found' });
  expect((await core.inbox.posts.list(dora, { limit: 100, sort: '-confidence', status: 'all' })).items).toHaveLength(found.items.length);
  expect((await core.inbox.posts.list(ann, { limit: 100, sort: '-confidence', status: 'all' })).items).toEqual([]);
  expect([await search(ann), await search(dora)]).toEqual([0, searched]);
  expect(await core.inbox.leads.get(dora, leadId)).toMatchObject({ stage: 'contacted', notes: 'Call on Monday', assignee: null });
  expect((await core.inbox.followUps.list(dora, { leadId, limit: 5 })).items.map(({ note }) => note)).toContain('Ask again');
  expect((await core.inbox.leads.timeline(dora, leadId, { limit: 50 })).items.map(({ actor }) => actor)).not.toContainEqual({
    id: ben.userId,
    username: 'ben',
  });
  expect((await core.replies.outbox.list(dora, { limit: 5 })).items.map(({ account, state, sentBy }) => [account, state, sentBy])).toEqual([
    ['ben_reddit', 'queued', null],
    ['ben_reddit', 'sent', null],
  ]);
  expect((await core.insights.reports.list(ann)).items).toEqual([]);
  expect(await core.db('feeds')).toEqual([]);
  expect(await core.db('notifications').where({ user_id: Number(ann.userId), campaign_id: Number(campaignId) })).toEqual([]);
  expect(await core.db('items').where({ scope: `user:${ann.userId}` })).toHaveLength(1);

  // Held: nothing is posted from Ben's account for Dora.
  clock.now += 3 * hourMs;
  await core.replies.outbox.sendDue(new AbortController().signal);
  expect(commentsBy(reddit, 'ben_reddit')).toHaveLength(1);
  const [from, to] = [iso(-30 * 24 * hourMs), iso(30 * 24 * hourMs)];
  const reply = (await core.replies.schedule.list(dora, { from, to })).replies.find(({ id }) => id === waiting);
  expect(reply).toMatchObject({ held: 'left', note: expect.stringContaining('was moved to this workspace') });
  const audited = await core.db('audit').where({ action: 'campaign-moved' }).pluck<string[]>('details');
  expect(audited).toHaveLength(2);
});

test('makes one person of whom both workspaces know: what either noted counts, and is still there after a change', async () => {
  const { core, ann, dora, leadId, post, clock, move } = await openTwo();
  await core.inbox.leads.update(ann, leadId, { notes: 'Call on Monday', tags: ['hot', 'dm'], stage: 'contacted', value: 900 });
  await makeCampaign(core, dora);
  const { fullname, author, subreddit, body } = await core.inbox.posts.get(ann, post.id);
  await ingestItems(core, [{ ...makeItem(1, clock.now), fullname, author, subreddit, body }]);
  const list = async () => (await core.inbox.leads.list(dora, { limit: 9, sort: '-confidence' })).items;
  const [there] = await list();
  await core.inbox.leads.update(dora, there?.id ?? '', { notes: 'Met in May', tags: ['hot', 'met'], value: 500 });
  await move();
  const [lead, ...others] = await list();
  const joined = { notes: 'Met in May\nCall on Monday', tags: ['hot', 'met', 'dm'], stage: 'contacted', value: 500 };
  expect([lead, others.length]).toMatchObject([joined, 0]);
  expect(lead?.campaigns).toHaveLength(2);
  await core.inbox.leads.update(dora, lead?.id ?? '', { stage: 'won' });
  for (const id of [leadId, there?.id ?? '']) expect(await core.inbox.leads.get(dora, id)).toMatchObject({ ...joined, stage: 'won' });
});

test('asks for the right to manage both workspaces, and moves nothing without it', async () => {
  const { core, ann, ben, dora, eve, campaignId, move } = await openTwo();
  await expect(move(ann, eve.userId)).rejects.toMatchObject({ code: 'not_found' });
  await join(core, dora, { person: ben, role: 'admin' });
  await expect(move(ben)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(move(dora)).rejects.toMatchObject({ code: 'not_found' });
  await expect(move(ann, ann.userId)).rejects.toMatchObject({ code: 'conflict' });
  await core
    .db('workspace_members')
    .where({ workspace_id: Number(dora.userId), user_id: Number(ann.userId) })
    .update({ role: 'member' });
  await expect(move(ann)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await core.inbox.campaigns.get(ann, campaignId)).id).toBe(campaignId);
  expect((await move(systemActor)).id).toBe(campaignId);
});

test('moves all or nothing: a reply that is being posted, or a run, keeps the campaign where it is', async () => {
  const { core, ann, ben, post, campaignId, move, clock } = await openTwo();
  await core.replies.outbox.send(ben, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
  await core.db('outbox').update({ state: 'sending', lease_until: clock.now + hourMs });
  await expect(move()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('being posted') });
  await core.db('outbox').update({ state: 'sent' });
  const run = {
    campaign_id: Number(campaignId),
    user_id: Number(ann.userId),
    source: 'api',
    started_at: clock.now,
    state: 'running' as const,
  };
  await core.db('runs').insert(run);
  await expect(move()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('being read') });
  expect(await core.db('outbox').where({ user_id: Number(ann.userId) })).toHaveLength(1);
  expect((await core.inbox.campaigns.get(ann, campaignId)).id).toBe(campaignId);
});
