import type { Heading, Link, List, Nodes, Parent, Table } from 'mdast';
import { createContext, Fragment, use, useMemo, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { EvidenceSegments, EvidenceText, useEvidence } from '#web/ui/evidence.tsx';
import { externalRel } from '../../../lib/external-link.ts';
import { disguisedHost, markTextNodes, parseMarkdown, safeLink, type MarkedNodes, type TextNode } from './markdown-tree.ts';
import { readerTexts } from './reader-texts.ts';

/** Longer posts are cut at a line, because parsing them would freeze the page. */
const maxShown = 12_000;
/** Kerned, such a run takes seconds: Chromium shapes all of its rest again for each line. */
const longRun = /\S{500}/;
/** Anything nested deeper is shown flat. */
const maxDepth = 20;

const Marked = createContext<MarkedNodes | null>(null);

/** How a text other than a post is rendered. */
export interface MarkdownLook {
  tableLabel: string;
  renderLink: (url: string, children: ReactNode) => ReactNode;
  renderHeading: (heading: { level: number; text: string }, children: ReactNode) => ReactNode;
}
const Look = createContext<MarkdownLook | null>(null);

/** Markdown of Earshot's own, whole and without evidence. */
export function MarkdownDocument({ source, look }: { source: string; look: MarkdownLook }) {
  const root = useMemo(() => parseMarkdown(source), [source]);
  const marked = useMemo(() => (root ? markTextNodes(root, source, []) : null), [root, source]);
  if (!root) return null;
  return (
    <div className="prose">
      <Look value={look}>
        <Marked value={marked}>
          <Children of={root} depth={0} />
        </Marked>
      </Look>
    </div>
  );
}

function headOf(source: string): string {
  if (source.length <= maxShown) return source;
  const cut = source.lastIndexOf('\n', maxShown);
  return source.slice(0, cut > maxShown / 2 ? cut : maxShown);
}

/** Reddit's Markdown as React elements: no HTML, no images, and only web and email links. */
export function MarkdownText({ source, field }: { source: string; field?: 'body' }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? source : headOf(source);
  const lettered = useEvidence(field);
  const root = useMemo(() => parseMarkdown(shown), [shown]);
  const marked = useMemo(() => (root ? markTextNodes(root, shown, lettered) : null), [root, shown, lettered]);
  return (
    <>
      {root ? (
        <div className={cx('prose', longRun.test(shown) && '[font-kerning:none]')}>
          <Marked value={marked}>
            <Children of={root} depth={0} />
          </Marked>
        </div>
      ) : (
        <EvidenceText text={shown} />
      )}
      {shown.length < source.length ? (
        <Button variant="outline" size="sm" className="mt-4" onClick={() => setWhole(true)}>
          {readerTexts.showWhole}
        </Button>
      ) : null}
    </>
  );
}

function Children({ of, depth }: { of: Parent; depth: number }) {
  return (of.children as Nodes[]).map((node, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the tree of one text never changes
    <Fragment key={index}>{depth > maxDepth ? <Flat node={node} /> : <Element node={node} depth={depth + 1} />}</Fragment>
  ));
}

function MarkedText({ node }: { node: TextNode }) {
  return <EvidenceSegments segments={use(Marked)?.get(node) ?? []} />;
}

/** The text of a node without its markup. */
function plainText(root: Nodes): string {
  const parts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if ('value' in node) parts.push(node.value);
    else if ('children' in node) open.push(...(node.children as Nodes[]).toReversed());
  }
  return parts.join(' ');
}
const Flat = ({ node }: { node: Nodes }) => <p dir="auto">{plainText(node)}</p>;

function Element({ node, depth }: { node: Nodes; depth: number }): ReactNode {
  const inner = 'children' in node ? <Children of={node} depth={depth} /> : null;
  switch (node.type) {
    case 'text':
    case 'html':
      return <MarkedText node={node} />;
    case 'inlineCode':
      return (
        <code>
          <MarkedText node={node} />
        </code>
      );
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines must be reachable by keyboard
        <pre tabIndex={0}>
          <code>
            <MarkedText node={node} />
          </code>
        </pre>
      );
    case 'heading':
      return <PostHeading heading={node}>{inner}</PostHeading>;
    case 'paragraph':
      return <Paragraph>{inner}</Paragraph>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'delete':
      return <del>{inner}</del>;
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <Directed value>{inner}</Directed>
        </blockquote>
      );
    case 'list':
      return <Items list={node} depth={depth} />;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <ExternalLink link={node}>{inner}</ExternalLink>;
    case 'image':
      return <ExternalLink link={{ ...node, children: [] }}>{node.alt || node.url}</ExternalLink>;
    case 'table':
      return <PostTable table={node} depth={depth} />;
    case 'definition':
      return null;
    default:
      return inner;
  }
}

/** A post's headings are no headings of the page. */
function PostHeading({ heading, children }: { heading: Heading; children: ReactNode }) {
  const look = use(Look);
  if (look) return look.renderHeading({ level: heading.depth, text: plainText(heading) }, children);
  return (
    <p dir="auto" className="font-semibold text-text">
      {children}
    </p>
  );
}

/** Within an element that takes its direction from its text: `dir="auto"` skips parts that have a direction of their own. */
const Directed = createContext(false);

const Paragraph = ({ children }: { children: ReactNode }) => (use(Directed) ? <p>{children}</p> : <p dir="auto">{children}</p>);

function Items({ list, depth }: { list: List; depth: number }) {
  const dir = use(Directed) ? undefined : 'auto';
  const items = list.children.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the tree of one text never changes
    <li key={index}>
      <Children of={item} depth={depth} />
    </li>
  ));
  return (
    <Directed value>
      {list.ordered ? (
        <ol start={list.start ?? 1} dir={dir}>
          {items}
        </ol>
      ) : (
        <ul dir={dir}>{items}</ul>
      )}
    </Directed>
  );
}

function ExternalLink({ link, children }: { link: Pick<Link, 'url' | 'children'>; children: ReactNode }) {
  const look = use(Look);
  if (look) return look.renderLink(link.url, children);
  const href = safeLink(link.url);
  if (href === null) return children;
  const host = disguisedHost(href, link.children.map(plainText).join(''));
  return (
    <>
      <a href={href} title={href} target="_blank" rel={externalRel}>
        {children}
      </a>
      {host ? <span className="text-muted"> ({host})</span> : null}
    </>
  );
}

function PostTable({ table, depth }: { table: Table; depth: number }) {
  const [head, ...rows] = table.children;
  const look = use(Look);
  const cells = (row: Table['children'][number] | undefined, Cell: 'th' | 'td') =>
    row?.children.map((cell, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the tree of one text never changes
      <Cell key={index} dir="auto">
        <Children of={cell} depth={depth} />
      </Cell>
    ));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
    <div role="region" aria-label={look?.tableLabel ?? readerTexts.table} tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the tree of one text never changes
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
