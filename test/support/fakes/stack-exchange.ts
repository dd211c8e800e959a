import { stackHostOf } from '#shared/stream-names.ts';
import { type Handle, page, startSite } from './site.ts';

interface Question {
  question_id: number;
  site: string;
  tags: string[];
  title: string;
  body: string;
  link: string;
  owner: { display_name: string };
  creation_date: number;
  score: number;
  answer_count: number;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The API of Stack Exchange on loopback: `/2.3/questions` and `/2.3/questions/{ids}`, as https://api.stackexchange.com/docs describes them. */
export async function startFakeStackExchange(now: () => number) {
  const questions: Question[] = [];
  let lastId = 1000;
  const state: { handle: Handle | null; wrapper: object } = { handle: null, wrapper: { quota_max: 300, quota_remaining: 250 } };
  function answer(address: string): object {
    const url = new URL(address, 'http://localhost');
    const param = (name: string): string => url.searchParams.get(name) ?? '';
    const ids = /^\/2\.3\/questions\/([\d;]+)$/.exec(url.pathname)?.[1]?.split(';').map(Number);
    const [size, number] = [Number(param('pagesize') || 30), Number(param('page') || 1)];
    const found = questions
      .filter(({ site }) => param('site') === stackHostOf(site))
      .filter(({ question_id: id }) => ids === undefined || ids.includes(id))
      .filter(({ tags }) => param('tagged') === '' || tags.includes(param('tagged')))
      .filter(({ creation_date: time }) => time >= Number(param('fromdate') || 0))
      .toSorted((a, b) => (a.creation_date - b.creation_date || a.question_id - b.question_id) * (param('order') === 'asc' ? 1 : -1));
    const items = found
      .slice((number - 1) * size, number * size)
      .map(({ body, ...question }) => (param('filter') === 'withbody' ? { ...question, body } : question));
    return { items, has_more: found.length > number * size, ...state.wrapper };
  }
  const site = await startSite({}, (request, response) => {
    if (state.handle) state.handle(request, response);
    else page(JSON.stringify(answer(request.url ?? '')), { 'content-type': 'application/json; charset=utf-8' })(request, response);
  });
  return {
    ...site,
    state,
    add({
      on = 'softwarerecs',
      tags = [],
      title,
      body,
      author = 'somebody',
      at = now(),
      count = 3,
    }: {
      on?: string;
      tags?: string[];
      title: string;
      body: string;
      author?: string;
      at?: number;
      count?: number;
    }): number {
      const id = (lastId += 1);
      questions.push({
        question_id: id,
        site: on,
        tags,
        title: escaped(title),
        body,
        link: `https://${on}.stackexchange.com/questions/${id}/a-title`,
        owner: { display_name: escaped(author) },
        creation_date: Math.floor(at / 1000),
        score: count,
        answer_count: count,
      });
      return id;
    },
    remove(id: number): void {
      const at = questions.findIndex(({ question_id: one }) => one === id);
      if (at < 0) throw new Error(`no question ${id}`);
      questions.splice(at, 1);
    },
  };
}
