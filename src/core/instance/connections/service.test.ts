import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { responders } from '#test/ai/support/responders.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { startIssuer } from '#test/support/fakes/issuer.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import { startFakeStripe } from '#test/support/fakes/stripe/server.ts';
import { makeServer, type TestServer } from '#test/support/serve.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { ConnectionKey, Connections, ConnectionValues } from '#shared/connections.ts';

const closing: (() => Promise<unknown>)[] = [];
let server: TestServer;
let admin: Actor;

const fieldOf = ({ items }: Connections, key: ConnectionKey) => items.flatMap(({ fields }) => fields).find((field) => field.key === key);
const messagesOf = (error: unknown): string[] =>
  (error as { details?: { message: string }[] }).details?.map(({ message }) => message) ?? [];
const refusalOf = (work: Promise<unknown>): Promise<string[]> => work.then(() => [], messagesOf);

async function open(config: Parameters<typeof makeServer>[0] = {}): Promise<void> {
  server = await makeServer({ security: { allowPrivateHosts: ['127.0.0.1'] }, ...config });
  const { user } = await server.member('ann');
  admin = { kind: 'user', userId: user.id, role: 'admin' };
}
const change = (id: Parameters<typeof server.core.instance.connections.change>[1], values: ConnectionValues) =>
  server.core.instance.connections.change(admin, id, values);
const tryOut = (id: 'reddit' | 'model' | 'email' | 'stripe' | 'oidc', values: ConnectionValues = {}) =>
  server.core.instance.connections.test(admin, id, values);

beforeEach(() => open());
afterEach(async () => {
  await server.close();
  for (const close of closing.splice(0)) await close();
});

describe('saved connections', () => {
  test('take effect at once and are marked as set in the browser', async () => {
    expect(server.core.config.reddit.clientId).toBe('');
    const after = await change('reddit', { 'reddit.clientId': 'abc', 'reddit.clientSecret': 'canary-secret' });
    expect(server.core.config.reddit).toMatchObject({ clientId: 'abc', clientSecret: 'canary-secret' });
    expect(server.core.reddit.access().client).not.toBeNull();
    expect(fieldOf(after, 'reddit.clientId')).toMatchObject({ value: 'abc', setBy: 'browser', lockedBy: null, saved: true });
    const { json } = await server.api().get('/public-settings/app');
    expect(json).toMatchObject({ redditConfigured: true });
  });

  test('keep secrets sealed in the database and out of answers and the audit log', async () => {
    const after = await change('reddit', { 'reddit.clientId': 'abc', 'reddit.clientSecret': 'canary-secret' });
    expect(fieldOf(after, 'reddit.clientSecret')).toMatchObject({ value: null, saved: true });
    const rows: unknown[] = await server.core.db('connections').select('key', 'value', 'sealed');
    const audit = await server.core.instance.admin.audit(admin, { limit: 25 });
    expect(JSON.stringify([after, rows, audit])).not.toContain('canary-secret');
    expect(audit.items[0]).toMatchObject({ action: 'connection-changed', target: 'connection:reddit' });
  });

  test('are removed by null, so that the default applies again', async () => {
    await change('retention', { 'retention.unmatchedHours': 12 });
    expect(server.core.config.retention.unmatchedHours).toBe(12);
    const after = await change('retention', { 'retention.unmatchedHours': null });
    expect(server.core.config.retention.unmatchedHours).toBe(48);
    expect(fieldOf(after, 'retention.unmatchedHours')).toMatchObject({ setBy: 'default', value: 48 });
  });

  test('leave other sections as they are', async () => {
    const before = server.core.reddit.access();
    await change('registration', { registration: 'closed' });
    expect(server.core.reddit.access()).toBe(before);
    expect(await server.core.accounts.users.registrationState()).toEqual({ open: false, firstRun: false, setUpCode: null });
  });

  test('change the host names that are served', async () => {
    const asked = { headers: { host: 'leads.example.test' } };
    await change('address', { 'http.publicUrl': 'https://leads.example.test' });
    const { redirectUri } = server.core.instance.connections.list(admin);
    expect(redirectUri).toBe('https://leads.example.test/reddit/callback');
    const answer = await server.api().send('GET', '/public-settings/app', asked);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age');
  });

  test('are only for admins', async () => {
    const bob = await server.member('bob', 'user');
    expect((await server.api(bob.token).get('/admin/connections')).status).toBe(403);
    expect((await server.api().get('/admin/connections')).status).toBe(401);
  });
});

describe('values of file and environment', () => {
  test('are shown as such, win over the browser, and cannot be changed there', async () => {
    await server.close();
    await open({ reddit: { source: 'off', clientId: 'from-file', clientSecret: 'x' } });
    expect(fieldOf(server.core.instance.connections.list(admin), 'reddit.clientId')).toMatchObject({
      value: 'from-file',
      setBy: 'file',
      lockedBy: 'reddit.clientId',
    });
    expect(await refusalOf(change('reddit', { 'reddit.clientId': 'mine' }))).toEqual([
      'reddit.clientId is set in the configuration file. Change it there, or remove it there first.',
    ]);
    expect(server.core.config.reddit.clientId).toBe('from-file');
  });

  test("keep an operator's key from being sent to an address that an admin names", async () => {
    await server.close();
    await open({ ai: { openai: { apiKey: 'canary-key' } } });
    expect(await refusalOf(tryOut('model', { 'ai.provider': 'openai', 'ai.openai.baseUrl': 'https://example.com/v1' }))).toHaveLength(1);
  });
});

