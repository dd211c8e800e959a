import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { makeAuthenticator } from '#test/support/fakes/authenticator.ts';
import { runCommand } from '#test/support/run-command.ts';
import { noBrowser, type Browser } from '#core/accounts/browser.ts';

const ada = { username: 'Ada', email: 'ada@example.com', password: 'a quiet harbour at noon' };
const home = '192.0.2.1';

let dataDir: string;
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'earshot-user-'))));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (): Promise<Core> =>
  openCore(parseConfig({ dataDir, reddit: { source: 'off' }, http: { port: 3000 } }), { log: silentLog, hold: 'own' });

const earshot = (...args: string[]) => runCommand(args, { EARSHOT_DATA_DIR: dataDir });

async function addPasskey({ accounts: { users } }: Core, actor: Actor): Promise<void> {
  const browser: Browser = { ...noBrowser, keepChallenge: (token) => void (browser.challenge = token) };
  const options = await users.startPasskey(actor, { currentPassword: ada.password }, browser);
  await users.addPasskey(actor, makeAuthenticator('http://localhost:3000').create(options), browser);
}

test('reset-2fa turns off two-factor login and removes passkeys, once, and is in the audit log', async () => {
  const core = await open();
  const { users } = core.accounts;
  const actor = await users.actorFrom((await users.register(ada, home)).token);
  await addPasskey(core, actor);
  const { secret } = await users.setUpTwoFactor(actor);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await users.enableTwoFactor(actor, { currentPassword: ada.password, code, keepPasskeysAndTokens: true });
  await expect(users.signIn({ email: ada.email, password: ada.password }, home)).rejects.toMatchObject({ details: [{ path: 'code' }] });
  await core.close();

  expect(await earshot('user', 'reset-2fa', 'bob@example.com')).toMatchObject({ status: 3, err: expect.stringContaining('not found') });
  expect(await earshot('user', 'reset-2fa', 'ADA@example.com')).toEqual({
    status: 0,
    out: 'Two-factor login is off for ADA@example.com: the password alone signs in. Removed 1 passkey.\n',
    err: '',
  });
  expect(JSON.parse((await earshot('user', 'reset-2fa', ada.email, '--json')).out)).toEqual({
    email: ada.email,
    wasOn: false,
    passkeys: 0,
  });
  expect((await earshot('user', 'reset-2fa', ada.email)).out).toBe('Two-factor login was already off for ada@example.com.\n');

  const after = await open();
  const { token } = await after.accounts.users.signIn({ email: ada.email, password: ada.password }, home);
  const again = await after.accounts.users.actorFrom(token);
  expect((await after.accounts.users.listPasskeys(again)).items).toEqual([]);
  expect(await after.db('audit').where({ action: 'two-factor-reset' }).pluck('target').limit(9)).toEqual(['user:1', 'user:1', 'user:1']);
  await after.close();
});

test('set-language chooses what emails and notifications are in', async () => {
  const core = await open();
  if (!(await core.accounts.users.listUsers({ kind: 'system' })).some(({ email }) => email === ada.email))
    await core.accounts.users.register(ada, home);
  await core.close();
  expect(await earshot('user', 'set-language', ada.email, 'de')).toEqual({
    status: 0,
    out: 'ada@example.com now gets emails and notifications in German.\n',
    err: '',
  });
  expect(JSON.parse((await earshot('user', 'list', '--json')).out)).toMatchObject([{ settings: { language: 'de' } }]);
  expect(await earshot('user', 'set-language', ada.email, 'klingon')).toMatchObject({
    status: 2,
    err: expect.stringContaining('Language must be one of: en, de'),
  });
});
