import { expect, test } from 'vitest';
import { maxViews } from '#shared/views.ts';
import { makeServer } from '#test/support/serve.ts';

test('keeps views per user by name, replaces them under the same name, and limits their number', async () => {
  const server = await makeServer();
  const [ada, eve] = [server.api((await server.member('ada')).token), server.api((await server.member('eve')).token)];
  const save = (name: string, query: string) => ada.post('/views', { list: 'leads', name, query });
  await save('won', 'stage=won');
  await save('Hot', 'minConfidence=90');
  const replaced = (await save('won', 'stage=won&tag=big')).json as { id: string };
  expect((await ada.get('/views')).json).toMatchObject({
    items: [
      { name: 'Hot', query: 'minConfidence=90' },
      { name: 'won', query: 'stage=won&tag=big' },
    ],
  });
  expect((await eve.get('/views')).json).toMatchObject({ items: [] });
  expect((await eve.delete(`/views/${replaced.id}`)).status).toBe(404);
  for (let index = 2; index < maxViews; index += 1) await save(`view ${index}`, '');
  expect((await save('one more', '')).status).toBe(409);
  expect((await save('won', 'stage=lost')).status).toBe(201);
  expect((await ada.delete(`/views/${replaced.id}`)).status).toBe(204);
  expect((await save('one more', '')).status).toBe(201);
  await server.close();
});
