import { XMLParser } from 'fast-xml-parser';
import { fieldsOf } from './wire.ts';

/** The author's text and the target of the post's `[link]`. */
export interface EntryText {
  text: string;
  link: string | null;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  unpairedTags: ['br', 'hr', 'img'],
});

interface Element {
  tag: string;
  attributes: Record<string, unknown>;
  children: Node[];
}
type Node = Element | string;

const blocks = new Set(['p', 'div', 'ul', 'ol', 'blockquote', 'pre', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);
const lines = new Set(['li', 'tr', 'br']);

/** Reads a feed entry's content: `div.md` holds the author's text, the rest is Reddit's "submitted by" footer. Throws if it is nested too deep. */
export function readEntryHtml(html: string): EntryText {
  const root = nodesOf(parser.parse(`<root>${html}</root>`));
  const elements = [...walk(root)];
  const written = elements.find(({ tag, attributes }) => tag === 'div' && attributes.class === 'md');
  const link = elements.find((element) => element.tag === 'a' && textOf(element.children).trim() === '[link]')?.attributes.href;
  return { text: written ? tidy(textOf(written.children)) : '', link: typeof link === 'string' ? link : null };
}

/** The parser's ordered form is `{tag: children, ':@': attributes}` or `{'#text': …}`. */
function nodesOf(value: unknown): Node[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((raw): Node[] => {
    const node = fieldsOf(raw);
    if (!node) return [];
    if (typeof node['#text'] === 'string') return [node['#text']];
    const tag = Object.keys(node).find((name) => name !== ':@');
    return tag === undefined ? [] : [{ tag: tag.toLowerCase(), attributes: fieldsOf(node[':@']) ?? {}, children: nodesOf(node[tag]) }];
  });
}

function* walk(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* walk(node.children);
  }
}

/** Turns the spaces of code blocks into no-break spaces, which `tidy` keeps. */
function textOf(nodes: readonly Node[], verbatim = false): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return verbatim ? node.replaceAll(' ', '\u00a0') : node.replace(/\s+/g, ' ');
      const inner = textOf(node.children, verbatim || node.tag === 'pre');
      if (blocks.has(node.tag)) return `\n\n${inner}\n\n`;
      return lines.has(node.tag) ? `\n${node.tag === 'li' ? '- ' : ''}${inner.trimStart()}` : inner;
    })
    .join('');
}

const tidy = (text: string): string =>
  text
    .split('\n')
    // Not a regular expression: thousands of spaces in a row would block the process for seconds.
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(- )\n+/g, '$1')
    .replace(/\n +(?=\S)/g, '\n')
    .replaceAll('\u00a0', ' ')
    .trim();
