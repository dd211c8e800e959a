import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, noBrowser } from '#core/accounts/browser.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { newReportSchema } from '#shared/reports.ts';
import { type Authenticator, makeAuthenticator } from '#test/support/fakes/authenticator.ts';
import { makeCampaign } from '#test/support/factories.ts';
import { makeAccounts, type Bench } from './accounts.ts';

/** Someone has the password of Ann's account, and prepared for the day when she notices. */
const ann = { username: 'Ann', email: 'ann@example.test', password: 'the owl reads at noon' };
const root = { username: 'Root', email: 'root@example.test', password: 'a harbour of my own' };
const fresh = 'a kettle sings at dawn';
const thiefs = 'thief@example.test';
const [home, elsewhere] = ['192.0.2.1', '203.0.113.9'];
const hour = 3_600_000;
const november = newReportSchema.parse({ from: '2026-11-01', to: '2026-11-30' });

let bench: Bench;
let owner: Actor;
let thief: Actor & { kind: 'user' };
let browser: Browser;
let phone: Authenticator;
let loot: Record<string, () => Promise<unknown>>;

const tokenIn = (text: string | undefined): string => /\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
/** Of the newest email to this address with this subject. */
const linkTo = (to: string, subject: RegExp): string =>
  tokenIn(bench.emails.findLast((mail) => mail.to === to && subject.test(mail.subject))?.text);

function openBrowser(): Browser {
  const made: Browser = { ...noBrowser, keepChallenge: (token) => void (made.challenge = token) };
  return made;
}
async function campaignOf({ userId }: { userId: string }): Promise<string> {
  const [row] = await bench.core
    .db('campaigns')
    .where({ user_id: Number(userId) })
    .limit(1);
  return String(row?.id);
}
async function signInWithPasskey() {
  const options = await bench.accounts.startPasskeySignIn(browser);
  return bench.accounts.signInWithPasskey(phone.get(options), elsewhere, browser);
}
async function addPasskey(actor: Actor) {
  const options = await bench.accounts.startPasskey(actor, { currentPassword: ann.password }, browser);
  return bench.accounts.addPasskey(actor, phone.create(options), browser);
}
async function changeEmail(actor: Actor, email = thiefs): Promise<void> {
  await bench.accounts.updateProfile(actor, { email, currentPassword: ann.password });
  await bench.accounts.settle();
}
const confirm = (token: string) => bench.accounts.confirmEmail(token, { actor: thief, currentPassword: ann.password, address: elsewhere });
const codeAt = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bench.clock.now });
async function turnOnTwoFactor(actor: Actor, keepPasskeysAndTokens = false) {
  const { secret } = await bench.accounts.setUpTwoFactor(actor);
  return bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: codeAt(secret), keepPasskeysAndTokens });
}
async function resetByEmail(): Promise<void> {
  await bench.accounts.forgotPassword(ann.email, home);
  await bench.accounts.settle();
  await bench.accounts.resetPassword({ token: linkTo(ann.email, /new password/), password: fresh }, home);
}

async function works(): Promise<string[]> {
  const found: string[] = [];
  for (const [name, use] of Object.entries(loot))
    await use().then(
      () => found.push(name),
      () => undefined,
    );
  return found;
}