describe('refused values', () => {
  test.each<[Parameters<typeof change>[0], ConnectionValues, string]>([
    ['reddit', { 'reddit.clientId': 'abc' }, 'Enter the client secret, too.'],
    ['email', { 'smtp.host': 'mail.example.com', 'smtp.user': 'ann' }, 'Enter the password of this user.'],
    ['email', { 'smtp.host': 'https://mail.example.com/x' }, 'Enter only the name of the server, such as smtp.example.com.'],
    ['email', { 'smtp.host': 'mail.example.com', 'smtp.port': 99_999 }, 'A port is a number from 1 to 65535.'],
    ['stripe', { 'billing.stripeKey': 'pk_test_1' }, 'A secret key begins with sk_ or rk_. The publishable key (pk_) is another one.'],
    [
      'address',
      { 'http.publicUrl': 'https://a.example/x?y=1' },
      'Enter an address such as https://earshot.example.com or https://example.com/earshot.',
    ],
    ['oidc', { 'auth.oidc.issuer': 'https://auth.example.com' }, 'Enter the client ID, too.'],
    ['reddit', { registration: 'closed' }, 'registration is not part of this connection.'],
  ])('in %s: %o', async (id, values, message) => {
    expect(await refusalOf(change(id, values))).toEqual([message]);
    expect(await server.core.db('connections').select('key')).toEqual([]);
  });

  test('include a saved password for another server', async () => {
    await change('email', { 'smtp.host': 'mail.example.com', 'smtp.user': 'ann', 'smtp.password': 'pw' });
    const moved = { 'smtp.host': 'evil.example.com' };
    expect(await refusalOf(tryOut('email', moved))).toEqual(['Enter the password again: the address has changed.']);
    expect(await refusalOf(change('email', moved))).toHaveLength(1);
  });
});

