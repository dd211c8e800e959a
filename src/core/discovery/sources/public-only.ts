import type { RedditApi } from '#core/reddit/client/request.ts';
import { fieldsOf } from '#core/reddit/client/wire.ts';

const isClosed = (thing: unknown): boolean => {
  const type = fieldsOf(fieldsOf(thing)?.data)?.subreddit_type;
  return type === 'private' || type === 'employees_only' || type === 'gold_only';
};

function withoutClosed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutClosed);
  const listing = fieldsOf(json);
  const data = fieldsOf(listing?.data);
  if (!data || !Array.isArray(data.children)) return json;
  return { ...listing, data: { ...data, children: data.children.filter((thing) => !isClosed(thing)) } };
}

/**
 * Reads through a user's account, but only what is public: fetched items are shared by all campaigns of the instance, and a
 * member must not leak a private subreddit to them.
 */
export const publicOnly = (api: RedditApi): RedditApi => ({
  get: async (path, query, options) => withoutClosed(await api.get(path, query, options)),
});
