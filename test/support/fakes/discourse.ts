import { type Handle, page, startSite } from './site.ts';

interface Topic {
  id: number;
  /** Of its category, and of those above. */
  categories: number[];
  title: string;
  cooked: string;
  username: string;
  at: number;
  closed: boolean;
  hidden: boolean;
  count: number;
  replies: Reply[];
}
interface Reply {
  author: string;
  body: string;
  at?: number;
  to?: number;
  /** What happened to the topic, which isn't a reply. */
  isNotice?: boolean;
  hidden?: boolean;
}
interface Added {
  categories?: number[];
  title: string;
  body: string;
  author?: string;
  at?: number;
  closed?: boolean;
  hidden?: boolean;
  count?: number;
  replies?: Reply[];
}

const perPage = 30;
const perSearch = 50;

const listed = ({ id, categories, title, at, closed, count }: Topic) => ({
  id,
  title,
  fancy_title: title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  slug: 'a-title',
  posts_count: count,
  reply_count: 1,
  created_at: new Date(at).toISOString(),
  bumped_at: new Date(at).toISOString(),
  archetype: 'regular',
  visible: true,
  closed,
  archived: false,
  like_count: 9,
  category_id: categories.at(-1) ?? 1,
});

const shown = (topic: Topic) => ({
  ...listed(topic),
  post_stream: {
    posts: [
      {
        id: topic.id * 10,
        name: 'A full name',
        username: topic.username,
        cooked: topic.cooked,
        post_number: 1,
        actions_summary: [{ id: 2, count: topic.count }],
        hidden: topic.hidden,
        user_deleted: false,
        deleted_at: null,
      },
      ...topic.replies.map(({ author, body, at, to, isNotice = false, hidden = false }, index) => ({
        id: topic.id * 10 + 1 + index,
        username: author,
        cooked: body,
        created_at: new Date(at ?? topic.at).toISOString(),
        post_number: index + 2,
        reply_to_post_number: to ?? null,
        post_type: isNotice ? 3 : 1,
        hidden,
        actions_summary: [],
      })),
    ],
    stream: [topic.id * 10, topic.id * 10 + 1],
  },
  deleted_at: null,
});

/**
 * A Discourse forum on loopback, below a path if given: `/latest.json`, `/c/…/l/latest.json`, `/search.json`, and `/t/{id}.json`, as
 * https://docs.discourse.org describes them.
 */
export async function startFakeDiscourse(now: () => number, path = '') {
  const topics: Topic[] = [];
  let lastId = 100;
  const state: { handle: Handle | null; searchError: string | null } = {
    handle: null,
    searchError: null,
  };
  const newestFirst = (some: readonly Topic[]): Topic[] => some.toSorted((a, b) => b.at - a.at || b.id - a.id);

  function list(url: URL, some: readonly Topic[]): object {
    const number = Number(url.searchParams.get('page') ?? 0);
    // Without `order=created`, the topic with the newest reply comes first.
    const sorted = url.searchParams.get('order') === 'created' ? newestFirst(some) : some;
    const more = sorted.length > (number + 1) * perPage ? { more_topics_url: `${url.pathname}?page=${number + 1}` } : {};
    return {
      users: [],
      topic_list: { per_page: perPage, topics: sorted.slice(number * perPage, (number + 1) * perPage).map(listed), ...more },
    };
  }

  function search(url: URL): object {
    const number = Number(url.searchParams.get('page') ?? 1);
    const terms = (url.searchParams.get('q') ?? '').split(' ');
    const after = Date.parse(terms.find((term) => term.startsWith('after:'))?.slice(6) ?? '1970-01-01');
    const words = terms.filter((term) => !/^(?:after|order|in):/.test(term));
    const found = newestFirst(topics).filter(
      ({ title, cooked, at }) => at >= after && words.every((word) => `${title} ${cooked}`.toLowerCase().includes(word.toLowerCase())),
    );
    const some = state.searchError === null ? found.slice((number - 1) * perSearch, number * perSearch) : [];
    return {
      posts: some.map(({ id, username }) => ({ id: id * 10, topic_id: id, post_number: 1, username, blurb: 'The beginning' })),
      ...(some.length === 0 ? {} : { topics: some.map(listed) }),
      grouped_search_result: {
        term: url.searchParams.get('q'),
        more_full_page_results: found.length > number * perSearch ? true : null,
        error: state.searchError,
      },
    };
  }

  function answer(url: URL): object | null {
    const own = url.pathname.startsWith(`${path}/`) ? url.pathname.slice(path.length) : '';
    if (own === '/latest.json') return list(url, topics);
    if (own === '/search.json') return search(url);
    const category = /^\/c\/(?:[^/]+\/)*(\d+)\/l\/latest\.json$/.exec(own)?.[1];
    if (category !== undefined)
      return list(
        url,
        topics.filter(({ categories }) => categories.includes(Number(category))),
      );
    const topic = topics.find(({ id }) => own === `/t/${id}.json`);
    return topic ? shown(topic) : null;
  }

  const site = await startSite({}, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const json = state.handle ? null : answer(url);
    if (state.handle) state.handle(request, response);
    else if (json) page(JSON.stringify(json), { 'content-type': 'application/json; charset=utf-8' })(request, response);
    else refuse(404, 'not_found')(request, response);
  });
  return {
    ...site,
    url: `${site.url}${path}`,
    state,
    add({
      categories = [1],
      title,
      body,
      author = 'somebody',
      at = now(),
      closed = false,
      hidden = false,
      count = 4,
      ...rest
    }: Added): number {
      const id = (lastId += 1);
      const { replies = [{ author: 'helper', body: '<p>An answer</p>' }] } = rest;
      topics.push({ id, categories, title, cooked: body, username: author, at, closed, hidden, count, replies });
      return id;
    },
    remove(id: number): void {
      const at = topics.findIndex(({ id: one }) => one === id);
      if (at < 0) throw new Error(`no topic ${id}`);
      topics.splice(at, 1);
    },
  };
}

/** How Discourse refuses requests for JSON. */
export const refuse =
  (status: number, type: string): Handle =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ errors: ['Why it was refused.'], error_type: type }));
