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

/** An answer to a question, or a comment on it. */
interface Written {
  question: number;
  isComment: boolean;
  body: string;
  owner: { display_name: string };
  creation_date: number;
  score: number;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The API of Stack Exchange on loopback: `/2.3/questions`, and of some their answers and comments, as https://api.stackexchange.com/docs describes them. */
export async function startFakeStackExchange(now: () => number) {
  const questions: Question[] = [];
  const below: Written[] = [];
  let lastId = 1000;
  const state: { handle: Handle | null; wrapper: object } = { handle: null, wrapper: { quota_max: 300, quota_remaining: 250 } };
  function answer(address: string): object {
    const url = new URL(address, 'http://localhost');
    const param = (name: string): string => url.searchParams.get(name) ?? '';
    const [, of, part] = /^\/2\.3\/questions\/(\d+)\/(answers|comments)$/.exec(url.pathname) ?? [];
    if (part !== undefined) {
      const isComment = part === 'comments';
      const rows = below.map((row, index) => ({ ...row, [isComment ? 'comment_id' : 'answer_id']: 5000 + index }));
      const shown = rows.filter((row) => row.question === Number(of) && row.isComment === isComment).toSorted((a, b) => b.score - a.score);
      return { items: shown, has_more: false, ...state.wrapper };
    }
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
    /** Below a question. */
    reply(
      question: number,
      { isComment = false, body, author = 'somebody', score = 0 }: Partial<Written> & { body: string; author?: string },
    ): void {
      below.push({ question, isComment, body, score, owner: { display_name: escaped(author) }, creation_date: Math.floor(now() / 1000) });
    },
    remove(id: number): void {
      const at = questions.findIndex(({ question_id: one }) => one === id);
      if (at < 0) throw new Error(`no question ${id}`);
      questions.splice(at, 1);
    },
  };
}
