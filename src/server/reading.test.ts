import { expect, test } from 'vitest';
import { transact } from '#core/platform/db/connect.ts';
import { makeServer } from '#test/support/serve.ts';

test.each(['/posts', '/leads', '/campaigns', '/notifications'])('responds to GET %s while a transaction is open', async (path) => {
  const server = await makeServer({}, { onDisk: true });
  const api = server.api((await server.member('ada')).token);
  const status = await transact(server.core.db, async () => (await api.get(path)).status);
  expect(status).toBe(200);
  await server.close();
});
