import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { addChannel, ingestLead, never, openNotified, waitAndSend } from '#test/support/notified.ts';
import { times } from '#test/support/torture.ts';
import { ingestItems, makeItem } from '#test/support/factories.ts';

const child = join(import.meta.dirname, '../../../test/support/children/notify.ts');
const hour = 3_600_000;

/** Runs the sending process and kills it with SIGKILL, when `at` resolves or after the given time. */
async function runKilled(args: string[], when: { ms: number } | { at: Promise<void> }): Promise<void> {
  const running = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  const kill = () => void running.kill('SIGKILL');
  running.stdout.once('data', () => {
    if ('ms' in when) setTimeout(kill, when.ms);
    else void when.at.then(kill);
  });
  await ended;
}

test(
  'sends each notice once by event id to a webhook and at most once to Slack when killed with -9 mid-send',
  { timeout: times(600_000, 3_600_000) },
  async () => {
    const rounds = times(9, 40);
    const opened = await openNotified({}, { onDisk: true });
    const { receiver, ann, clock } = opened;
    let { core } = opened;
    const rules = { pace: 'daily', zone: 'UTC', hour: 8 } as const;
    await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: `${receiver.url}/hook` }, ...rules });
    await addChannel(core, ann, { kind: 'slack', name: 'Slack', target: { url: `${receiver.url}/slack` }, ...rules });
    const { config } = core;
    for (let number = 0; number < rounds; number += 1) {
      await ingestLead(core);
      clock.now += 24 * hour;
      await core.close();
      const taken = Promise.withResolvers<void>();
      const moment = number % 3;
      // The receiver accepts but never responds, or the kill happens at some moment around that.
      if (moment === 0) receiver.always(() => taken.resolve());
      await runKilled([config.dataDir, String(clock.now)], moment === 0 ? { at: taken.promise } : { ms: moment === 1 ? 30 : number * 4 });
      receiver.always(null);
      core = await openCore(config, { log: silentLog, now: () => clock.now, hold: 'own' });
      await waitAndSend(core, clock, [1000, 200_000, 600_000]);
    }
    await core.close();
    const idsOf = (path: string) => {
      const calls = receiver.calls.filter((call) => call.path === path);
      // Requests with the same event id must have the same content.
      const messages = new Map(calls.map(({ text }) => [path === '/hook' ? (JSON.parse(text) as { id: string }).id : text, text]));
      return { calls: calls.length, messages };
    };
    const hook = idsOf('/hook');
    const notices = [...hook.messages.values()].flatMap((text) => (JSON.parse(text) as { notifications: { id: string }[] }).notifications);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(rounds);
    expect(notices).toHaveLength(rounds);
    expect(hook.calls).toBeGreaterThan(rounds);
    const slack = idsOf('/slack');
    expect(slack.calls).toBeLessThanOrEqual(rounds);
    expect(slack.messages.size).toBe(slack.calls);
  },
);

test('announces every lead exactly once when a process dies between fetching and notifying', async () => {
  const { core, receiver, ann } = await openNotified();
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  // Drops bus events, as if the process had died right after the scores were saved.
  const emit = core.bus.emit;
  core.bus.emit = () => {};
  await ingestItems(core, [makeItem(901, core.now()), makeItem(902, core.now())]);
  core.bus.emit = emit;
  expect(receiver.calls).toEqual([]);
  await core.notifications.sendDue(never);
  await core.notifications.sendDue(never);
  expect(receiver.calls).toHaveLength(1);
  expect(receiver.calls[0]?.json).toMatchObject({ notifications: [{}, {}] });
});
