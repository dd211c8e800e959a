import { readKnown } from './layouts.ts';
import { type Found, type Page, foundAt, textOf } from './page.ts';
import { readJsonLd, readMicrodata } from './structured.ts';

const [shortest, longest] = [40, 20_000];
const maxBlocks = 500;
const isFitting = (text: string): boolean => text.length >= shortest && text.length <= longest;

/** What forums call a post and its parts. */
const posts =
  'article,[role="article"],[id^="post"],[id^="comment"],[id^="msg"],[id^="message"],[class*="post"],[class*="comment"],[class*="message"],[class*="reply"]';
const outside = 'header,footer,nav,aside,[role="navigation"],[role="banner"],[role="complementary"]';
const authors = '[rel~="author"],[class*="author"],[class*="username"],[class*="user-name"],a[href*="/user"],a[href*="/member"]';
const links = 'a[rel~="bookmark"],a[class*="permalink"],a:has(> time),a[href*="#post"],a[href*="#comment"],a[href*="#msg"],a[href*="#p"]';

interface Block {
  element: Element;
  text: string;
}

/** The largest element that shows this block and no other beside those inside it: its author and time are in there. */
function createHolderOf(blocks: readonly Block[], { body }: Document) {
  const counts = new Map<Element, number>();
  for (const { element } of blocks)
    for (let at: Element | null = element; at; at = at.parentElement) counts.set(at, (counts.get(at) ?? 0) + 1);
  return ({ element }: Block): Element => {
    let holder = element;
    while (holder.parentElement && holder.parentElement !== body && counts.get(holder.parentElement) === counts.get(element))
      holder = holder.parentElement;
    return holder;
  };
}

const linkOf = (holder: Element, { element }: Block): string => {
  const id = element.id || holder.id;
  return holder.querySelector(links)?.getAttribute('href') ?? (id === '' ? '' : `#${id}`);
};

/** What looks like posts and says enough, the first of which begins the conversation. */
function readBlocks(page: Page): Found[] {
  const { document } = page;
  const title = textOf(document.querySelector('h1')) || document.title;
  const blocks = [...document.querySelectorAll(posts)]
    .filter((element) => !element.closest(outside))
    .map((element): Block => ({ element, text: textOf(element, posts) }))
    .filter(({ text }) => isFitting(text))
    .slice(0, maxBlocks);
  const holderOf = createHolderOf(blocks, document);
  return blocks.flatMap((block, at) => {
    const holder = holderOf(block);
    return foundAt(page, {
      anchor: block.element,
      kind: at === 0 ? 'post' : 'comment',
      link: at === 0 ? '' : linkOf(holder, block),
      author: textOf(holder.querySelector(authors)).split('\n')[0],
      title,
      text: block.text,
      at: holder.querySelector('time')?.getAttribute('datetime'),
    });
  });
}

/** The page as one text. */
function readWhole(page: Page): Found[] {
  const main = page.document.querySelector('main,[role="main"],article') ?? page.document.body;
  const text = textOf(main, outside);
  if (text.length < shortest) return [];
  const heading = main.querySelector('h1') ?? page.document.querySelector('h1');
  return foundAt(page, { anchor: heading ?? main, kind: 'post', title: textOf(heading) || page.document.title, text });
}

/** From what says most about a page to what says least. */
const ways: readonly ((page: Page) => Found[])[] = [readKnown, readJsonLd, readMicrodata, readBlocks, readWhole];
const maxFound = 500;

const isShown = ({ anchor }: Found): boolean => anchor.getClientRects().length > 0;

/** The texts that a page shows, each once. */
export function collect(page: Page): Found[] {
  for (const read of ways) {
    const seen = new Set<string>();
    const found = read(page).filter((one) => {
      const key = `${one.text.url}\n${one.text.text || one.text.title}`;
      return isShown(one) && !seen.has(key) && seen.add(key);
    });
    if (found.length > 0) return found.slice(0, maxFound);
  }
  return [];
}
