import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { systemActor } from '#core/platform/actor.ts';

let bench: Bench;
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const home = '192.0.2.1';
const fresh = 'a kettle sings at dawn';

beforeEach(async () => {
  bench = await makeAccounts();
  await bench.accounts.register(ann, home);
});
afterEach(() => bench.close());

async function changeEmail(email: string): Promise<void> {
  await bench.accounts.updateProfile({ kind: 'user', userId: '1', role: 'admin' }, { email, currentPassword: ann.password });
  await bench.accounts.settle();
  await bench.accounts.confirmEmail(tokenIn(bench.emails.at(-1)?.text ?? ''), {
    actor: null,
    currentPassword: ann.password,
    address: home,
  });
  await bench.accounts.settle();
}
const tokenIn = (text: string): string => /\?token=([\w-]+)/.exec(text)?.[1] ?? '';
async function askFor(email = ann.email): Promise<string> {
  await bench.accounts.forgotPassword(email, home);
  await bench.accounts.settle();
  return tokenIn(bench.emails.at(-1)?.text ?? '');
}
const reset = (token: string, password = fresh) => bench.accounts.resetPassword({ token, password }, home);
const over = { code: 'invalid', details: [{ path: 'token' }] };

describe('password reset request', () => {
  test('sends a link to the configured origin with 32 random bytes, and stores only their digest', async () => {
    const token = await askFor();
    expect(bench.emails).toHaveLength(1);
    expect(bench.emails[0]).toMatchObject({
      to: ann.email,
      text: expect.stringContaining(`https://earshot.test/reset-password?token=${token}`),
    });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await bench.core.db('password_resets').select('*').limit(10);
    expect(rows).toMatchObject([
      { token_hash: createHash('sha256').update(token).digest('hex'), expires_at: bench.clock.now + 1_800_000, used_at: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('responds the same for known, unknown, and disabled accounts, before any lookup', async () => {
    await bench.accounts.addUser(systemActor, { username: 'Bob', email: 'bob@example.test', password: fresh });
    await bench.accounts.setDisabled(systemActor, 'bob@example.test', true);
    const queries: string[] = [];
    bench.core.db.on('query', ({ sql }: { sql: string }) => void queries.push(sql));
    const seen: unknown[] = [];
    for (const email of [ann.email, 'nobody@example.test', 'bob@example.test']) {
      const answer = await bench.accounts.forgotPassword(email, home);
      seen.push({ answer, queries: [...queries], emails: bench.emails.length });
      await bench.accounts.settle();
      bench.emails.length = queries.length = 0;
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(JSON.stringify(seen)).not.toContain('users');
    expect(bench.work.filter((kind) => kind === 'verify')).toEqual([]);
  });

  test('sends nothing to unknown and disabled accounts', async () => {
    await bench.accounts.addUser(systemActor, { username: 'Bob', email: 'bob@example.test', password: fresh });
    await bench.accounts.setDisabled(systemActor, 'bob@example.test', true);
    await askFor('nobody@example.test');
    await askFor('bob@example.test');
    expect(bench.emails).toEqual([]);
  });

  test("responds the same when the email can't be sent", async () => {
    const usual = await bench.accounts.forgotPassword(ann.email, home);
    await bench.accounts.settle();
    bench.failing.mail = true;
    expect(await bench.accounts.forgotPassword(ann.email, home)).toEqual(usual);
    await bench.accounts.settle();
    expect(bench.emails).toHaveLength(1);
  });
});

describe('reset link', () => {
  test("sets the password once, ends all sessions, and doesn't start one", async () => {
    const { token: session } = await bench.accounts.signIn(ann, home);
    const ended: string[] = [];
    bench.core.bus.on('session:ended', ({ userId }) => void ended.push(userId));
    const token = await askFor();
    expect(Object.keys(await reset(token))).toEqual(['message']);
    expect(ended).toEqual(['1']);
    await expect(bench.accounts.actorFrom(session)).rejects.toMatchObject({ code: 'unauthenticated' });
    await bench.accounts.signIn({ email: ann.email, password: fresh }, home);
    await expect(reset(token)).rejects.toMatchObject(over);
    const actions = await bench.core.db('audit').orderBy('id').limit(20).pluck<string[]>('action');
    expect(actions).toEqual(['register', 'login', 'reset-asked', 'password-reset', 'login']);
  });

  test('sets one password from twenty concurrent requests', async () => {
    const token = await askFor();
    const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => reset(token, `${fresh} ${n}`)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = all.findIndex(({ status }) => status === 'fulfilled');
    await bench.accounts.signIn({ email: ann.email, password: `${fresh} ${winner}` }, home);
  });

  test('expires after thirty minutes', async () => {
    const token = await askFor();
    bench.clock.now += 1_800_000;
    await expect(reset(token)).rejects.toMatchObject(over);
    bench.clock.now -= 1;
    await reset(token);
  });

  test('is revoked by a newer link, a new email address, and a new password', async () => {
    const actor = { kind: 'user', userId: '1', role: 'admin' } as const;
    const first = await askFor();
    const second = await askFor();
    await expect(reset(first)).rejects.toMatchObject(over);
    await changeEmail('new@example.test');
    await expect(reset(second)).rejects.toMatchObject(over);
    const third = await askFor('new@example.test');
    await bench.accounts.changePassword(actor, { currentPassword: ann.password, newPassword: fresh });
    await expect(reset(third)).rejects.toMatchObject(over);
  });

  test("doesn't work for a disabled account", async () => {
    await bench.accounts.addUser(systemActor, { username: 'Bob', email: 'bob@example.test', password: fresh });
    const token = await askFor('bob@example.test');
    await bench.accounts.setDisabled(systemActor, 'bob@example.test', true);
    await expect(reset(token)).rejects.toMatchObject(over);
  });

  test('stays valid after a rejected password, and causes no hashing when the token is wrong', async () => {
    const token = await askFor();
    await expect(reset(token, 'password123')).rejects.toMatchObject({ details: [{ path: 'password' }] });
    bench.work.length = 0;
    await expect(reset('wrong')).rejects.toMatchObject(over);
    expect(bench.work).toEqual([]);
    await reset(token);
  });

  test('can be created by an admin without an email server', async () => {
    const { link, expiresAt } = await bench.accounts.createResetLink(systemActor, 'ANN@example.test');
    expect(expiresAt).toBe(new Date(bench.clock.now + 1_800_000).toISOString());
    await reset(tokenIn(link));
    await expect(bench.accounts.createResetLink(systemActor, 'no@example.test')).rejects.toMatchObject({ code: 'not_found' });
  });
});