beforeEach(async () => {
  bench = await makeAccounts();
  await bench.accounts.register(root, home);
  owner = await bench.accounts.actorFrom((await bench.accounts.register(ann, home)).token);
  const { token: session } = await bench.accounts.signIn(ann, elsewhere);
  thief = (await bench.accounts.sessionFrom(session)).actor;
  [browser, phone] = [openBrowser(), makeAuthenticator('https://earshot.test')];
  await makeCampaign(bench.core, thief);
  const { token } = await bench.core.accounts.tokens.create(thief, { name: 'Mine', scope: 'write', tools: [] });
  const feed = await bench.core.inbox.feeds.renew(thief, await campaignOf(thief));
  const { path: link } = await bench.core.insights.reports.create(thief, november);
  const { link: invitation } = await bench.core.accounts.workspaces.invite(thief, thief.userId, { role: 'admin' });
  const at = { ...thief, workspaceId: '1', member: 'admin' } as const;
  const joining = { workspace_id: 1, user_id: Number(thief.userId) };
  await bench.core.db('workspace_members').insert({ ...joining, role: 'admin', created_at: bench.clock.now });
  const host: Actor = { kind: 'user', userId: '1', role: 'admin' };
  await makeCampaign(bench.core, host);
  const feedThere = await bench.core.inbox.feeds.renew(at, await campaignOf(host));
  const [secret, secretThere] = [feed, feedThere].map(({ path }) => /feeds\/([\w-]+)\.atom/.exec(path)?.[1] ?? '');
  await addPasskey(thief);
  await bench.accounts.forgotPassword(ann.email, elsewhere);
  await bench.accounts.settle();
  const reset = linkTo(ann.email, /new password/);
  await changeEmail(thief);
  const confirmation = linkTo(thiefs, /Confirm/);
  loot = {
    session: () => bench.accounts.actorFrom(session),
    'API token': () => bench.core.accounts.tokens.actorFrom(token),
    feed: () => bench.core.inbox.feeds.read(secret ?? '', 'atom'),
    'feed elsewhere': () => bench.core.inbox.feeds.read(secretThere ?? '', 'atom'),
    invitation: () => bench.core.accounts.workspaces.openInvitation(invitation.split('/').at(-1) ?? ''),
    report: () => bench.core.insights.reports.read(link.replace('/report/', ''), elsewhere),
    passkey: signInWithPasskey,
    'pending email': async () => {
      const { pendingEmail } = await bench.accounts.emailState({ kind: 'user', userId: '2', role: 'user' });
      if (pendingEmail !== thiefs) throw new Error('Nothing is pending');
    },
    'reset link': () => bench.accounts.resetPassword({ token: reset, password: ann.password }, elsewhere),
    'confirm link': () => confirm(confirmation),
  };
});
afterEach(() => bench.close());

const logIn = () => bench.accounts.signIn({ email: ann.email, password: fresh }, home);
const allButPasskeys = ['passkey'];
const programs = ['API token', 'feed', 'feed elsewhere', 'invitation'];

