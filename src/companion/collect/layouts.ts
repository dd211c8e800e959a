import { foundAt, textOf, type Found, type Page } from './page.ts';

const first = (root: Element | Document, ...selectors: string[]): Element | null =>
  selectors.map((selector) => root.querySelector(selector)).find((element) => element !== null) ?? null;
const attribute = (element: Element | null, name: string): string | null => element?.getAttribute(name) ?? null;
const all = (page: Page, selector: string): Element[] => [...page.document.querySelectorAll(selector)];
const isOn = ({ url: { hostname } }: Page, domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);

function readReddit(page: Page): Found[] {
  const title = attribute(first(page.document, 'shreddit-post'), 'post-title');
  const posts = all(page, 'shreddit-post').flatMap((post) =>
    foundAt(page, {
      anchor: post,
      kind: 'post',
      link: attribute(post, 'permalink'),
      author: attribute(post, 'author'),
      title: attribute(post, 'post-title'),
      text: textOf(post.querySelector('[slot="text-body"]')),
      at: attribute(post, 'created-timestamp'),
    }),
  );
  const comments = all(page, 'shreddit-comment').flatMap((comment) => {
    const body = comment.querySelector(':scope > [slot="comment"]');
    return foundAt(page, {
      anchor: body,
      kind: 'comment',
      link: attribute(comment, 'permalink'),
      author: attribute(comment, 'author'),
      title,
      text: textOf(body),
      at: attribute(comment, 'created') ?? attribute(comment.querySelector(':scope > [slot="commentMeta"] time'), 'datetime'),
    });
  });
  return [...posts, ...comments];
}

function readOldReddit(page: Page): Found[] {
  const title = textOf(first(page.document, '.thing.link a.title'));
  return all(page, '.thing[data-fullname]').flatMap((thing) => {
    const entry = thing.querySelector(':scope > .entry');
    const isComment = attribute(thing, 'data-fullname')?.startsWith('t1_') ?? false;
    return foundAt(page, {
      anchor: entry,
      kind: isComment ? 'comment' : 'post',
      link: attribute(thing, 'data-permalink'),
      author: attribute(thing, 'data-author'),
      title: isComment ? title : textOf(thing.querySelector('a.title')),
      text: textOf(entry?.querySelector('.usertext-body .md')),
      at: Number(attribute(thing, 'data-timestamp')) || attribute(entry?.querySelector('time') ?? null, 'datetime'),
    });
  });
}

function readHackerNews(page: Page): Found[] {
  const title = textOf(first(page.document, '.fatitem .titleline > a'));
  return all(page, 'tr.athing[id]').flatMap((row) => {
    const isComment = row.classList.contains('comtr');
    const about = isComment ? row : row.nextElementSibling;
    return foundAt(page, {
      anchor: isComment ? row.querySelector('.commtext') : row.querySelector('.titleline'),
      kind: isComment ? 'comment' : 'post',
      link: `/item?id=${row.id}`,
      author: textOf(about?.querySelector('.hnuser')),
      title: isComment ? title : textOf(row.querySelector('.titleline > a')),
      text: isComment ? textOf(row.querySelector('.commtext')) : textOf(row.closest('.fatitem')?.querySelector('.toptext')),
      // "2026-11-20T08:00:00 1795334400", in UTC.
      at: attribute(about?.querySelector('.age') ?? null, 'title')?.replace(/ \d{1,12}$|$/, 'Z'),
    });
  });
}

const topicPath = /^(.{0,200}?\/t\/[^/]{1,300}\/\d{1,12})(?:\/(\d{1,9}))?\/?$/;

/** A topic's address without the post in it, and that post's number. */
function topicIn(link: string | null, page: Page): { path: string; number: number } | null {
  const [, path, number = '1'] = topicPath.exec(URL.parse(link ?? '', page.url.href)?.pathname ?? '') ?? [];
  return path === undefined ? null : { path, number: Number(number) };
}

function readDiscourse(page: Page): Found[] {
  const software = 'discourse';
  const title = textOf(first(page.document, '#topic-title .fancy-title', '#topic-title h1', 'h1'));
  const posts = all(page, '.topic-post article[data-post-id]').flatMap((post) => {
    const [body, date] = [post.querySelector('.cooked'), first(post, 'a.post-date', '.post-info a')];
    const topic = topicIn(attribute(date, 'href') ?? page.url.href, page);
    const isFirst = post.id === 'post_1' || (post.id === '' && topic?.number === 1);
    return foundAt(page, {
      anchor: body,
      kind: isFirst ? 'post' : 'comment',
      link: isFirst ? topic?.path : attribute(date, 'href'),
      software,
      author: attribute(first(post, '.names [data-user-card]', '[data-user-card]'), 'data-user-card'),
      title,
      text: textOf(body, '.quote,.onebox,.lightbox .meta'),
      at: Number(attribute(first(post, '.post-date [data-time]', '[data-time]'), 'data-time')) || null,
    });
  });
  const topics = all(page, 'tr.topic-list-item').flatMap((row) => {
    const link = row.querySelector('a.title');
    const author = attribute(row.querySelector('.posters [data-user-card]'), 'data-user-card');
    const text = textOf(row.querySelector('.topic-excerpt'));
    return foundAt(page, {
      anchor: link,
      kind: 'post',
      link: topicIn(attribute(link, 'href'), page)?.path,
      software,
      author,
      title: textOf(link),
      text,
    });
  });
  return [...posts, ...topics];
}

