import { expect, test } from 'vitest';
import { addChannel, ingestLead, never, openNotified } from '#test/support/notified.ts';

const hour = 3_600_000;
const zones = ['Asia/Kathmandu', 'America/New_York'];
interface Body {
  headline: string;
  notifications: { id: string }[];
}
const clockIn = (time: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(time);

/** An hour, or a quarter of one around 08:00 in one of the zones: Kathmandu's offset is 5:45. */
const stepAt = (time: number): number =>
  zones.some((zone) => clockIn(time + hour, zone).startsWith('08:') || clockIn(time, zone).startsWith('08:')) ? hour / 4 : hour;

test.each(['2026-03-05T00:00:00Z', '2026-10-29T00:00:00Z'])(
  'sends one digest a day at 08:00 local time through six days around the time change after %s, with each notice in exactly one',
  async (start) => {
    const { core, clock, receiver, ann } = await openNotified({}, { start: Date.parse(start) });
    for (const zone of zones)
      await addChannel(core, ann, {
        kind: 'webhook',
        name: zone,
        target: { url: `${receiver.url}/${zone}` },
        pace: 'daily',
        hour: 8,
        zone,
      });
    const sentAt: Record<string, number[]> = Object.fromEntries(zones.map((zone) => [zone, []]));
    let nextLeadAt = clock.now;
    for (const end = clock.now + 6 * 24 * hour; clock.now < end; clock.now += stepAt(clock.now)) {
      const before = receiver.calls.length;
      if (clock.now >= nextLeadAt) {
        nextLeadAt += 6 * hour;
        await ingestLead(core);
      }
      await core.notifications.sendDue(never);
      for (const { path } of receiver.calls.slice(before)) sentAt[path.slice(1)]?.push(clock.now);
    }
    clock.now += 24 * hour;
    await core.notifications.sendDue(never);
    for (const zone of zones) {
      expect(new Set(sentAt[zone]?.map((time) => clockIn(time, zone)))).toEqual(new Set(['08:00']));
      expect(sentAt[zone]).toHaveLength(6);
      const sent = receiver.calls
        .filter(({ path }) => path === `/${zone}`)
        .flatMap(({ json }) => (json as Body).notifications.map(({ id }) => id));
      expect(sent).toHaveLength(24);
      expect(new Set(sent).size).toBe(24);
    }
    expect(receiver.calls[0]?.json).toMatchObject({ headline: expect.stringMatching(/^Since yesterday: /) });
  },
  60_000,
);

test('sends a digest once at startup when it was due while the server was off', async () => {
  const { core, clock, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Digest', target: { url: receiver.url }, pace: 'weekly', weekday: 1, zone: 'UTC' });
  await ingestLead(core);
  clock.now += 9 * 24 * hour;
  await core.notifications.sendDue(never);
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(1);
});

test('holds notices back during quiet hours, then sends them as one message', async () => {
  const { core, clock, receiver, ann } = await openNotified({}, { start: Date.UTC(2026, 10, 21, 17) });
  const quiet = { from: '22:00', to: '07:00' };
  await addChannel(core, ann, { kind: 'webhook', name: 'Quiet', target: { url: receiver.url }, quiet, zone: 'Asia/Kathmandu' });
  for (let lead = 0; lead < 3; lead += 1) {
    await ingestLead(core);
    clock.now += hour;
  }
  expect(receiver.calls).toEqual([]);
  expect((await core.notifications.channels.list(ann)).items[0]).toMatchObject({ waiting: 3, nextAt: '2026-11-22T01:15:00.000Z' });
  clock.now = Date.parse('2026-11-22T01:14:59Z');
  await core.notifications.sendDue(never);
  expect(receiver.calls).toEqual([]);
  clock.now += 1000;
  await core.notifications.sendDue(never);
  expect(receiver.calls.map(({ json }) => [(json as Body).headline, (json as Body).notifications.length])).toEqual([['3 new leads', 3]]);
});

test("moves waiting notices when the hour changes, and leaves out notices that the channel's filters exclude", async () => {
  const { core, clock, receiver, ann, campaign } = await openNotified({}, { start: Date.UTC(2026, 10, 21, 9) });
  const rules = { pace: 'daily', hour: 8, zone: 'UTC' } as const;
  const { id } = await addChannel(core, ann, { kind: 'webhook', name: 'A', target: { url: `${receiver.url}/a` }, ...rules });
  await addChannel(core, ann, { kind: 'webhook', name: 'B', target: { url: `${receiver.url}/b` }, minScore: 100 });
  await addChannel(core, ann, { kind: 'webhook', name: 'C', target: { url: `${receiver.url}/c` }, kinds: ['reconnect'] });
  await addChannel(core, ann, { kind: 'webhook', name: 'D', target: { url: `${receiver.url}/d` }, campaignIds: [campaign.id] });
  await ingestLead(core);
  await core.notifications.channels.update(ann, id, { hour: 10 });
  clock.now += hour;
  await core.notifications.sendDue(never);
  expect(receiver.calls.map(({ path }) => path).sort()).toEqual(['/a', '/d']);
});

test('sends nothing for a muted campaign, nor for a lead that its user created', async () => {
  const { core, receiver, ann, campaign } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  await core.inbox.campaigns.update(ann, campaign.id, { leadThreshold: 100 });
  await ingestLead(core);
  const [post] = (await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence', status: 'all' })).items;
  await core.inbox.posts.update(ann, post?.id ?? '', { status: 'lead' });
  await core.notifications.sendDue(never);
  await core.inbox.campaigns.update(ann, campaign.id, { leadThreshold: 70, notify: false });
  await ingestLead(core);
  await core.notifications.sendDue(never);
  expect((await core.inbox.leads.list(ann, { limit: 5, sort: '-discoveredAt' })).items.length).toBeGreaterThan(0);
  expect(receiver.calls).toEqual([]);
  expect((await core.notifications.inbox.list(ann, { limit: 5 })).items).toEqual([]);
});
