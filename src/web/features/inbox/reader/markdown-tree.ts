import type { Nodes, Root, Text, InlineCode, Code, Html } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { splitEvidence, type EvidenceSegment, type LetteredEvidence } from '#web/ui/passages.ts';

export type TextNode = Text | InlineCode | Code | Html;

/** The parser takes quadratic time on quotes this deep, which no reader could follow anyway. */
const deepQuote = /^(?:[ \t]*>){16}/m;
// The transforms replace text nodes without keeping their positions, which the evidence marks need.
const withPositions = gfmFromMarkdown().map(({ transforms: _transforms, ...handlers }) => handlers);

/** Null for text that is shown as it is instead. */
export const parseMarkdown = (source: string): Root | null =>
  deepQuote.test(source) ? null : fromMarkdown(source, { extensions: [gfm()], mdastExtensions: withPositions });

const isText = (node: Nodes): node is TextNode =>
  node.type === 'text' || node.type === 'inlineCode' || node.type === 'code' || node.type === 'html';

function listTextNodes(root: Root): TextNode[] {
  const found: TextNode[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isText(node)) found.push(node);
    else if ('children' in node) open.push(...(node.children as Nodes[]).toReversed());
  }
  return found;
}

/** The source offset of each UTF-16 unit of a node's text, which differ where the source has escapes, entities or quote marks. */
function sourceOffsets(node: TextNode, source: string): number[] {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? from;
  const offsets: number[] = [];
  let at = from;
  for (let index = 0; index < node.value.length; index += 1) {
    const wanted = node.value[index];
    while (at < to && source[at] !== wanted && source[at] !== '&') at += 1;
    const entity =
      source[at] === '&' && (wanted !== '&' || source.startsWith('&amp;', at)) ? /^&#?\w+;/.exec(source.slice(at, at + 40)) : null;
    offsets.push(Math.min(at, to));
    at += entity?.[0].length ?? 1;
  }
  return offsets;
}

export type MarkedNodes = ReadonlyMap<TextNode, readonly EvidenceSegment[]>;

/** Cuts each text node where passages start and end. A passage across several nodes shows its letter once, at its end. */
export function markTextNodes(root: Root, source: string, passages: readonly LetteredEvidence[]): MarkedNodes {
  const marked = new Map<TextNode, EvidenceSegment[]>();
  const lastNode = new Map<string, TextNode>();
  for (const node of listTextNodes(root)) {
    const offsets = sourceOffsets(node, source);
    const local = passages.flatMap((passage) => {
      const start = offsets.findIndex((offset) => offset >= passage.start);
      const end = offsets.findLastIndex((offset) => offset < passage.end) + 1;
      return start < 0 || end <= start ? [] : [{ ...passage, start, end }];
    });
    for (const { letter } of local) lastNode.set(letter, node);
    marked.set(node, splitEvidence(node.value, local));
  }
  for (const [node, segments] of marked)
    for (const segment of segments) segment.closing = segment.closing.filter((letter) => lastNode.get(letter) === node);
  return marked;
}

const webProtocols = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link in a post, or null if a browser must not follow it. Paths such as /r/freelance belong to Reddit. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url, 'https://www.reddit.com');
    return webProtocols.has(protocol) ? href : null;
  } catch {
    return null;
  }
}

/** The host a link really leads to, if its text looks like another address. */
export function disguisedHost(href: string, label: string): string | null {
  const { hostname, protocol } = new URL(href);
  const shown = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,})/iu.exec(label)?.[1];
  if (protocol === 'mailto:' || shown === undefined) return null;
  return shown.toLowerCase().replace(/^www\./, '') === hostname.replace(/^www\./, '') ? null : hostname;
}
