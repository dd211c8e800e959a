import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import type { Actor } from '#core/platform/actor.ts';

let bench: Bench;
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const bob = { username: 'Bob', email: 'bob@example.test', password: 'a kettle sings at dawn' };
const home = '192.0.2.1';
const hour = 3_600_000;
const actor: Actor = { kind: 'user', userId: '1', role: 'admin' };
const expired = { code: 'invalid', details: [{ path: 'token' }] };

beforeEach(async () => {
  bench = await makeAccounts();
  await bench.accounts.register(ann, home);
});
afterEach(() => bench.close());

const tokenIn = (text: string | undefined): string => /\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
async function ask(email: string, currentPassword: string | undefined = ann.password) {
  const user = await bench.accounts.updateProfile(actor, { email, currentPassword });
  await bench.accounts.settle();
  return user;
}
async function confirm(token: string, currentPassword = ann.password) {
  const result = await bench.accounts.confirmEmail(token, { actor: null, currentPassword, address: home });
  await bench.accounts.settle();
  return result;
}
/** Changes the address and returns the token that undoes it. */
async function changeTo(email: string): Promise<string> {
  await ask(email);
  await confirm(tokenIn(bench.emails.at(-1)?.text));
  return tokenIn(bench.emails.at(-1)?.text);
}
const emailNow = async () => (await bench.accounts.getUser(actor)).email;

