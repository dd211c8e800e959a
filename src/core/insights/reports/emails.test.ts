import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemActor } from '#core/platform/actor.ts';
import { silentLog } from '#core/platform/log.ts';
import { timeZone } from '#shared/time-zone.ts';
import { openCore } from '#core/open.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { decoded } from '#test/support/fakes/smtp.ts';
import { linkIn, makeReportSender as open, monday, recipientsOf, tokenIn } from '#test/support/report-emails.ts';
import { isOnPostgres } from '#test/support/test-database.ts';
import { nextIssue, periodBefore } from './emails.ts';

const day = 86_400_000;
const never = new AbortController().signal;

test("emails the last week's figures and a link to the report, as text and HTML, in the agency's name", async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  const campaign = await makeCampaign(core, ann);
  await ingestItems(core, [makeItem(1, core.now()), makeItem(2, core.now())]);
  await core.insights.reports.setBrand(ann, { name: 'North Agency', accent: 'Blue', logo: null });
  await schedule({ campaignId: campaign.id });
  await sendAt(monday - 1);
  expect(smtp.taken).toEqual([]);
  await sendAt(monday);
  await sendAt(monday + 60_000);
  expect(smtp.taken).toHaveLength(1);
  const mail = decoded(smtp.taken[0]);
  for (const line of ['From: North Agency <earshot@earshot.test>', 'To: client@north.test', 'Auto-Submitted: auto-generated'])
    expect(mail).toContain(line);
  expect(mail).toMatch(/Subject: .*Invoicing,[ _]November/);
  expect(mail).toContain('November 16 – 22, 2026');
  expect(mail).toContain('Leads: 2');
  expect(mail).toContain('Content-Type: text/html');
  const report = await core.insights.reports.read(linkIn(mail), '192.0.2.1');
  expect(report).toMatchObject({ campaign: 'Invoicing', from: '2026-11-16', to: '2026-11-22', leads: 2 });
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(mail).toMatch(/List-Unsubscribe:\s+<https:\/\/earshot\.test\/api\/mail-links\/[\w-]{100,}>/);
});

test("emails a report in the language of its workspace's owner", async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  await makeCampaign(core, ann);
  await core.accounts.users.updateProfile(ann, { settings: { language: 'de' } });
  await schedule();
  await sendAt(monday);
  const mail = decoded(smtp.taken[0]);
  for (const line of [
    'Bericht über Gespräche\n16.–22. November 2026',
    'Kontaktiert: 0',
    'Earshot sendet dir diesen Bericht jede Woche.',
    '<html lang="de">',
  ])
    expect(mail.replaceAll('\r\n', '\n')).toContain(line);
});

test('sends of one campaign nothing of the others', async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  const campaign = await makeCampaign(core, ann, { rules: [{ text: '"pay late"' }] });
  await makeCampaign(core, ann, { name: 'Other client' });
  await ingestItems(core, [makeItem(1, core.now())]);
  await schedule({ campaignId: campaign.id });
  await sendAt(monday);
  const mail = decoded(smtp.taken[0]);
  expect(mail).toContain('Leads: 0');
  expect(mail + JSON.stringify(await core.insights.reports.read(linkIn(mail), '192.0.2.1'))).not.toMatch(/Other client|author_1/);
});

test.each([
  { pace: 'weekly', on: 1, at: '2026-11-23T07:00:00Z', period: ['2026-11-16', '2026-11-22'] },
  { pace: 'weekly', on: 7, at: '2026-11-22T07:00:00Z', period: ['2026-11-15', '2026-11-21'] },
  { pace: 'monthly', on: 1, at: '2026-12-01T07:00:00Z', period: ['2026-11-01', '2026-11-30'] },
  { pace: 'monthly', on: 28, at: '2026-11-28T07:00:00Z', period: ['2026-10-01', '2026-10-31'] },
] as const)('sends a $pace report of day $on at eight in the morning of its time zone, for the time before', ({ pace, on, at, period }) => {
  const zone = timeZone('Europe/Berlin');
  const due = nextIssue(Date.UTC(2026, 10, 21, 9), { pace, day: on, hour: 8, issued_at: null }, zone);
  expect(new Date(due).toISOString()).toBe(new Date(at).toISOString());
  expect(Object.values(periodBefore(pace, due, zone))).toEqual(period);
});

