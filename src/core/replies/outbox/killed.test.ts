import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '#core/platform/log.ts';
import type { Actor } from '#core/platform/actor.ts';
import { type Core, openCore } from '#core/open.ts';
import { commentsBy, connect, ingestOn, openAnn } from '#test/support/connected.ts';
import { type Fault, fault } from '#test/support/fakes/reddit/faults.ts';

const never = new AbortController().signal;
const isComment = ({ path }: { path: string }) => path === '/api/comment';
const lease = 120_000;
const day = 86_400_000;

/** Fails the write that would bring an answer into this state, as a full disk or a bug would. */
const breakWrite = (state: string) =>
  `create trigger broken before update on outbox when new.state = '${state}' and old.state <> new.state begin select raise(abort, 'broken'); end`;

/** Where it goes wrong, and what then stands on Reddit for certain. */
const points: { name: string; write?: string; call?: Fault; stands: number }[] = [
  { name: 'before it is claimed', write: 'sending', stands: 1 },
  { name: 'before Reddit takes it', call: fault.refuse(), stands: 0 },
  { name: 'while Reddit answers', call: fault.drop(), stands: 1 },
  { name: 'in the middle of the answer', call: fault.drop(true), stands: 1 },
  { name: 'in half of the answer', call: fault.cut(), stands: 1 },
  { name: 'before it is recorded as sent', write: 'sent', stands: 1 },
  { name: 'before it is recorded as unknown', write: 'unknown', call: fault.drop(), stands: 1 },
  { name: 'in trouble of Reddit', call: fault.serverError(503), stands: 0 },
];

/** At once, or planned for a time that has come. */
async function say(core: Core, { ann, postId, text, later }: { ann: Actor; postId: string; text: string; later: boolean }): Promise<void> {
  if (later) await core.replies.schedule.create(ann, { postId, message: text, dueAt: new Date(core.now()).toISOString() });
  else await core.replies.outbox.send(ann, postId, text);
  await core.replies.outbox.settled();
}

test(
  '200 answers, half of them planned, broken at every point: each stands once or is honestly unknown, and none twice',
  { timeout: 120_000 },
  async () => {
    const { core, clock, reddit, ann } = await openAnn();
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    for (let number = 0; number < 200; number += 1) {
      const point = points[number % points.length];
      const text = `Answer ${number}`;
      clock.now += day;
      if (point?.write) await core.db.raw(breakWrite(point.write));
      if (point?.call) reddit.faults.add({ fault: point.call, when: isComment, times: 1 });
      await say(core, { ann, postId: post.id, text, later: Math.floor(number / points.length) % 2 === 1 });
      await core.replies.outbox.sendDue(never).catch(() => {});
      await core.db.raw('drop trigger if exists broken');
      for (const pause of [lease, 60_000, 300_000, 900_000, 3_600_000]) {
        clock.now += pause;
        await core.replies.outbox.sendDue(never);
      }
      const [row] = (await core.replies.outbox.list(ann, { limit: 1 })).items;
      const standing = commentsBy(reddit).filter((comment) => comment.text === text).length;
      const told = { point: point?.name, state: row?.state, standing };
      expect(told).toEqual({ point: point?.name, state: point?.stands === 1 ? 'sent' : 'unknown', standing: point?.stands });
    }
  },
);

const child = join(import.meta.dirname, '../../../../test/support/children/outbox.ts');

/** Runs the sending process and kills it, without a word, at a moment of its work. */
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

test('24 processes killed with -9 while they send: each answer stands once or is honestly unknown', { timeout: 240_000 }, async () => {
  const made = await openAnn({ onDisk: true });
  const { reddit, ann, clock } = made;
  let { core } = made;
  await connect(core, ann);
  const post = await ingestOn(core, { reddit, actor: ann });
  const { config } = core;
  const reopen = () => openCore(config, { log: silentLog, now: () => clock.now, hold: 'own' });
  const states = new Map<string, number>();
  for (let number = 0; number < 24; number += 1) {
    clock.now += day;
    const text = `Killed ${number}`;
    // It waits, so that the process finds it.
    reddit.members.refusals.push([['RATELIMIT', 'try again in 1 second', null]]);
    await say(core, { ann, postId: post.id, text, later: Math.floor(number / 3) % 2 === 1 });
    clock.now += 100_000;
    await core.close();
    const taken = Promise.withResolvers<void>();
    const moment = number % 3;
    if (moment === 0) reddit.faults.add({ fault: fault.meanwhile(() => taken.resolve()), when: isComment, times: 1 });
    if (moment === 1) {
      reddit.faults.add({ fault: fault.slow(150), when: isComment, times: 1 });
    }
    const when = moment === 0 ? { at: taken.promise } : { ms: moment === 1 ? 60 : number * 2 };
    await runKilled([config.dataDir, reddit.url, String(clock.now)], when);
    reddit.faults.clear();
    core = await reopen();
    for (const pause of [lease, 60_000, 300_000, 900_000, 3_600_000]) {
      clock.now += pause;
      await core.replies.outbox.sendDue(never);
    }
    const [row] = (await core.replies.outbox.list(ann, { limit: 1 })).items;
    const standing = commentsBy(reddit).filter((comment) => comment.text === text).length;
    expect(standing).toBeLessThanOrEqual(1);
    expect({ number, state: row?.state }).toEqual({ number, state: standing === 1 ? 'sent' : 'unknown' });
    states.set(row?.state ?? '', (states.get(row?.state ?? '') ?? 0) + 1);
  }
  await core.close();
  expect(states.get('sent') ?? 0).toBeGreaterThan(0);
});
