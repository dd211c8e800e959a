import { mutate } from 'swr';
import { postRoutes, type PostDetail } from '#shared/posts.ts';
import { pathOf } from '#web/lib/api-client.ts';

/** Changes the cached post only. */
export const patchOpenPost = (id: string, change: (post: PostDetail) => PostDetail): Promise<unknown> =>
  mutate(pathOf(postRoutes.get, { params: { id } }), (post: PostDetail | undefined) => post && change(post), { revalidate: false });