test('sends no second report within days when the day is changed', async () => {
  const { smtp, ann, schedules, schedule, sendAt } = await open();
  const { id } = await schedule();
  await sendAt(monday);
  const changed = await schedules.update(ann, id, { day: 2 });
  expect(changed.nextAt).toBe(new Date(monday + 8 * day).toISOString());
  await sendAt(monday + day);
  expect(smtp.taken).toHaveLength(1);
});

test('still sends a report that is due when only who gets it changes', async () => {
  const { clock, smtp, ann, schedules, schedule, sendAt } = await open();
  const { id } = await schedule();
  clock.now = monday + 1000;
  await schedules.update(ann, id, { recipients: ['other@north.test'], pace: 'weekly', day: 1, hour: 8, isPaused: false });
  await sendAt(monday + 60_000);
  expect(recipientsOf(smtp.taken)).toEqual(['other@north.test']);
});

test("says the time zone that counts, which is the owner's where they have one", async () => {
  const { core, ann, schedule, list } = await open();
  expect(await schedule({ zone: 'America/New_York' })).toMatchObject({ zone: 'America/New_York', nextAt: '2026-11-23T13:00:00.000Z' });
  await core.accounts.users.updateProfile(ann, { settings: { timezone: 'Europe/Berlin' } });
  expect(await schedule({ zone: 'America/New_York' })).toMatchObject({ zone: 'Europe/Berlin', nextAt: '2026-11-23T07:00:00.000Z' });
  expect((await list()).map(({ zone }) => zone)).toEqual(['Europe/Berlin', 'Europe/Berlin']);
});

test('sends one report after an outage of weeks, for the last week', async () => {
  const { smtp, schedule, sendAt } = await open();
  await schedule();
  await sendAt(monday + 16 * day);
  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]).toContain('November 30 =E2=80=93 December 6');
});

test('sends each address one email when several runs meet', async () => {
  const { core, clock, smtp, schedule } = await open();
  const recipients = Array.from({ length: 12 }, (_, at) => `client${at}@north.test`);
  await schedule({ recipients });
  clock.now = monday;
  await Promise.all(Array.from({ length: 3 }, () => core.insights.reports.schedules.sendDue(never)));
  expect(recipientsOf(smtp.taken)).toEqual(recipients.toSorted());
  expect(new Set(smtp.taken.map(linkIn)).size).toBe(1);
});