describe('a new email address', () => {
  test('needs the password', async () => {
    for (const currentPassword of [undefined, 'wrong one'])
      await expect(bench.accounts.updateProfile(actor, { email: 'new@example.test', currentPassword })).rejects.toMatchObject({
        code: 'invalid',
        details: [{ path: 'currentPassword' }],
      });
    expect(await bench.accounts.emailState(actor)).toEqual({ confirmed: false, pendingEmail: null, canConfirm: true });
    expect(bench.emails).toEqual([]);
  });

  test('delays guesses of the password with a stolen session', async () => {
    for (let n = 0; n < 5; n += 1) await ask('new@example.test', 'wrong one').catch(() => {});
    await expect(ask('new@example.test')).rejects.toMatchObject({ code: 'too_many' });
  });

  test('is not needed for the same address in another case', async () => {
    expect((await bench.accounts.updateProfile(actor, { email: 'Ann@Example.test' })).email).toBe('Ann@Example.test');
    expect(bench.emails).toEqual([]);
  });

  test('replaces the old one once the link sent there is opened, and tells the old one', async () => {
    expect((await ask('new@example.test')).email).toBe(ann.email);
    expect(await bench.accounts.emailState(actor)).toMatchObject({ confirmed: false, pendingEmail: 'new@example.test' });
    expect(bench.emails).toMatchObject([
      { to: ann.email, text: expect.stringContaining('https://earshot.test/undo-email-change?token=') },
      { to: 'new@example.test', text: expect.stringContaining('https://earshot.test/confirm-email?token=') },
    ]);
    await confirm(tokenIn(bench.emails[1]?.text));
    expect(await emailNow()).toBe('new@example.test');
    expect(await bench.accounts.emailState(actor)).toMatchObject({ confirmed: true, pendingEmail: null });
    expect(bench.emails[2]).toMatchObject({
      to: ann.email,
      text: expect.stringMatching(/new@example\.test[\s\S]+within 7 days[\s\S]+https:\/\/earshot\.test\/undo-email-change\?token=/),
    });
    await bench.accounts.signIn({ email: 'new@example.test', password: ann.password }, home);
  });

  test('expires after a day, works once, and is revoked by a newer one', async () => {
    await ask('new@example.test');
    const first = tokenIn(bench.emails.at(-1)?.text);
    await ask('newer@example.test');
    await expect(confirm(first)).rejects.toMatchObject(expired);
    const second = tokenIn(bench.emails.at(-1)?.text);
    bench.clock.now += 24 * hour;
    await expect(confirm(second)).rejects.toMatchObject(expired);
    expect(await bench.accounts.emailState(actor)).toMatchObject({ pendingEmail: null });
    bench.clock.now -= 1;
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(second)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('that another account has gets the same response, and no email there', async () => {
    await bench.accounts.register(bob, home);
    const free = await ask('new@example.test');
    expect(await ask(bob.email)).toEqual(free);
    expect(await bench.accounts.emailState(actor)).toMatchObject({ pendingEmail: bob.email });
    expect(bench.emails.map(({ to }) => to)).toEqual([ann.email, 'new@example.test', ann.email]);
  });

  test('that another account took meanwhile is refused', async () => {
    await ask(bob.email);
    await bench.accounts.register(bob, home);
    await expect(confirm(tokenIn(bench.emails.at(-1)?.text))).rejects.toMatchObject({ code: 'conflict' });
    expect(await emailNow()).toBe(ann.email);
  });

  test("changes at once where the instance can't send email", async () => {
    await bench.close();
    bench = await makeAccounts({}, undefined, { canSend: false });
    await bench.accounts.register(ann, home);
    expect((await ask('new@example.test')).email).toBe('new@example.test');
    await expect(bench.accounts.requestConfirmation(actor)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('undoing a change', () => {
  test('brings the address back, ends sessions and API tokens, and sends a link for a new password', async () => {
    const { token } = await bench.core.accounts.tokens.create(actor, { name: 'CRM', scope: 'read', tools: [] });
    const { token: session } = await bench.accounts.signIn(ann, home);
    const undo = await changeTo('thief@example.test');
    bench.clock.now += 6 * 24 * hour;
    await bench.accounts.undoEmailChange(undo, home);
    await bench.accounts.settle();
    expect(await emailNow()).toBe(ann.email);
    await expect(bench.accounts.actorFrom(session)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(bench.core.accounts.tokens.actorFrom(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    const email = bench.emails.at(-1);
    expect(email).toMatchObject({ to: ann.email, subject: 'Set a new password for Earshot' });
    await bench.accounts.resetPassword({ token: tokenIn(email?.text), password: bob.password }, home);
    await bench.accounts.signIn({ email: ann.email, password: bob.password }, home);
  });

  test('removes passkeys, which whoever changed the address may have added', async () => {
    const row = { user_id: 1, name: 'Phone', credential_id: 'phone', public_key: 'key', user_handle: 'ann', counter: 0 };
    await bench.core.db('passkeys').insert({ ...row, transports: '[]', created_at: bench.clock.now });
    const undo = await changeTo('thief@example.test');
    expect((await bench.accounts.listPasskeys(actor)).items).toHaveLength(1);
    await bench.accounts.undoEmailChange(undo, home);
    expect((await bench.accounts.listPasskeys(actor)).items).toEqual([]);
  });

  test('works for 7 days, once', async () => {
    const undo = await changeTo('thief@example.test');
    bench.clock.now += 7 * 24 * hour;
    await expect(bench.accounts.undoEmailChange(undo, home)).rejects.toMatchObject(expired);
    bench.clock.now -= 1;
    await bench.accounts.undoEmailChange(undo, home);
    await expect(bench.accounts.undoEmailChange(undo, home)).rejects.toMatchObject(expired);
  });

  test('still works after a thief moved on and undid to an address of their own', async () => {
    const owners = await changeTo('thief@example.test');
    const thiefs = await changeTo('thief2@example.test');
    await bench.accounts.undoEmailChange(thiefs, home);
    expect(await emailNow()).toBe('thief@example.test');
    await bench.accounts.undoEmailChange(owners, home);
    expect(await emailNow()).toBe(ann.email);
  });

  test('revokes the links of later changes', async () => {
    const owners = await changeTo('thief@example.test');
    const thiefs = await changeTo('thief2@example.test');
    await bench.accounts.undoEmailChange(owners, home);
    await expect(bench.accounts.undoEmailChange(thiefs, home)).rejects.toMatchObject(expired);
  });
});

describe('confirming the current address', () => {
  test('is done by a link, limited to five an hour', async () => {
    for (let n = 0; n < 5; n += 1) await bench.accounts.requestConfirmation(actor);
    await expect(bench.accounts.requestConfirmation(actor)).rejects.toMatchObject({ code: 'too_many' });
    await bench.accounts.settle();
    await confirm(tokenIn(bench.emails.at(-1)?.text));
    expect(await bench.accounts.emailState(actor)).toMatchObject({ confirmed: true });
    await expect(bench.accounts.requestConfirmation(actor)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a new password', () => {
  test.each([
    [
      'by a link',
      async () => {
        await bench.accounts.forgotPassword(ann.email, home);
        await bench.accounts.settle();
        await bench.accounts.resetPassword({ token: tokenIn(bench.emails.at(-1)?.text), password: bob.password }, home);
      },
    ],
    ['in the settings', () => bench.accounts.changePassword(actor, { currentPassword: ann.password, newPassword: bob.password })],
  ])("%s is told to the account's address", async (_, change) => {
    await change();
    await bench.accounts.settle();
    expect(bench.emails.at(-1)).toMatchObject({ to: ann.email, subject: 'Your Earshot password was changed' });
  });
});

describe('a seat offered to an address', () => {
  /** Ann offers, on a plan with seats; Bob takes. */
  async function offered(canSend: boolean) {
    await bench.close();
    const plans = [{ id: 'team', name: 'Team', limits: { seats: 3 } }];
    bench = await makeAccounts({ billing: { plans }, ...(canSend && { smtp: { url: 'smtp://127.0.0.1:9' } }) }, undefined, { canSend });
    await bench.accounts.register(ann, home);
    const { user } = await bench.accounts.register(bob, home);
    const taker: Actor = { kind: 'user', userId: user.id, role: 'user' };
    const offer = (email: string) => bench.core.accounts.plans.offerSeat(actor, email);
    return { taker, offer, take: (id: string) => bench.core.accounts.plans.takeSeat(taker, id) };
  }

  test('is taken with a confirmed address only, where the instance can send email', async () => {
    const { taker, offer, take } = await offered(true);
    const { id } = await offer(bob.email);
    await expect(take(id)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Confirm your email address') });
    await expect(bench.core.accounts.plans.removeSeat(taker, id)).rejects.toMatchObject({ code: 'not_found' });
    await bench.accounts.requestConfirmation(taker);
    await bench.accounts.settle();
    await confirm(tokenIn(bench.emails.at(-1)?.text), bob.password);
    await take(id);
  });

  test("is not taken by changing one's own address to it, where it can't", async () => {
    const { taker, offer, take } = await offered(false);
    const mine = await offer(bob.email);
    const others = await offer('carol@example.test');
    await bench.accounts.updateProfile(taker, { email: 'carol@example.test', currentPassword: bob.password });
    await expect(take(others.id)).rejects.toMatchObject({ code: 'conflict' });
    await bench.accounts.updateProfile(taker, { email: bob.email, currentPassword: bob.password });
    await expect(take(mine.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
