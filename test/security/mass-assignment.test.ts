import { expect, test } from 'vitest';
import type { Core } from '#core/open.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { errorBodySchema } from '#shared/errors.ts';
import { makeServer } from '#test/support/serve.ts';
import { listColumns } from '#test/support/tables.ts';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every column in both spellings, and common attempts. */
async function listNames(core: Core): Promise<string[]> {
  const names = new Set([
    'isAdmin',
    'admin',
    'verified',
    'emailVerified',
    'permissions',
    'owner',
    'ownerId',
    '$set',
    'constructor',
    '__proto__',
  ]);
  for (const name of [...(await listColumns(core.db)).values()].flat()) names.add(name).add(camel(name));
  return [...names];
}

const users = (core: Core) => core.db('users').select('*').orderBy('id').limit(10);

test("can't set a column by sending its name", async () => {
  const server = await makeServer();
  const admin = await server.member('root', 'admin');
  const ann = await server.member('ann');
  const names = await listNames(server.core);
  expect(names.length).toBeGreaterThan(100);
  const before = await users(server.core);
  const campaign = (await server.api(ann.token).post('/campaigns', { name: 'Mine', rules: [{ text: 'invoice' }] })).json as { id: string };
  const campaignFields = Object.keys(campaignInputSchema.shape);
  const forms = [
    {
      method: 'POST',
      path: '/auth/register',
      own: { username: 'eve', email: 'eve@example.test', password: 'a good long one' },
      fields: [],
    },
    { method: 'POST', path: '/auth/login', own: { email: 'ann@example.test', password: ann.password }, fields: [] },
    { method: 'PUT', path: '/auth/profile', own: {}, fields: ['username', 'email', 'settings'] },
    { method: 'PATCH', path: '/auth/profile', own: {}, fields: ['username', 'email', 'settings'] },
    { method: 'PUT', path: `/campaigns/${campaign.id}`, own: { name: 'Mine' }, fields: campaignFields },
    { method: 'PATCH', path: `/campaigns/${campaign.id}`, own: {}, fields: campaignFields },
  ];
  const taken: string[] = [];
  for (const { method, path, own, fields } of forms) {
    const meant = new Set([...Object.keys(own), ...fields]);
    for (const name of names.filter((column) => !meant.has(column))) {
      // Built by hand, because an object literal would drop `__proto__`.
      const body = `{"${name}":"1",${JSON.stringify(own).slice(1)}`.replace(',}', '}');
      const answer = await server.api(ann.token).send(method, path, { body, headers: { 'content-type': 'application/json' } });
      if (answer.status !== 400) taken.push(`${method} ${path} ${name} ${answer.status}`);
    }
  }
  expect(taken).toEqual([]);
  expect(await users(server.core)).toEqual(before);
  expect((await server.api(admin.token).get('/auth/me')).json).toMatchObject({ role: 'admin' });
  await server.close();
});

test('accepts only known settings', async () => {
  const server = await makeServer();
  const ann = await server.member('ann');
  const answer = await server.api(ann.token).put('/auth/profile', { settings: { defaultTone: 'short', role: 'admin', plan: 'gold' } });
  expect(answer.status).toBe(400);
  expect(errorBodySchema.parse(answer.json).details).toEqual([
    { path: 'settings.role', message: 'Unknown key' },
    { path: 'settings.plan', message: 'Unknown key' },
  ]);
  await server.close();
});
