import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeAccounts, type Bench } from '#test/security/accounts.ts';
import { type Browser, deviceOf, noBrowser } from './browser.ts';
import { createPasswords } from './passwords.ts';

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

  test('signs in while strangers from 40 addresses have wrong passwords checked', async () => {
    const slow = await makeAccounts({}, createPasswords({ memory: 19_456, passes: 1 }));
    const known = openBrowser();
    await slow.accounts.register(ann, home, known);
    const guess = (n: number) =>
      slow.accounts.signIn({ email: ann.email, password: 'wrong one' }, `203.0.113.${n}`, openBrowser()).catch(() => {});
    const strangers = Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
    for (let time = 0; time < 5; time += 1)
      expect((await slow.accounts.signIn({ email: ann.email, password: ann.password }, home, known)).user.email).toBe(ann.email);
    await strangers;
    await slow.close();
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

describe('a sign-in from a new device', () => {
  const told = async () => {
    await bench.accounts.settle();
    return bench.emails.filter(({ subject }) => subject === 'New login to your Earshot account').map(({ text }) => text);
  };

  test('is told to the owner once, with device and address, and what takes the account back', async () => {
    bench.clock.now += 60 * minute;
    const browser = openBrowser();
    for (let n = 0; n < 3; n += 1) await signIn(browser, ann.password, '198.51.100.7');
    const texts = await told();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('Firefox on Linux, IP address 198.51.100.7');
    expect(texts[0]).toContain('/forgot-password');
    const details = await bench.core.db('audit').where({ action: 'login' }).orderBy('id').pluck('details').limit(9);
    expect(details.map((text: string) => text.includes('newDevice'))).toEqual([true, false, false]);
  });

  test('is no news right after registering, nor in the browser that registered', async () => {
    await signIn(openBrowser('curl/8.5.0'));
    const browser = openBrowser();
    await bench.accounts.register(bob, home, browser);
    bench.clock.now += 24 * 60 * minute;
    await bench.accounts.signIn({ email: bob.email, password: bob.password }, home, browser);
    expect(await told()).toEqual([]);
  });

  test("can't flood a mailbox: one email a day for a device without cookies, ten for all", async () => {
    bench.clock.now += 60 * minute;
    for (let n = 0; n < 5; n += 1) await signIn(openBrowser('curl/8.5.0'));
    expect(await told()).toHaveLength(1);
    for (let n = 0; n < 15; n += 1) await signIn(openBrowser(), ann.password, `203.0.113.${n}`);
    expect(await told()).toHaveLength(10);
    bench.clock.now += 24 * 60 * minute;
    await signIn(openBrowser('curl/8.5.0'));
    expect(await told()).toHaveLength(11);
  });

  test('is told again after the access of that device was ended', async () => {
    bench.clock.now += 60 * minute;
    const browser = openBrowser();
    const { token } = await signIn(browser);
    await bench.accounts.logoutEverywhere(await actorOf(token));
    bench.clock.now += 24 * 60 * minute;
    await signIn(browser);
    expect(await told()).toHaveLength(2);
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
