import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '#core/platform/log.ts';
import type { Actor } from '#core/platform/actor.ts';
import { type Core, openCore } from '#core/open.ts';
import { commentsBy, connect, ingestOn, openAnn } from '#test/support/connected.ts';
import { failWrites } from '#test/support/failing-writes.ts';
import { times } from '#test/support/torture.ts';
import { type Fault, fault } from '#test/support/fakes/reddit/faults.ts';

const never = new AbortController().signal;
const isComment = ({ path }: { path: string }) => path === '/api/comment';
const lease = 120_000;
const day = 86_400_000;

/** Makes the write fail that would set this state, as a full disk would. */
const breakWrite = (core: Core, state: string) =>
  failWrites(core.db, { on: 'before update on outbox', when: `new.state = '${state}' and old.state <> new.state` });

/** What Reddit answers although it posted the reply. */
const lies: Fault[] = [
  fault.json(200, { json: { errors: [['RATELIMIT', 'try again in 1 second', 'ratelimit']] } }),
  fault.tooMany(),
  fault.unauthorized(),
  fault.forbidden(),
  fault.blocked(),
].map((reply) => fault.belie(reply));

/** Points of failure, and the number of comments that are on Reddit in the end. */
const points: { name: string; write?: string; call?: Fault; comments: number }[] = [
  { name: 'before the reply is claimed', write: 'sending', comments: 1 },
  { name: 'before Reddit accepts the request', call: fault.refuse(), comments: 0 },
  { name: 'before the response', call: fault.drop(), comments: 1 },
  { name: 'after the response headers', call: fault.drop(true), comments: 1 },
  { name: 'within the response body', call: fault.cut(), comments: 1 },
  { name: 'before the reply is recorded as sent', write: 'sent', comments: 1 },
  { name: 'before the reply is recorded as unknown', write: 'unknown', call: fault.drop(), comments: 1 },
  { name: 'in a server error', call: fault.serverError(503), comments: 0 },
  ...lies.map((call) => ({ name: `in a refusal after posting: ${JSON.stringify(call)}`, call, comments: 1 })),
];

/** Sends a reply without its hold, or schedules it for now. */
async function say(core: Core, { ann, postId, text, later }: { ann: Actor; postId: string; text: string; later: boolean }): Promise<void> {
  if (later) await core.replies.schedule.create(ann, { postId, message: text, dueAt: new Date(core.now()).toISOString() });
  else {
    const { outboxId } = await core.replies.outbox.send(ann, { postId, message: text });
    await core
      .db('outbox')
      .where({ id: Number(outboxId) })
      .update({ due_at: core.now() });
    core.replies.outbox.sendSoon();
  }
  await core.replies.outbox.settled();
}

/** Runs the job as time passes, and sends a failed reply again as its user would. Returns how it ended. */
async function followUp(core: Core, { ann, postId, clock }: { ann: Actor; postId: string; clock: { now: number } }) {
  const wait = async () => {
    for (const pause of [lease, 60_000, 300_000, 900_000, 3_600_000]) {
      clock.now += pause;
      await core.replies.outbox.sendDue(never);
    }
    return (await core.replies.outbox.list(ann, { limit: 1 })).items[0];
  };
  const row = await wait();
  if (row?.state !== 'failed') return row;
  await say(core, { ann, postId, text: row.message, later: false });
  return wait();
}

test(
  'posts each reply at most once and never reports a wrong state, whatever step fails',
  { timeout: times(300_000, 900_000) },
  async () => {
    const { core, clock, reddit, ann } = await openAnn();
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    for (let number = 0; number < times(4, 16) * points.length; number += 1) {
      const point = points[number % points.length];
      const text = `Reply ${number}`;
      clock.now += day;
      const repair = point?.write ? await breakWrite(core, point.write) : undefined;
      if (point?.call) reddit.faults.add({ fault: point.call, when: isComment, times: 1 });
      await say(core, { ann, postId: post.id, text, later: Math.floor(number / points.length) % 2 === 1 });
      await core.replies.outbox.sendDue(never).catch(() => {});
      await repair?.();
      const row = await followUp(core, { ann, postId: post.id, clock });
      const comments = commentsBy(reddit).filter((comment) => comment.text === text).length;
      const outcome = { point: point?.name, state: row?.state, comments };
      expect(outcome).toEqual({ point: point?.name, state: point?.comments === 1 ? 'sent' : 'unknown', comments: point?.comments });
    }
  },
);

const child = join(import.meta.dirname, '../../../../test/support/children/outbox.ts');

/** Starts a process that sends replies, and kills it while it works. */
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
  'posts each reply at most once and never reports a wrong state when the process is killed',
  { timeout: times(600_000, 3_600_000) },
  async () => {
    const made = await openAnn({ onDisk: true });
    const { reddit, ann, clock } = made;
    let { core } = made;
    await connect(core, ann);
    const post = await ingestOn(core, { reddit, actor: ann });
    const { config } = core;
    const reopen = () => openCore(config, { log: silentLog, now: () => clock.now, hold: 'own' });
    const states = new Map<string, number>();
    for (let number = 0; number < times(16, 120); number += 1) {
      clock.now += day;
      const text = `Killed ${number}`;
      // Delays the reply, so that the child process sends it.
      reddit.members.refusals.push([['RATELIMIT', 'try again in 1 second', null]]);
      await say(core, { ann, postId: post.id, text, later: Math.floor(number / 4) % 2 === 1 });
      clock.now += 100_000;
      await core.close();
      const taken = Promise.withResolvers<void>();
      const moment = number % 4;
      if (moment === 0) reddit.faults.add({ fault: fault.meanwhile(() => taken.resolve()), when: isComment, times: 1 });
      if (moment === 1) {
        reddit.faults.add({ fault: fault.slow(150), when: isComment, times: 1 });
      }
      const lie = lies[Math.floor(number / 4) % lies.length];
      if (moment === 3 && lie) reddit.faults.add({ fault: lie, when: isComment, times: 1 });
      const when = moment === 0 ? { at: taken.promise } : { ms: moment === 1 ? 60 : number * 4 };
      await runKilled([config.dataDir, reddit.url, String(clock.now)], when);
      reddit.faults.clear();
      core = await reopen();
      const row = await followUp(core, { ann, postId: post.id, clock });
      const comments = commentsBy(reddit).filter((comment) => comment.text === text).length;
      expect(comments).toBeLessThanOrEqual(1);
      expect({ number, state: row?.state }).toEqual({ number, state: comments === 1 ? 'sent' : 'unknown' });
      states.set(row?.state ?? '', (states.get(row?.state ?? '') ?? 0) + 1);
    }
    await core.close();
    expect(states.get('sent') ?? 0).toBeGreaterThan(0);
  },
);