test('retries while the email server is down, and sends each address one email', async () => {
  const { smtp, schedule, sendAt, list } = await open();
  await schedule({ recipients: ['a@north.test', 'b@north.test'] });
  smtp.next({ at: 'drop-before' }, { at: 'rcpt', code: 451 });
  await sendAt(monday);
  expect(smtp.taken).toEqual([]);
  expect((await list())[0]?.recipients).toMatchObject([
    { isWaiting: true, error: { message: expect.stringMatching(/^The email server asked|^Couldn't reach/) } },
    { isWaiting: true },
  ]);
  for (const minutes of [2, 10, 60]) await sendAt(monday + minutes * 60_000);
  expect(recipientsOf(smtp.taken)).toEqual(['a@north.test', 'b@north.test']);
  expect((await list())[0]?.recipients).toMatchObject([
    { isWaiting: false, error: null },
    { isWaiting: false, error: null, lastSentAt: expect.any(String) },
  ]);
});

test('says beside an address that the email server refused it, and tries it again with the next report', async () => {
  const { smtp, schedule, sendAt, list } = await open();
  await schedule();
  smtp.next({ at: 'rcpt', code: 550 });
  await sendAt(monday);
  await sendAt(monday + day);
  expect(smtp.taken).toEqual([]);
  expect((await list())[0]?.recipients).toMatchObject([
    { isWaiting: false, lastSentAt: null, error: { message: 'The email server rejected the message (550).' } },
  ]);
  await sendAt(monday + 7 * day);
  expect(smtp.taken).toHaveLength(1);
});

test('repeats an email with the same message ID when it is unclear whether it arrived', async () => {
  const { smtp, schedule, sendAt } = await open();
  await schedule();
  smtp.next({ at: 'drop' });
  await sendAt(monday);
  await sendAt(monday + 120_000);
  const ids = smtp.seen.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test.skipIf(isOnPostgres)(
  'loses and repeats nothing when a process is killed between claiming and sending',
  { timeout: 120_000 },
  async () => {
    const opened = await open({ onDisk: true });
    const { core, clock, smtp, schedule } = opened;
    await schedule({ recipients: ['a@north.test', 'b@north.test'] });
    await core.close();
    // Accepts connections and never says a word.
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const child = join(import.meta.dirname, '../../../../test/support/children/reports.ts');
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const running = spawn(process.execPath, [child, core.config.dataDir, String(monday), url], { stdio: ['ignore', 'ignore', 'inherit'] });
    const sockets: { destroy(): void }[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    await once(silent, 'connection');
    running.kill('SIGKILL');
    await once(running, 'exit');
    for (const socket of sockets) socket.destroy();
    clock.now = monday;
    const again = await openCore(core.config, { log: silentLog, now: () => clock.now, hold: 'own' });
    expect(await again.db('report_emails').whereNotNull('lease_until').count({ n: '*' })).not.toEqual([{ n: 0 }]);
    for (const minutes of [0, 1, 3, 10]) {
      clock.now = monday + minutes * 60_000;
      await again.insights.reports.schedules.sendDue(never);
    }
    await again.close();
    expect(recipientsOf(smtp.taken)).toEqual(['a@north.test', 'b@north.test']);
  },
);

test('sends the other reports when one of them fails, whose email it tries again', async () => {
  const { core, smtp, schedule, sendAt } = await open();
  const recipients = Array.from({ length: 5 }, (_, at) => `client${at}@north.test`);
  const { id } = await schedule({ recipients });
  await schedule({ recipients: ['other@north.test'] });
  // Of a report that can't be read; as many emails as are sent at once, and one more.
  await core
    .db('report_schedules')
    .where({ id: Number(id) })
    .update({ competitor_ids: '[' });
  await sendAt(monday);
  expect(recipientsOf(smtp.taken)).toEqual(['other@north.test']);
  const failed = await core
    .db('report_recipients')
    .where({ schedule_id: Number(id) })
    .pluck('error');
  expect(failed).toEqual(recipients.map(() => "The report couldn't be made."));
  await core
    .db('shared_reports')
    .where({ schedule_id: Number(id) })
    .update({ competitor_ids: '[]' });
  await sendAt(monday + 120_000);
  expect(recipientsOf(smtp.taken)).toEqual([...recipients, 'other@north.test']);
});

test('lets no name inject headers, recipients, or HTML', async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  const campaign = await makeCampaign(core, ann, { name: 'Invoicing\r\nBcc: eve@example.test\r\n\r\n<script>' });
  await core.insights.reports.setBrand(ann, { name: '"North" <x@y.test>,\r\nBcc: eve@example.test', accent: 'Blue', logo: null });
  await schedule({ campaignId: campaign.id });
  await sendAt(monday);
  expect(smtp.taken).toHaveLength(1);
  const [head = ''] = (smtp.taken[0] ?? '').split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^From: .*$/im)?.[0]).toMatch(/<earshot@earshot\.test>$/);
  expect(recipientsOf(smtp.taken)).toEqual(['client@north.test']);
  expect(decoded(smtp.taken[0])).not.toContain('<script>\n');
  expect(decoded(smtp.taken[0])).toContain('&lt;script&gt;');
});

test('unsubscribes an address by the link of its email, from every report of the workspace and from no other', async () => {
  const { core, ann, smtp, schedule, sendAt, list } = await open();
  const ben = await makeUser(core, 'ben');
  await core.insights.reports.setBrand(ann, { name: 'Ann', accent: 'Blue', logo: null });
  await schedule({ recipients: ['client@north.test', 'other@north.test'] });
  await schedule({ recipients: ['CLIENT@north.test'], day: 2 });
  await schedule({}, ben);
  await sendAt(monday);
  const mail = smtp.taken.find((text) => text.includes('From: Ann <') && text.includes('To: client@north.test')) ?? '';
  const { mailLinks } = core.notifications;
  const token = tokenIn(mail);
  expect(await mailLinks.read(token)).toEqual({ action: 'stop-reports', about: 'Ann', done: false });
  expect(await mailLinks.act(token)).toMatchObject({ done: true });
  expect(await mailLinks.act(token)).toMatchObject({ done: true });
  expect((await list())[0]?.recipients).toMatchObject([{ unsubscribedAt: expect.any(String) }, { unsubscribedAt: null }]);
  smtp.taken.length = 0;
  await sendAt(monday + 8 * day);
  // Of ann's two schedules, the other address; of ben's, the same one.
  expect(recipientsOf(smtp.taken)).toEqual(['client@north.test', 'other@north.test']);
  await mailLinks.act(token, { undo: true });
  smtp.taken.length = 0;
  await sendAt(monday + 15 * day);
  expect(recipientsOf(smtp.taken)).toContain('CLIENT@north.test');
});

test('sends nothing to who unsubscribed while the email was waiting', async () => {
  const { core, smtp, schedule, sendAt } = await open();
  await schedule();
  await sendAt(monday);
  smtp.next({ at: 'rcpt', code: 451 });
  await sendAt(monday + 7 * day);
  await core.notifications.mailLinks.act(tokenIn(smtp.taken[0] ?? ''));
  await sendAt(monday + 8 * day);
  expect(smtp.taken).toHaveLength(1);
});

test('has nothing to unsubscribe from where the workspace is gone', async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  const root = await makeUser(core, 'root', 'admin');
  await schedule();
  await sendAt(monday);
  const token = tokenIn(smtp.taken[0] ?? '');
  await core.instance.admin.deleteUser(root, ann.userId);
  const gone = { code: 'not_found' };
  await expect(core.notifications.mailLinks.read(token)).rejects.toMatchObject(gone);
  await expect(core.notifications.mailLinks.act(token)).rejects.toMatchObject(gone);
});

test.each<[string, (made: Awaited<ReturnType<typeof open>>, id: string) => Promise<unknown>]>([
  ['it is deleted', ({ schedules, ann }, id) => schedules.remove(ann, id)],
  ['its account is disabled', ({ core }) => core.accounts.users.setDisabled(systemActor, 'ann@example.test', true)],
  ['its campaign is deleted', async ({ core, ann, list }) => core.inbox.campaigns.remove(ann, (await list())[0]?.campaignId ?? '')],
])('ends, and with it the links that it sent, when %s', async (_, end) => {
  const made = await open();
  const { core, ann, smtp, schedule, sendAt } = made;
  await makeUser(core, 'root', 'admin');
  const campaign = await makeCampaign(core, ann);
  const { id } = await schedule({ campaignId: campaign.id });
  await sendAt(monday);
  const secret = linkIn(smtp.taken[0] ?? '');
  await core.insights.reports.read(secret, '192.0.2.1');
  await end(made, id);
  await expect(core.insights.reports.read(secret, '192.0.2.1')).rejects.toMatchObject({ code: 'not_found' });
  await sendAt(monday + 7 * day);
  expect(smtp.taken).toHaveLength(1);
});

test('sends nothing of a report whose link was revoked while its emails were waiting', async () => {
  const { core, ann, smtp, schedule, sendAt } = await open();
  await schedule();
  smtp.next({ at: 'rcpt', code: 451 });
  await sendAt(monday);
  const [report] = (await core.insights.reports.list(ann)).items;
  expect(report).toMatchObject({ isEmailed: true });
  await core.insights.reports.revoke(ann, report?.id ?? '');
  await sendAt(monday + day);
  expect(smtp.taken).toEqual([]);
});

test('is paused when all access to its account ends, and goes on when its owner resumes it', async () => {
  const { core, ann, smtp, schedules, schedule, sendAt, list } = await open();
  const { id } = await schedule();
  await core.accounts.users.logoutEverywhere(ann);
  expect((await list())[0]?.paused).toMatch(/^Paused: all access/);
  await sendAt(monday);
  expect(smtp.taken).toEqual([]);
  await schedules.update(ann, id, { isPaused: false });
  await sendAt(monday + 7 * day);
  expect(smtp.taken).toHaveLength(1);
});

test('is paused when the admin who set it up leaves', async () => {
  const { core, ann, smtp, schedules, schedule, sendAt, list } = await open();
  const ben = await makeUser(core, 'ben');
  const [workspace_id, user_id] = [Number(ann.userId), Number(ben.userId)];
  await core.db('workspace_members').insert({ workspace_id, user_id, role: 'admin', created_at: core.now() });
  await schedule({}, { ...ben, workspaceId: ann.userId, member: 'admin' });
  await schedule({ recipients: ['own@north.test'] });
  await core.accounts.workspaces.removeMember(systemActor, { id: ann.userId, userId: ben.userId });
  expect((await list()).map(({ paused }) => paused)).toEqual(['Paused: who set it up left', null]);
  await sendAt(monday);
  expect(recipientsOf(smtp.taken)).toEqual(['own@north.test']);
  expect((await schedules.list(ben)).items).toEqual([]);
});

test('ends when its campaign moves to another workspace, and waits to be resumed in the account that its account is merged into', async () => {
  const { core, ann, schedules, schedule, list } = await open();
  const root = await makeUser(core, 'root', 'admin');
  const ben = await makeUser(core, 'ben');
  const campaign = await makeCampaign(core, ann);
  await schedule({ campaignId: campaign.id });
  await schedule({ recipients: ['own@north.test'] });
  await core.inbox.campaigns.move(systemActor, campaign.id, ben.userId);
  expect(await list()).toMatchObject([{ campaign: null }]);
  const { setSubscribed } = schedules.subscriptions;
  for (const email of ['own@north.test', 'both@north.test']) await setSubscribed({ userId: Number(ann.userId), email }, false);
  await setSubscribed({ userId: Number(ben.userId), email: 'both@north.test' }, false);
  await core.notifications.settled();
  await core.instance.admin.mergeUsers(root, ann.userId, { intoId: ben.userId, name: 'ann' });
  const recipients = [{ email: 'own@north.test', unsubscribedAt: expect.any(String) }];
  const paused = 'Paused: two accounts were merged. Check who gets it';
  expect((await schedules.list(ben)).items).toMatchObject([{ campaign: null, recipients, paused }]);
});

test("sends a trial to the caller's own address only", async () => {
  const { core, ann, smtp, schedules, schedule } = await open();
  const { id } = await schedule();
  expect(await schedules.try(ann, id)).toMatchObject({ sent: true });
  expect(recipientsOf(smtp.taken)).toEqual(['ann@example.test']);
  await core.insights.reports.read(linkIn(smtp.taken[0] ?? ''), '192.0.2.1');
  smtp.next({ at: 'rcpt', code: 550 });
  expect(await schedules.try(ann, id)).toEqual({ sent: false, message: 'The email server rejected the message (550).' });
});

test("is nobody else's to see, change, try, or delete", async () => {
  const { core, schedules, schedule } = await open();
  const ben = await makeUser(core, 'ben');
  const { id } = await schedule();
  expect((await schedules.list(ben)).items).toEqual([]);
  const missing = { code: 'not_found' };
  await expect(schedules.update(ben, id, { hour: 9 })).rejects.toMatchObject(missing);
  await expect(schedules.try(ben, id)).rejects.toMatchObject(missing);
  await expect(schedules.remove(ben, id)).rejects.toMatchObject(missing);
});

test('keeps what is known of the addresses that stay', async () => {
  const { ann, smtp, schedules, schedule, sendAt } = await open();
  const { id } = await schedule({ recipients: ['a@north.test', 'b@north.test'] });
  await sendAt(monday);
  const changed = await schedules.update(ann, id, { recipients: ['b@north.test', 'c@north.test'] });
  expect(changed.recipients).toMatchObject([
    { email: 'b@north.test', lastSentAt: new Date(monday).toISOString() },
    { email: 'c@north.test', lastSentAt: null },
  ]);
  expect(smtp.taken).toHaveLength(2);
});
