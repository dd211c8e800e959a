import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { type Browser, deviceOf, noBrowser } from './browser.ts';

let bench: Bench;
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const bob = { username: 'Bob', email: 'bob@example.test', password: 'a kettle sings at dawn' };
const home = '192.0.2.1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const minute = 60_000;

interface Kept extends Browser {
  deviceToken: string | null;
}
/** Stores what it is given, like a browser's cookies. */
function openBrowser(userAgent = firefox): Kept {
  const browser: Kept = { ...noBrowser, userAgent, keepDeviceToken: (token) => void (browser.deviceToken = token) };
  return browser;
}
const signIn = (browser = openBrowser(), password = ann.password, address = home) =>
  bench.accounts.signIn({ email: ann.email, password }, address, browser);
const actorOf = (token: string, address?: string) => bench.accounts.actorFrom(token, address);

beforeEach(async () => {
  bench = await makeAccounts();
  await bench.accounts.register(ann, home, openBrowser());
});
afterEach(() => bench.close());

describe('list of sessions', () => {
  test('shows device, address, and last use, and marks the current session', async () => {
    const { token } = await signIn(openBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'));
    bench.clock.now += 5 * minute;
    await actorOf(token, '198.51.100.7');
    const { items } = await bench.accounts.listSessions(await actorOf(token));
    expect(items).toMatchObject([
      { device: 'Safari on iPhone', address: '198.51.100.7', lastUsedAt: new Date(bench.clock.now).toISOString(), current: true },
      { device: 'Firefox on Linux', address: home, lastUsedAt: new Date(bench.clock.now - 5 * minute).toISOString(), current: false },
    ]);
  });

  test('leaves out expired sessions, which are deleted at the next sign-in of any user', async () => {
    bench.clock.now += 8 * 86_400_000;
    await bench.accounts.register(bob, home);
    expect(await bench.core.db('sessions').pluck('user_id').limit(10)).toEqual([2]);
    const { token } = await signIn();
    expect((await bench.accounts.listSessions(await actorOf(token))).items).toHaveLength(1);
  });

  test('is limited to fifty, ending the least recently used ones', async () => {
    const first = await signIn();
    for (let n = 0; n < 50; n += 1) {
      bench.clock.now += 1;
      await signIn();
    }
    const { token } = await signIn();
    expect((await bench.accounts.listSessions(await actorOf(token))).items).toHaveLength(50);
    await expect(actorOf(first.token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('is updated at most once a minute, without delaying reads', async () => {
    const { token } = await signIn();
    const writes: string[] = [];
    bench.core.db.on('query', ({ sql }: { sql: string }) => void (sql.startsWith('update `sessions`') && writes.push(sql)));
    for (let n = 0; n < 10; n += 1) await actorOf(token);
    expect(writes).toEqual([]);
    bench.clock.now += minute;
    await actorOf(token);
    await bench.accounts.listSessions(await actorOf(token));
    expect(writes).toHaveLength(1);
  });
});

describe('ending a session', () => {
  test("disconnects its socket, and doesn't affect other sessions", async () => {
    const [kept, lost] = [await signIn(), await signIn()];
    const actor = await actorOf(kept.token);
    const ended: unknown[] = [];
    bench.core.bus.on('session:ended', (fact) => void ended.push(fact));
    const { sessionId = '' } = (await bench.accounts.sessionFrom(lost.token)).actor;
    await bench.accounts.endSession(actor, sessionId);
    await expect(actorOf(lost.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await actorOf(kept.token)).toEqual(actor);
    expect(ended).toEqual([{ userId: '1', sessionId }]);
    await expect(bench.accounts.endSession(actor, sessionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test("returns not found for other users' sessions", async () => {
    const { token } = await signIn();
    const { sessionId = '' } = (await bench.accounts.sessionFrom(token)).actor;
    const other = await actorOf((await bench.accounts.register(bob, home)).token);
    await expect(bench.accounts.endSession(other, sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await actorOf(token);
  });

  test('happens to the current session on logout', async () => {
    const [kept, left] = [await signIn(), await signIn()];
    await bench.accounts.logout(await actorOf(left.token));
    await expect(actorOf(left.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await actorOf(kept.token);
  });

  test('rejects a token of another user for a session', async () => {
    const { token } = await signIn();
    const { user } = await bench.accounts.register(bob, home);
    await bench.core.db('sessions').update({ user_id: Number(user.id) });
    await expect(actorOf(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('known browser', () => {
  const attack = async () => {
    for (let n = 0; n < 25; n += 1) await signIn(openBrowser(), 'wrong one', `203.0.113.${n}`).catch(() => {});
  };

  test('signs in while others guess the password from many addresses, which delays a new browser', async () => {
    const known = openBrowser();
    await signIn(known);
    await attack();
    await expect(signIn()).rejects.toMatchObject({ code: 'too_many' });
    await signIn(known);
  });

  test('is also one that set a new password by a link', async () => {
    await attack();
    const browser = openBrowser();
    await bench.accounts.forgotPassword(ann.email, home);
    await bench.accounts.settle();
    const token = /\?token=([\w-]+)/.exec(bench.emails.at(-1)?.text ?? '')?.[1] ?? '';
    await bench.accounts.resetPassword({ token, password: bob.password }, home, browser);
    expect((await signIn(browser, bob.password)).user.email).toBe(ann.email);
  });

  test("is known only for its own account, and can't be forged", async () => {
    const bobs = openBrowser();
    await bench.accounts.register(bob, home, bobs);
    const session = openBrowser();
    session.deviceToken = (await signIn()).token;
    const noise = openBrowser();
    noise.deviceToken = 'a.b.c';
    await attack();
    for (const browser of [bobs, session, noise]) await expect(signIn(browser)).rejects.toMatchObject({ code: 'too_many' });
  });

  test('grants no access without the password', async () => {
    const known = openBrowser();
    await signIn(known);
    await expect(actorOf(known.deviceToken ?? '')).rejects.toMatchObject({ code: 'unauthenticated' });
    for (let n = 0; n < 10; n += 1) await signIn(known, 'wrong one').catch(() => {});
    await expect(signIn(known)).rejects.toMatchObject({ code: 'too_many' });
  });
});

test.each([
  [firefox, 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari on macOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['', ''],
  ['<script>alert(1)</script>', ''],
])('reads the device from %s as %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
