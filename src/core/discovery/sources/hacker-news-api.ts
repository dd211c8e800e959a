import * as z from 'zod';
import { version } from '#shared/product.ts';
import { createUpstream, type Upstream } from '#core/platform/http/upstream.ts';
import { type HackerNewsItem, hackerNewsItemSchema } from './hacker-news-item.ts';

export type HackerNewsApi = ReturnType<typeof createHackerNewsApi>;

/** Fields of a comment's ancestors that identify its thread. */
type Ancestor = Pick<HackerNewsItem, 'id' | 'parent' | 'title'>;

const maxAncestors = 60;
const maxRemembered = 50_000;
const atOnce = 16;

/**
 * The official API: one request per item, no key, no stated limit. Throws `UpstreamError` or `Error` when it doesn't respond as
 * documented.
 */
export function createHackerNewsApi({
  url,
  upstream = createUpstream({ userAgent: `Earshot/${version}` }),
}: {
  url: string;
  upstream?: Upstream;
}) {
  const ancestors = new Map<number, Ancestor>();

  async function get(path: string, signal: AbortSignal): Promise<unknown> {
    const { status, text } = await upstream.send({ url: `${url}/v0/${path}.json`, signal });
    if (status !== 200) throw new Error(`Hacker News answered with status ${status}`);
    return JSON.parse(text);
  }

  function remember({ id, parent, title }: Ancestor): void {
    if (ancestors.size >= maxRemembered) ancestors.clear();
    ancestors.set(id, { id, parent, title });
  }

  /** Null for an id that doesn't exist yet, or an item of an unknown type. */
  async function item(id: number, signal: AbortSignal): Promise<HackerNewsItem | null> {
    const found = hackerNewsItemSchema.safeParse(await get(`item/${id}`, signal)).data ?? null;
    if (found) remember(found);
    return found;
  }

  /** The post above a comment; null if it can't be found. */
  async function storyOf({ parent }: Pick<HackerNewsItem, 'parent'>, signal: AbortSignal): Promise<Ancestor | null> {
    let id = parent;
    for (let steps = 0; id !== null && steps < maxAncestors; steps++) {
      const above: Ancestor | null = ancestors.get(id) ?? (await item(id, signal));
      if (!above || above.parent === null) return above;
      id = above.parent;
    }
    return null;
  }

  return {
    newestId: async (signal: AbortSignal): Promise<number> =>
      z
        .number()
        .int()
        .positive()
        .parse(await get('maxitem', signal)),
    item,
    storyOf,
    /** Results in the order given, a few requests at a time. */
    async all<Given, Found>(given: readonly Given[], read: (one: Given) => Promise<Found>): Promise<Found[]> {
      const found: Found[] = [];
      for (let start = 0; start < given.length; start += atOnce)
        found.push(...(await Promise.all(given.slice(start, start + atOnce).map((one) => read(one)))));
      return found;
    },
    close: () => upstream.close(),
  };
}