describe('whoever has taken an account', () => {
  test.each<[string, () => Promise<unknown>, string[]]>([
    // The reset link ends the others, the confirm link among them.
    ['nothing was done', () => Promise.resolve(), ['session', ...programs, 'report', 'passkey', 'pending email', 'reset link']],
    ['a password reset by email', resetByEmail, []],
    ['a password change', () => bench.accounts.changePassword(owner, { currentPassword: ann.password, newPassword: fresh }), []],
    [
      'a password change that keeps passkeys and tokens',
      () => bench.accounts.changePassword(owner, { currentPassword: ann.password, newPassword: fresh, keepPasskeysAndTokens: true }),
      [...programs, 'report', 'passkey'],
    ],
    ['two-factor login', () => turnOnTwoFactor(owner), []],
    ['two-factor login that keeps passkeys and tokens', () => turnOnTwoFactor(owner, true), [...programs, 'report', 'passkey']],
    ['signing out everywhere', () => bench.accounts.logoutEverywhere(owner), allButPasskeys],
    [
      'being disabled for a while',
      async () => {
        await bench.accounts.setDisabled(systemActor, ann.email, true);
        expect(await works()).toEqual([]);
        await bench.accounts.setDisabled(systemActor, ann.email, false);
      },
      allButPasskeys,
    ],
    ['another role', () => bench.accounts.setRole(systemActor, ann.email, 'admin'), [...programs, 'report', 'passkey']],
    ['the link that stops a change of the address', () => bench.accounts.undoEmailChange(linkTo(ann.email, /wants to change/), home), []],
  ])('after %s has only what that leaves', async (_, end, left) => {
    await end();
    expect(await works()).toEqual(left);
  });

  test('has nothing left in the lists either, and a dead feed shows as off', async () => {
    await resetByEmail();
    const again = await bench.accounts.actorFrom((await logIn()).token);
    expect((await bench.core.accounts.tokens.list(again)).items).toEqual([]);
    expect((await bench.accounts.listPasskeys(again)).items).toEqual([]);
    expect(await bench.core.inbox.feeds.get(again, await campaignOf(thief))).toEqual({ active: false, createdAt: null });
    expect((await bench.core.insights.reports.list(again)).items).toEqual([]);
    expect(await bench.accounts.emailState(again)).toMatchObject({ pendingEmail: null });
  });

  test("doesn't get a feed back when its owner keeps what works at a later change", async () => {
    await bench.accounts.logoutEverywhere(owner);
    const again = await bench.accounts.actorFrom((await bench.accounts.signIn(ann, home)).token);
    await bench.accounts.changePassword(again, { currentPassword: ann.password, newPassword: fresh, keepPasskeysAndTokens: true });
    expect(await works()).toEqual(['passkey']);
  });

  test('gets nothing out of requests that were under way when the owner set a new password', async () => {
    const { secret } = await bench.accounts.setUpTwoFactor(thief);
    const challenge = await bench.accounts.startPasskey(thief, { currentPassword: ann.password }, browser);
    const campaignId = await campaignOf(thief);
    await resetByEmail();
    const over = { code: 'unauthenticated' };
    await expect(bench.core.accounts.tokens.create(thief, { name: 'Late', scope: 'read', tools: [] })).rejects.toMatchObject(over);
    await expect(bench.core.inbox.feeds.renew(thief, campaignId)).rejects.toMatchObject(over);
    await expect(bench.core.insights.reports.create(thief, november)).rejects.toMatchObject(over);
    await expect(bench.core.accounts.workspaces.invite(thief, thief.userId, { role: 'admin' })).rejects.toMatchObject(over);
    await expect(
      bench.accounts.addPasskey(thief, makeAuthenticator('https://earshot.test').create(challenge), browser),
    ).rejects.toMatchObject(over);
    await expect(bench.accounts.updateProfile(thief, { email: thiefs, currentPassword: fresh })).rejects.toMatchObject(over);
    await expect(bench.accounts.enableTwoFactor(thief, { currentPassword: fresh, code: codeAt(secret) })).rejects.toMatchObject(over);
    await expect(bench.accounts.changePassword(thief, { currentPassword: fresh, newPassword: ann.password })).rejects.toMatchObject(over);
    await expect(bench.accounts.deleteOwn(thief, { password: fresh })).rejects.toMatchObject(over);
    await logIn();
  });
});

describe('a change of the email address', () => {
  test('is told to the old address when it is asked for, whether or not another account has the new one', async () => {
    for (const wanted of ['free@example.test', root.email]) {
      bench.emails.length = 0;
      await changeEmail(thief, wanted);
      expect(bench.emails[0]).toMatchObject({
        to: ann.email,
        text: expect.stringMatching(new RegExp(`${wanted}[\\s\\S]+within 7 days[\\s\\S]+undo-email-change\\?token=`)),
      });
    }
    expect(bench.emails.map(({ to }) => to)).toEqual([ann.email]);
    expect(await bench.core.db('audit').where({ action: 'email-change-asked' }).pluck('target').limit(9)).toEqual([
      'user:2',
      'user:2',
      'user:2',
    ]);
  });

  test("is confirmed by the account's session or password, not by whoever got the link", async () => {
    const token = linkTo(thiefs, /Confirm/);
    const stranger = await bench.accounts.actorFrom((await bench.accounts.signIn(root, home)).token);
    const program = await bench.core.accounts.tokens.create(owner, { name: 'CRM', scope: 'write', tools: [] });
    const byToken = await bench.core.accounts.tokens.actorFrom(program.token);
    for (const actor of [null, stranger, byToken])
      await expect(bench.accounts.confirmEmail(token, { actor, address: home })).rejects.toMatchObject({
        code: 'invalid',
        details: [{ path: 'currentPassword' }],
      });
    await expect(bench.accounts.confirmEmail(token, { actor: null, currentPassword: root.password, address: home })).rejects.toMatchObject({
      details: [{ path: 'currentPassword' }],
    });
    await bench.accounts.confirmEmail(token, { actor: owner, address: home });
    expect((await bench.accounts.getUser(owner)).email).toBe(thiefs);
  });
});

