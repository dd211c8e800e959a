import { foundAt, textOf, type Found, type Page, type Parts } from './page.ts';

type Thing = Record<string, unknown>;
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What people ask and say, in schema.org's words. */
const kinds: Readonly<Record<string, Parts['kind']>> = {
  DiscussionForumPosting: 'post',
  SocialMediaPosting: 'post',
  Question: 'post',
  Answer: 'comment',
  Comment: 'comment',
};
const inside = ['@graph', 'mainEntity', 'acceptedAnswer', 'suggestedAnswer', 'comment', 'itemListElement', 'item'];
const maxThings = 2000;

/** Things and those inside them, each once. */
function flatten(data: unknown): Thing[] {
  const things = new Set<Thing>();
  const add = (value: unknown): void => {
    for (const thing of listOf(value)) {
      if (!isThing(thing) || things.has(thing) || things.size >= maxThings) continue;
      things.add(thing);
      for (const name of inside) add(thing[name]);
    }
  };
  add(data);
  return [...things];
}

function parse(script: Element): unknown {
  try {
    return JSON.parse(script.textContent ?? '');
  } catch {
    return null;
  }
}

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", nbsp: ' ' };

/** Descriptions may be HTML, of which only the text is taken. */
const plain = (text: string): string =>
  text
    .replaceAll(/<(?:br|\/(?:p|li|div|h\d))\b[^<>]{0,500}>/gi, '\n')
    .replaceAll(/<[a-z/!][^<>]{0,2000}>/gi, '')
    .replaceAll(/&(#?\w{1,8});/g, (whole, name: string) => marks[name.toLowerCase()] ?? whole)
    .trim();

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The innermost element that shows a text: by the anchor in its address, or by how it begins. */
function elementOf(text: string, url: string, { document }: Page): Element | null {
  const named = document.getElementById(decodeURIComponent(URL.parse(url)?.hash.slice(1) ?? ''));
  const start = folded(text).slice(0, 60);
  const holds = (element: Element): boolean => folded(element.textContent ?? '').includes(start);
  let element: Element | null = named && holds(named) ? named : document.body;
  if (start === '' || !holds(element)) return named;
  for (
    let inner: Element | null = element;
    inner;
    inner = [...inner.children].find((child) => !child.matches('script,style,head') && holds(child)) ?? null
  )
    element = inner;
  return element;
}

/** JSON-LD, which forums write for search engines. */
export function readJsonLd(page: Page): Found[] {
  const scripts = [...page.document.querySelectorAll('script[type="application/ld+json"]')];
  const things = scripts.flatMap((script) => flatten(parse(script)));
  const topic = things.find((thing) => listOf(thing['@type']).some((type) => kinds[wordOf(type)] === 'post'));
  const title = plain(wordOf(topic?.['headline']) || wordOf(topic?.['name']));
  return things.flatMap((thing) => {
    const kind = listOf(thing['@type'])
      .map((type) => kinds[wordOf(type)])
      .find((one) => one !== undefined);
    if (kind === undefined) return [];
    const text = plain(wordOf(thing['text']) || wordOf(thing['articleBody']));
    const link = wordOf(thing['url']) || wordOf(thing['@id']);
    const [author] = listOf(thing['author']);
    return foundAt(page, {
      anchor: elementOf(text || title, link, page),
      kind,
      link,
      author: isThing(author) ? plain(wordOf(author['name'])) : wordOf(author),
      title: kind === 'comment' ? title : plain(wordOf(thing['headline']) || wordOf(thing['name'])) || title,
      text,
      at: wordOf(thing['datePublished']) || wordOf(thing['dateCreated']),
    });
  });
}

const typeOf = (item: Element): string => /\/(\w{1,40})$/.exec(item.getAttribute('itemtype') ?? '')?.[1] ?? '';

/** Of the item itself, not of those inside it. */
function ownProperty(item: Element, ...names: string[]): Element | null {
  for (const name of names)
    for (const element of item.querySelectorAll(`[itemprop~="${name}"]`)) {
      const holder = element.parentElement?.closest('[itemscope]') ?? null;
      if (holder === item) return element;
    }
  return null;
}
const valueOf = (element: Element | null): string =>
  element?.getAttribute('content') ?? element?.getAttribute('datetime') ?? element?.getAttribute('href') ?? textOf(element);

export function readMicrodata(page: Page): Found[] {
  const items = [...page.document.querySelectorAll('[itemscope][itemtype]')].filter((item) => kinds[typeOf(item)] !== undefined);
  const topic = items.find((item) => kinds[typeOf(item)] === 'post');
  const title = topic ? textOf(ownProperty(topic, 'headline', 'name')) : '';
  return items.flatMap((item) => {
    const kind = kinds[typeOf(item)] ?? 'post';
    const body = ownProperty(item, 'text', 'articleBody');
    const author = ownProperty(item, 'author');
    return foundAt(page, {
      anchor: body ?? ownProperty(item, 'headline', 'name'),
      kind,
      link: valueOf(ownProperty(item, 'url', 'mainEntityOfPage')) || (item.id === '' ? '' : `#${item.id}`),
      author: textOf(author?.querySelector('[itemprop~="name"]') ?? author),
      title: kind === 'comment' ? title : textOf(ownProperty(item, 'headline', 'name')) || title,
      text: textOf(body),
      at: valueOf(ownProperty(item, 'datePublished', 'dateCreated')),
    });
  });
}
