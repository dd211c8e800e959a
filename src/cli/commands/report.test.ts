import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leadListQuery } from '#shared/leads.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { runCommand } from '#test/support/run-command.ts';

test('schedules a report, tries, pauses, resumes, and removes it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-report-'));
  const smtp = await startSmtpServer();
  onTestFinished(async () => {
    await smtp.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' } }), { log: silentLog, hold: 'own' });
  await makeUser(core, 'ada', 'admin');
  await core.close();
  const report = (...args: string[]) =>
    runCommand(['report', ...args], {
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_SMTP__URL: smtp.url,
      EARSHOT_HTTP__PUBLIC_URL: 'https://earshot.test',
    });
  expect(await report('schedule', '--to', 'nobody')).toMatchObject({
    status: 2,
    err: expect.stringContaining('Not a valid email address'),
  });
  expect(await report('schedule', '--to', 'client@north.test', '--day', '8')).toMatchObject({
    status: 2,
    err: expect.stringContaining('A week has seven days'),
  });
  const made = await report('schedule', '--to', 'client@north.test', '--to', 'ceo@north.test', '--pace', 'monthly', '--day', '28');
  expect(made).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Schedule 1 added\. The first report is sent at \d{4}-\d\d-28T08:00/),
  });
  expect((await report('schedules')).out).toMatch(/1 +all campaigns +monthly +.*client@north\.test, ceo@north\.test/);
  expect((await report('try', '1')).out).toBe('The email server accepted the report for ada@example.test.\n');
  expect(smtp.taken).toHaveLength(1);
  smtp.next({ at: 'rcpt', code: 550 });
  expect(await report('try', '1')).toMatchObject({ status: 1, err: expect.stringContaining('rejected the message (550)') });
  expect((await report('pause', '1')).out).toBe('Schedule 1 paused.\n');
  expect((await report('schedules')).out).toMatch(/monthly +client.* Paused/);
  expect((await report('resume', '1')).out).toMatch(/^Schedule 1 resumed/);
  expect((await report('unschedule', '1')).status).toBe(0);
  expect(await report('unschedule', '1')).toMatchObject({ status: 3, err: expect.stringContaining('Schedule not found') });
});

test('shows the figures of Analytics under the names that they have there, all or of one step', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-report-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' } }), { log: silentLog, hold: 'own' });
  const ada = await makeUser(core, 'ada', 'admin');
  await makeCampaign(core, ada);
  await ingestItems(
    core,
    [1, 2, 3].map((number) => makeItem(number, core.now(), { subreddit: number === 3 ? 'smallbusiness' : 'freelance' })),
  );
  const { items } = await core.inbox.leads.list(ada, leadListQuery.parse({}));
  const won = items.find(({ redditUsername }) => redditUsername === 'author_3');
  await core.inbox.leads.update(ada, won?.id ?? '', { stage: 'won' });
  await core.close();
  const show = (...args: string[]) => runCommand(['report', 'show', ...args], { EARSHOT_DATA_DIR: dataDir });
  const all = (await show()).out;
  for (const line of [/^Read +3$/m, /^Matched a rule +3$/m, /^Kept +3$/m, /^Leads +3$/m, /^Won +1$/m, /^freelance +2 +2 +2$/m])
    expect(all).toMatch(line);
  const ofWon = (await show('--step', 'won')).out;
  expect(ofWon).toMatch(/^Won \* +1$/m);
  expect(ofWon).toMatch(/^smallbusiness +1 +1 +1$/m);
  expect(ofWon).not.toContain('freelance');
  expect(JSON.parse((await show('--step', 'heard', '--json')).out)).toMatchObject({ step: 'heard', uncounted: ['byHour'] });
  expect(await show('--step', 'nonsense')).toMatchObject({ status: 2, err: expect.stringContaining('step') });
});