function readStackExchange(page: Page): Found[] {
  const title = textOf(page.document.querySelector('#question-header h1'));
  const texts = all(page, '.question[data-questionid], .answer[data-answerid]').flatMap((post) => {
    const [question, answer] = [attribute(post, 'data-questionid'), attribute(post, 'data-answerid')];
    const body = post.querySelector('.js-post-body');
    const signature = first(post, '.post-signature.owner', '.post-signature:last-of-type');
    return foundAt(page, {
      anchor: body,
      kind: answer === null ? 'post' : 'comment',
      link: answer === null ? `/questions/${question ?? ''}` : `/a/${answer}`,
      author: textOf(signature?.querySelector('.user-details a')),
      title,
      text: textOf(body),
      at: attribute(signature?.querySelector('.relativetime') ?? null, 'title')?.replace(' ', 'T'),
    });
  });
  const listed = all(page, '.s-post-summary[data-post-id]').flatMap((row) => {
    const link = row.querySelector('.s-post-summary--content-title a');
    return foundAt(page, {
      anchor: link,
      kind: 'post',
      link: `/questions/${attribute(row, 'data-post-id') ?? ''}`,
      author: textOf(row.querySelector('.s-user-card--link a')),
      title: textOf(link),
      text: textOf(row.querySelector('.s-post-summary--content-excerpt')),
      at: attribute(row.querySelector('.relativetime'), 'title')?.replace(' ', 'T'),
    });
  });
  return [...texts, ...listed];
}

function readLemmy(page: Page): Found[] {
  const software = 'lemmy';
  const title = textOf(first(page.document, '.post-listing h1'));
  const authorIn = (element: Element): string => textOf(element.querySelector('.person-listing')).replace(/@.{1,200}$/, '');
  const at = (element: Element): string | null => attribute(element.querySelector('.moment-time'), 'data-tippy-content');
  const posts = all(page, '.post-listing').flatMap((post) => {
    const heading = first(post, 'h1', '.post-title', 'h5');
    const link = attribute(post.querySelector('a[href^="/post/"]'), 'href')?.replace(/[?#].{0,2000}$/, '') ?? page.url.pathname;
    const text = textOf(post.parentElement?.querySelector('#postContent, .post-listing ~ .md-div') ?? post.querySelector('.md-div'));
    return foundAt(page, {
      anchor: heading,
      kind: 'post',
      link,
      software,
      author: authorIn(post),
      title: textOf(heading),
      text,
      at: at(post),
    });
  });
  const comments = all(page, 'article[id^="comment-"]').flatMap((comment) => {
    const body = comment.querySelector('.comment-content .md-div');
    const link = `/comment/${comment.id.slice('comment-'.length)}`;
    return foundAt(page, {
      anchor: body,
      kind: 'comment',
      link,
      software,
      author: authorIn(comment),
      title,
      text: textOf(body),
      at: at(comment),
    });
  });
  return [...posts, ...comments];
}

const has = ({ document }: Page, selector: string): boolean => document.querySelector(selector) !== null;

/** Sites and forums whose pages have a known shape: the first one that is there reads the page. */
const layouts: readonly { isAt: (page: Page) => boolean; read: (page: Page) => Found[] }[] = [
  { isAt: (page) => isOn(page, 'reddit.com') && has(page, 'shreddit-post, shreddit-comment'), read: readReddit },
  { isAt: (page) => isOn(page, 'reddit.com') && has(page, '.thing[data-fullname]'), read: readOldReddit },
  { isAt: (page) => isOn(page, 'news.ycombinator.com'), read: readHackerNews },
  { isAt: (page) => has(page, 'meta[name="generator"][content^="Discourse"]'), read: readDiscourse },
  { isAt: (page) => has(page, '.question[data-questionid] .js-post-body, .s-post-summary[data-post-id]'), read: readStackExchange },
  { isAt: (page) => has(page, '#app.lemmy-site'), read: readLemmy },
];

export const readKnown = (page: Page): Found[] => layouts.find(({ isAt }) => isAt(page))?.read(page) ?? [];
