import { expect, test } from 'vitest';
import type { Post } from '#shared/posts.ts';
import { ingestItems, makeCampaign, makeItem } from '#test/support/factories.ts';
import { makeServer } from '#test/support/serve.ts';

test('finds archived posts by state and text, restores them, and undoes the restoring', async () => {
  const server = await makeServer();
  const { token, user } = await server.member('ada');
  const api = server.api(token);
  await makeCampaign(server.core, { kind: 'user', userId: user.id, role: 'user' });
  await ingestItems(
    server.core,
    [1, 2, 3].map((number) => makeItem(number, server.clock.now)),
  );
  const authors = async (query = ''): Promise<(string | null)[]> =>
    ((await api.get(`/archived${query}`)).json as { items: Post[] }).items
      .map(({ author }) => author)
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  const idOf = async (author: string): Promise<string> =>
    ((await api.get('/posts?status=all')).json as { items: Post[] }).items.find((post) => post.author === author)?.id ?? '';
  expect(await authors()).toEqual([]);
  await api.post('/posts/bulk', { ids: [await idOf('author_1')], action: 'archive' });
  await api.post('/posts/bulk', { ids: [await idOf('author_2')], action: 'dismiss', reason: 'old' });
  expect(await authors()).toEqual(['author_1', 'author_2']);
  expect(await authors('?status=archived')).toEqual(['author_1']);
  expect(await authors('?status=dismissed')).toEqual(['author_2']);
  expect(await authors('?q=author_2')).toEqual(['author_2']);
  expect(await authors('?q=number%203')).toEqual([]);
  const restored = await api.post('/archived/restore', { ids: [await idOf('author_1')] });
  expect(restored.json).toMatchObject({ changed: 1 });
  expect(await authors()).toEqual(['author_2']);
  await api.post('/posts/undo', { undoToken: (restored.json as { undoToken: string }).undoToken });
  expect(await authors()).toEqual(['author_1', 'author_2']);
  await server.close();
});