describe('undoing a hijacked change', () => {
  /** Everything a thief would do at once. Returns the owner's newest link. */
  async function hijack(): Promise<string> {
    await confirm(linkTo(thiefs, /Confirm/));
    await bench.accounts.settle();
    bench.clock.now += hour;
    thief = (await bench.accounts.sessionFrom((await turnOnTwoFactor(thief)).token)).actor;
    await bench.accounts.logoutEverywhere(thief);
    return linkTo(ann.email, /was changed/);
  }

  test.each(['the link sent when it was asked for', 'the link sent when it was done'])(
    'by %s also turns off what was turned on since, and leads to a new password',
    async (which) => {
      const later = await hijack();
      const token = which.endsWith('done') ? later : linkTo(ann.email, /wants to change/);
      const { resetToken } = await bench.accounts.undoEmailChange(token, home);
      await expect(bench.accounts.signIn(ann, elsewhere)).rejects.toMatchObject({ message: 'Invalid credentials' });
      expect(await bench.core.db('two_factor').where({ user_id: 2 })).toEqual([]);
      expect(await bench.core.db('recovery_codes').where({ user_id: 2 })).toEqual([]);
      await bench.accounts.resetPassword({ token: resetToken, password: fresh }, home);
      await expect(logIn()).resolves.toMatchObject({ user: { email: ann.email } });
      expect(await works()).toEqual([]);
      await expect(bench.accounts.undoEmailChange(later, home)).rejects.toMatchObject({ code: 'invalid' });
    },
  );

  test('keeps two-factor login that is older than the change, but not recovery codes made since', async () => {
    await bench.accounts.logoutEverywhere(owner);
    let actor = await bench.accounts.actorFrom((await bench.accounts.signIn(ann, home)).token);
    const { secret } = await bench.accounts.setUpTwoFactor(actor);
    const { token } = await bench.accounts.enableTwoFactor(actor, { currentPassword: ann.password, code: codeAt(secret) });
    actor = await bench.accounts.actorFrom(token);
    bench.clock.now += hour;
    await changeEmail(actor);
    bench.clock.now += hour;
    await bench.accounts.renewRecoveryCodes(actor, { currentPassword: ann.password, code: codeAt(secret) });
    const { resetToken } = await bench.accounts.undoEmailChange(linkTo(ann.email, /wants to change/), home);
    await bench.accounts.resetPassword({ token: resetToken, password: fresh }, home);
    bench.clock.now += hour;
    await expect(logIn()).rejects.toMatchObject({ details: [{ path: 'code' }] });
    expect(await bench.core.db('recovery_codes').where({ user_id: 2 })).toEqual([]);
    await bench.accounts.signIn({ email: ann.email, password: fresh, code: codeAt(secret) }, home);
  });
});

describe('the email about a new password', () => {
  test('says what was ended, what was kept, and what takes the account back', async () => {
    await resetByEmail();
    await bench.accounts.settle();
    const text = bench.emails.at(-1)?.text ?? '';
    expect(text).toContain('removed all passkeys, API tokens, and feed addresses');
    expect(text).toContain('https://earshot.test/forgot-password');
    expect(text).toContain('check your email address, two-factor login, Reddit account, and notification channels');
    const actor = await bench.accounts.actorFrom((await logIn()).token);
    await bench.accounts.changePassword(actor, { currentPassword: fresh, newPassword: ann.password, keepPasskeysAndTokens: true });
    await bench.accounts.settle();
    expect(bench.emails.at(-1)?.text).toContain('Passkeys, API tokens, and feed addresses were kept.');
  });
});
