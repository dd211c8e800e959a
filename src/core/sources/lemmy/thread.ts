import type { OtherSource } from '../source.ts';
import type { Api } from './api.ts';
import { thingNamed } from './views.ts';

/** The comments with the most votes below a post. */
export const createThread =
  (api: Pick<Api, 'comments'>): NonNullable<OtherSource['thread']> =>
  async (fullname, signal) => {
    const post = thingNamed(fullname);
    if (post?.kind !== 'post') return [];
    const listed = await api.comments(post, signal);
    return listed.filter(({ isByBot, item }) => !isByBot && item.gone === null).map(({ item }) => item);
  };
