import { expect, test } from 'vitest';
import { newChannelSchema } from '#shared/notify.ts';
import { systemActor } from '#core/platform/actor.ts';
import { hourMs } from '#shared/time.ts';
import { commentsBy, connect, ingestOn, openAnn } from '#test/support/connected.ts';
import { makeUser } from '#test/support/factories.ts';

const never = new AbortController().signal;

/** Ann works in two accounts: hers, with a campaign, and `anna`, which is to stay. */
async function openAccounts() {
  const made = await openAnn();
  const { core, ann, reddit } = made;
  await makeUser(core, 'root', 'admin');
  const [anna, ben] = [await makeUser(core, 'anna'), await makeUser(core, 'ben')];
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  const merge = (name = 'ann', actor: Parameters<typeof core.instance.admin.mergeUsers>[0] = systemActor) =>
    core.instance.admin.mergeUsers(actor, ann.userId, { intoId: anna.userId, name });
  return { ...made, anna, ben, post, merge };
}

test('makes everything of one account the other one of the same person, which goes on with it', async () => {
  const { core, ann, anna, ben, post, reddit, clock, merge } = await openAccounts();
  const { leadId } = await core.inbox.posts.get(ann, post.id);
  await core.inbox.leads.update(ann, leadId ?? '', { notes: 'Call on Monday', stage: 'contacted' });
  const member = (workspace: string, user: string, role: 'admin' | 'member' | 'viewer') =>
    core.db('workspace_members').insert({ workspace_id: Number(workspace), user_id: Number(user), role, created_at: 0 });
  await member(ann.userId, ben.userId, 'member');
  await member(ben.userId, ann.userId, 'admin');
  await member(ben.userId, anna.userId, 'viewer');
  await member(ann.userId, anna.userId, 'member');
  const channel = newChannelSchema.parse({ kind: 'webhook', name: 'CRM', target: { url: 'https://crm.example.com/hook' } });
  await core.notifications.channels.create(ann, channel);
  await core.insights.competitors.create(ann, { name: 'Ledgerly', aliases: [], website: '', keywords: [], notes: '', own: false });
  await core.replies.outbox.send(ann, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
  clock.now += 60_000;
  await core.replies.outbox.sendDue(never);

  const changed: string[] = [];
  core.bus.on('membership:changed', ({ userId }) => void changed.push(userId));
  expect(await merge()).toMatchObject({ username: 'anna', campaigns: 1 });
  // Ben lost a workspace when its account was disabled, and got the other one.
  expect(changed.slice(-2)).toEqual([anna.userId, ben.userId]);

  expect((await core.inbox.leads.get(anna, leadId ?? '')).notes).toBe('Call on Monday');
  expect((await core.inbox.leads.timeline(anna, leadId ?? '', { limit: 50 })).items.map(({ actor }) => actor?.username)).toContain('anna');
  expect((await core.replies.outbox.list(anna, { limit: 5 })).items).toMatchObject([
    { account: 'ann_reddit', sentBy: { username: 'anna' } },
  ]);
  expect((await core.notifications.channels.list(anna)).items).toMatchObject([{ name: 'CRM' }]);
  expect((await core.insights.competitors.list(anna)).items).toMatchObject([{ name: 'Ledgerly' }]);
  expect(await core.db('workspace_members').select('workspace_id', 'user_id', 'role').orderBy('workspace_id')).toEqual([
    { workspace_id: Number(anna.userId), user_id: Number(ben.userId), role: 'member' },
    { workspace_id: Number(ben.userId), user_id: Number(anna.userId), role: 'admin' },
  ]);
  // Its tokens were sealed again: replies leave from it.
  const second = await ingestOn(core, { reddit, actor: anna, number: 2 });
  await core.replies.outbox.send(anna, { postId: second.id, message: 'Another one, from the account that stays.' });
  clock.now += hourMs;
  await core.replies.outbox.sendDue(never);
  expect(commentsBy(reddit)).toHaveLength(2);
  const left = ['campaigns', 'posts', 'leads', 'outbox', 'reddit_accounts', 'notification_channels', 'competitors'] as const;
  for (const table of left) expect(await core.db(table).where({ user_id: Number(ann.userId) })).toEqual([]);
  expect(
    await core
      .db('users')
      .where({ id: Number(ann.userId) })
      .pluck('disabled'),
  ).toEqual([1]);
  expect(await core.db('audit').where({ action: 'users-merged' }).pluck('target')).toEqual([`user:${anna.userId}`]);
});

test('needs an admin, the name of the account that ends, and none who pays for it', async () => {
  const { core, ann, anna, merge } = await openAccounts();
  await expect(merge('anna')).rejects.toMatchObject({ code: 'invalid' });
  await expect(merge('ann', anna)).rejects.toMatchObject({ code: 'forbidden' });
  const paid = { customer_id: 'cus_1', subscription_id: 'sub_1', state: 'active', plan: 'pro', period_end: null, cancels_at_period_end: 0 };
  await core.db('billing_accounts').insert({ ...paid, user_id: Number(ann.userId), synced_at: 0 });
  await expect(merge()).rejects.toMatchObject({ code: 'conflict', message: 'End the subscription of ann first.' });
  await core.accounts.users.setRole(systemActor, 'ann@example.test', 'admin');
  await expect(merge()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Make anna an admin first') });
  expect((await core.inbox.campaigns.list(ann, { limit: 5 })).items).toHaveLength(1);
});

test('merges all or nothing: while a reply is being posted, both accounts stay as they are', async () => {
  const { core, ann, post, clock, merge } = await openAccounts();
  await core.replies.outbox.send(ann, { postId: post.id, message: 'We make one. Disclosure: I work there.' });
  await core.db('outbox').update({ state: 'sending', lease_until: clock.now + hourMs });
  await expect(merge()).rejects.toMatchObject({ code: 'conflict' });
  expect(
    await core
      .db('users')
      .where({ id: Number(ann.userId) })
      .pluck('disabled'),
  ).toEqual([0]);
  expect(await core.db('reddit_accounts').pluck('user_id')).toEqual([Number(ann.userId)]);
  expect(await core.db('outbox').pluck('sent_by')).toEqual([Number(ann.userId)]);
});
