import { XMLParser } from 'fast-xml-parser';

/** What one page of a website says about itself. */
export interface PageText {
  title: string;
  description: string;
  headings: string[];
  /** What else there is to read, without menus, forms and headings. */
  text: string;
  /** Where its links lead, as they are written. */
  links: string[];
}

/** `preserveOrder`: one key is the tag, `:@` its attributes, `#text` a text. */
type Node = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  allowBooleanAttributes: true,
  attributeNamePrefix: '',
  parseTagValue: false,
  htmlEntities: true,
  unpairedTags: ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  // Paragraphs and list items that nobody closes nest.
  maxNestedTags: 2000,
  transformTagName: (name) => name.toLowerCase(),
});

const mostHeadings = 20;
const longest = 300;
const mostText = 4000;
const mostLinks = 300;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const childrenOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longest).toWellFormed();

function textIn(nodes: readonly Node[]): string {
  const parts = nodes.map((node) => (typeof node['#text'] === 'string' ? node['#text'] : textIn(Object.values(node).flatMap(childrenOf))));
  return parts.join(' ');
}

/** Every element of the tree with its tag, in order; iterative, because a page nests as deep as it likes. */
function* elements(roots: readonly Node[]): Generator<{ tag: string; node: Node }> {
  const stack = roots.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const tag of Object.keys(node)) {
      if (tag === ':@' || tag === '#text') continue;
      yield { tag, node };
      stack.push(...childrenOf(node[tag]).toReversed());
    }
  }
}

function attribute(node: Node, name: string): string {
  const value = isNode(node[':@']) ? node[':@'][name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Cuts out everything from each `open` to the next `close`, reading the text once. */
function without(html: string, open: string, close: string): string {
  // Of ASCII alone: other letters can change the length of the text.
  const folded = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let kept = '';
  let at = 0;
  for (let from = folded.indexOf(open); from >= 0; from = folded.indexOf(open, at)) {
    kept += html.slice(at, from);
    const end = folded.indexOf(close, from);
    if (end < 0) return kept;
    at = end + close.length;
  }
  return kept + html.slice(at);
}

/** What is not text may hold anything; a tree is built of the rest. */
function withoutCode(html: string): string {
  const tags = ['script', 'style', 'noscript', 'template', 'svg'];
  return tags.reduce((text, tag) => without(text, `<${tag}`, `</${tag}>`), without(html, '<!--', '-->'));
}

const besides = new Set([':@', '#text', 'title', 'h1', 'h2', 'h3', 'nav', 'footer', 'form', 'button', 'select', 'iframe', 'object']);

/** Texts in their order; iterative, as `elements`. */
function readableText(roots: readonly Node[]): string {
  const parts: string[] = [];
  let length = 0;
  const stack = roots.toReversed();
  for (let node = stack.pop(); node && length < mostText; node = stack.pop()) {
    const own = node['#text'];
    if (typeof own === 'string') {
      const said = own.replaceAll(/\s+/g, ' ').trim();
      if (said !== '') parts.push(said);
      length += said.length + 1;
    }
    for (const tag of Object.keys(node)) if (!besides.has(tag)) stack.push(...childrenOf(node[tag]).toReversed());
  }
  return parts.join(' ').slice(0, mostText).toWellFormed();
}

export function pageTextOf(html: string): PageText {
  const roots = childrenOf(parser.parse(withoutCode(html)));
  const page: PageText = { title: '', description: '', headings: [], text: readableText(roots), links: [] };
  for (const { tag, node } of elements(roots)) {
    if (tag === 'a' && page.links.length < mostLinks) page.links.push(attribute(node, 'href'));
    const text = /^(?:title|h[1-3])$/.test(tag) ? clean(textIn(childrenOf(node[tag]))) : '';
    if (tag === 'title' && page.title === '') page.title = text;
    else if (text !== '' && page.headings.length < mostHeadings) page.headings.push(text);
    const describes = tag === 'meta' && /^(?:og:)?description$/i.test(attribute(node, 'name') || attribute(node, 'property'));
    if (describes && page.description === '') page.description = clean(attribute(node, 'content'));
  }
  return page;
}