describe('tests', () => {
  test('of an issuer show what to register there, and keep its secret from another one', async () => {
    const issuer = await startIssuer({ now: () => server.clock.now, product: 'authentik' });
    const { clientId, clientSecret } = issuer.config;
    const values = { 'auth.oidc.issuer': issuer.issuer, 'auth.oidc.clientId': clientId, 'auth.oidc.clientSecret': clientSecret };
    const { loginCallbackUrl } = await change('oidc', values);
    expect(await tryOut('oidc')).toMatchObject({ ok: true, message: expect.stringContaining(loginCallbackUrl) });
    expect(await refusalOf(tryOut('oidc', { 'auth.oidc.issuer': 'https://evil.example.com' }))).toEqual([
      'Enter the client secret again: the address has changed.',
    ]);
    expect((await server.api().get('/public-settings/app')).json).toMatchObject({ logIn: { issuer: 'single sign-on' } });
  });

  test('of Reddit tell right from wrong keys without storing them', async () => {
    const reddit = await startFakeReddit();
    closing.push(() => reddit.close());
    await server.close();
    await open({ reddit: { source: 'off', wwwUrl: reddit.url, apiUrl: reddit.url } });
    const right = { 'reddit.clientId': 'client', 'reddit.clientSecret': 'secret', 'reddit.userAgent': 'web:test:v1 (by /u/ann)' };
    expect(await tryOut('reddit', right)).toMatchObject({ ok: true, message: 'Reddit accepted this client ID and secret.' });
    expect(await tryOut('reddit', { ...right, 'reddit.clientSecret': 'wrong' })).toMatchObject({
      ok: false,
      message: 'Reddit rejected this client ID and secret. Copy both again from reddit.com/prefs/apps.',
    });
    expect(await server.core.db('connections').select('key')).toEqual([]);
  });

  test('of Ollama list its models and show its answer about a sample post', async () => {
    const ollama = await startFakeOllama({ respond: responders.sensible, models: ['qwen3:4b-instruct', 'qwen3'] });
    closing.push(() => ollama.close());
    const values = { 'ai.provider': 'ollama', 'ai.ollama.host': ollama.host, 'ai.ollama.model': 'qwen3' };
    expect((await server.core.instance.connections.models(admin, values)).models).toEqual(['qwen3:4b-instruct', 'qwen3']);
    const tried = await tryOut('model', values);
    expect(tried).toMatchObject({ ok: true, message: 'Ollama answered with qwen3.' });
    expect(tried.sample?.reason).not.toBe('');
    expect(await tryOut('model', { ...values, 'ai.ollama.model': 'nope' })).toMatchObject({
      ok: false,
      message: `Ollama doesn't have the model nope. Run "ollama pull nope", or choose another one.`,
    });
  });

  test('of the model in use end its pause when they pass', async () => {
    const models = ['qwen3:4b-instruct'];
    const ollama = await startFakeOllama({ respond: responders.sensible, models });
    closing.push(() => ollama.close());
    await change('model', { 'ai.provider': 'ollama', 'ai.ollama.host': ollama.host, 'ai.ollama.model': 'qwen3' });
    const { models: ai } = server.core.ai;
    const source = { mode: 'basic' as const, description: 'Invoicing software for freelancers', websiteUrl: '', pages: [] };
    await ai.propose(source, { userId: null, signal: AbortSignal.timeout(60_000) });
    expect(ai.state()).toMatchObject({ state: 'paused' });
    expect((await tryOut('model')).ok).toBe(false);
    expect((await tryOut('model', { 'ai.ollama.model': 'qwen3:4b-instruct' })).ok).toBe(true);
    expect(ai.state()).toMatchObject({ state: 'paused' });
    models.push('qwen3');
    expect((await tryOut('model')).ok).toBe(true);
    expect(ai.state()).toMatchObject({ state: 'ok', message: 'Ollama is working' });
  });

  test('of a model server refuse a private address that the operator has not allowed', async () => {
    await server.close();
    await open({ security: { allowPrivateHosts: [] } });
    for (const host of ['http://127.0.0.1:11435', 'http://10.0.0.1', 'http://localhost', 'http://[::1]:8080']) {
      const { ok, message } = await tryOut('model', { 'ai.provider': 'ollama', 'ai.ollama.host': host });
      expect([ok, message]).toEqual([false, expect.stringContaining('security.allowPrivateHosts')]);
    }
  });

  test('of email send one message to the admin, and explain a wrong password', async () => {
    const smtp = await startSmtpServer({ login: { user: 'ann', password: 'right one' } });
    closing.push(() => smtp.close());
    const port = Number(new URL(smtp.url).port);
    const values = { 'smtp.host': '127.0.0.1', 'smtp.port': port, 'smtp.user': 'ann', 'smtp.from': 'Earshot <earshot@example.test>' };
    expect(await tryOut('email', { ...values, 'smtp.password': 'right one' })).toMatchObject({ ok: true });
    expect(smtp.taken).toHaveLength(1);
    expect(smtp.taken[0]).toContain('To: ann@example.test');
    expect(await tryOut('email', { ...values, 'smtp.password': 'wrong' })).toMatchObject({
      ok: false,
      message: 'The email server rejected the user or the password. Enter both again.',
    });
    smtp.next({ at: 'rcpt', code: 550 });
    expect(await tryOut('email', { ...values, 'smtp.password': 'right one' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('refused the test email (550)'),
    });
  });

  test('of email refuse a server in a private network', async () => {
    await server.close();
    await open({ security: { allowPrivateHosts: [] } });
    expect(await tryOut('email', { 'smtp.host': '127.0.0.1', 'smtp.port': 587 })).toMatchObject({
      ok: false,
      message: expect.stringContaining('security.allowPrivateHosts'),
    });
  });
});

describe('a test of Stripe', () => {
  test('tells a wrong key from an unknown price', async () => {
    const stripe = await startFakeStripe();
    closing.push(() => stripe.close());
    await server.close();
    const plans = [
      { id: 'free', name: 'Free' },
      { id: 'team', name: 'Team', stripePrice: 'price_team' },
    ];
    await open({ billing: { stripeUrl: stripe.url, plans } });
    const keys = { 'billing.stripeKey': stripe.key, 'billing.webhookSecret': stripe.webhookSecret };
    expect(await tryOut('stripe', keys)).toMatchObject({ ok: true, message: 'Stripe accepted the key.' });
    expect(await tryOut('stripe', { ...keys, 'billing.stripeKey': 'sk_test_wrong' })).toMatchObject({
      ok: false,
      message: 'Stripe rejected the key. Copy it again from the Stripe dashboard.',
    });
    await server.close();
    await open({ billing: { stripeUrl: stripe.url, plans: [...plans, { id: 'big', name: 'Big', stripePrice: 'price_gone' }] } });
    expect((await tryOut('stripe', keys)).message).toBe(
      "Stripe doesn't know the price price_gone. Correct it in billing.plans of the configuration.",
    );
  });
});

describe('saved connections after a restart', () => {
  test('are read again, without those that another key sealed', async () => {
    await change('reddit', { 'reddit.clientId': 'abc', 'reddit.clientSecret': 'canary-secret' });
    await server.core.db('connections').where({ key: 'reddit.clientSecret' }).update({ sealed: '1.AAAA' });
    await change('registration', { registration: 'closed' });
    const { createConnectionStore } = await import('./store.ts');
    const { createLiveConfig } = await import('#core/platform/live-config.ts');
    const { parseConfig } = await import('#core/platform/config.ts');
    const live = createLiveConfig(parseConfig({}));
    await createConnectionStore({ ...server.core, live }).load();
    expect(live.config).toMatchObject({ registration: 'closed', reddit: { clientId: 'abc', clientSecret: '' } });
  });
});
