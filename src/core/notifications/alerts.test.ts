import { expect, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { connect, openAnn } from '#test/support/connected.ts';
import { answer } from '#test/support/fakes/receiver.ts';
import { addChannel, ingestLead, never, openNotified, waitAndSend } from '#test/support/notified.ts';

const hour = 3_600_000;

test('reports a campaign once after three failed runs, and again after a successful one', async () => {
  const { core, receiver, ann, campaign } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  await core.db('campaigns').update({ status: 'active' });
  const run = async (state: 'failed' | 'ok'): Promise<void> => {
    const row = {
      campaign_id: Number(campaign.id),
      user_id: Number(ann.userId),
      source: 'api',
      started_at: core.now(),
      finished_at: core.now(),
    };
    await core.db('runs').insert({ ...row, state, error: state === 'failed' ? 'r/freelance: Reddit answered 403\nmore' : null });
    if (state === 'failed')
      core.bus.push({ userId: ann.userId, campaignId: campaign.id }, 'scrape-error', { campaignId: campaign.id, error: 'x' });
    await core.notifications.settled();
  };
  const listNotices = async () => (await core.notifications.inbox.list(ann, { limit: 10 })).items.map(({ kind, text }) => ({ kind, text }));
  for (const state of ['failed', 'failed', 'ok', 'failed', 'failed'] as const) await run(state);
  expect(await listNotices()).toEqual([]);
  await run('failed');
  await run('failed');
  expect(await listNotices()).toEqual([{ kind: 'campaign-failing', text: 'Its last 3 runs failed. r/freelance: Reddit answered 403' }]);
  await run('ok');
  for (let time = 0; time < 3; time += 1) await run('failed');
  expect(await listNotices()).toHaveLength(2);
  expect(receiver.calls).toHaveLength(2);
});

test('reports a Reddit account that needs to be reconnected once per connection', async () => {
  const { core, ann, clock } = await openAnn();
  await connect(core, ann);
  for (let round = 0; round < 2; round += 1) {
    await core.db('reddit_accounts').update({ needs_reconnect: 1 });
    for (let minute = 0; minute < 3; minute += 1) await core.notifications.sendDue(never);
    clock.now += hour;
    await connect(core, ann);
  }
  const { items } = await core.notifications.inbox.list(ann, { limit: 10 });
  expect(items.map(({ kind, text }) => [kind, text.includes('u/ann_reddit')])).toEqual([
    ['reconnect', true],
    ['reconnect', true],
  ]);
});

test('deletes texts about a deleted conversation, including unsent ones', async () => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Digest', target: { url: receiver.url }, pace: 'daily', kinds: ['reply-answered'] });
  await ingestLead(core);
  const [post] = (await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', status: 'all' })).items;
  const notice = { userId: ann.userId, kind: 'reply-answered', key: '1', title: 'u/canary answered you', path: '/dashboard' } as const;
  core.bus.emit('notice', { ...notice, postId: post?.id ?? '' });
  await core.notifications.settled();
  const [item] = await core.db('items').pluck<number[]>('id');
  await transact(core.db, (trx) => core.inbox.items.erase(trx, [{ id: item ?? 0, gone: 'account' }], core.now()));
  clock.now += 24 * hour;
  await core.notifications.sendDue(never);
  expect(receiver.calls.map(({ json }) => json)).toMatchObject([
    { notifications: [{ kind: 'reply-answered', title: 'Someone replied to you' }] },
  ]);
  expect(receiver.calls[0]?.text).not.toContain('canary');
  expect(JSON.stringify((await core.notifications.inbox.list(ann, { limit: 10 })).items)).not.toContain('canary');
});

test('removes read notices after 30 days, all notices after 90, and those of a deleted account immediately', async () => {
  const { core, clock, ann } = await openNotified();
  await ingestLead(core);
  await ingestLead(core);
  const { items } = await core.notifications.inbox.list(ann, { limit: 10 });
  await core.notifications.inbox.markRead(ann, { ids: [items[0]?.id ?? ''] });
  clock.now += 31 * 24 * hour;
  expect(await core.notifications.prune()).toBe(1);
  clock.now += 60 * 24 * hour;
  expect(await core.notifications.prune()).toBe(1);
  await addChannel(core, ann, { kind: 'email', name: 'Mail', target: {} });
  await ingestLead(core);
  await core.db('users').delete();
  for (const table of ['notifications', 'notification_channels', 'notification_messages', 'notification_deliveries'])
    expect(await core.db(table).select('id')).toEqual([]);
});

test('sends nothing to a disabled account until it is enabled again', async () => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  receiver.next(answer(503));
  await ingestLead(core);
  expect(receiver.calls).toHaveLength(1);
  await core.db('users').update({ disabled: 1 });
  await waitAndSend(core, clock);
  expect(receiver.calls).toHaveLength(1);
  await core.db('users').update({ disabled: 0 });
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(2);
});
