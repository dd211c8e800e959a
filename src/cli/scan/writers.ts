import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import { csvLines } from '#core/inbox/exports/csv.ts';
import { type FetchedItem, writtenAt } from '#core/platform/item.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import { cut, printable } from '../output.ts';

/** One line of the result. */
export interface Found {
  id: string;
  score: number | null;
  decision: string;
  author: string | null;
  subreddit: string;
  kind: FetchedItem['kind'];
  title: string;
  permalink: string | null;
  createdAt: string | null;
  reason: string;
  matchedRules: string[];
  filtered: string | null;
  components: Record<string, number | null>;
  evidence: { text: string; field: string; start: number; end: number; why: string }[];
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);

export function foundOf(item: FetchedItem, { assessment, exactScore, decision, matchedRules, reason }: ScorerResult): Found {
  return {
    id: item.fullname,
    score: exactScore,
    decision,
    author: item.author,
    subreddit: item.subreddit,
    kind: item.kind,
    title: item.title,
    permalink: item.permalink,
    createdAt: writtenAt(item.createdAt),
    reason: assessment?.reason ?? '',
    matchedRules,
    filtered: reason,
    components: Object.fromEntries(Object.entries(assessment?.components ?? {}).map(([name, value]) => [name, rounded(value)])),
    evidence: assessment?.evidence ?? [],
  };
}

/** Keeps the best `limit` entries in bounded memory: trimmed when twice as many are stored. */
export class Best {
  readonly #limit: number;
  #held: Found[] = [];
  constructor(limit: number) {
    this.#limit = limit;
  }
  add(found: Found): void {
    this.#held.push(found);
    if (this.#held.length >= this.#limit * 2) this.#held = this.list();
  }
  list(): Found[] {
    return this.#held.sort((a, b) => (b.score ?? -1) - (a.score ?? -1)).slice(0, this.#limit);
  }
}

export type Form = 'text' | 'json' | 'jsonl' | 'csv';

interface Shape {
  head: string;
  row(found: Found, index: number): string;
  foot: string;
}

const columns = ['score', 'decision', 'subreddit', 'author', 'kind', 'title', 'reason', 'rules', 'permalink', 'createdAt', 'id'];

function csvRow({ score, decision, subreddit, author, kind, title, reason, matchedRules, permalink, createdAt, id }: Found): string {
  return csvLines([[score, decision, subreddit, author, kind, title, reason, matchedRules.join(' | '), permalink, createdAt, id]]);
}

function textRow({ score, subreddit, author, title, reason, evidence, permalink }: Found): string {
  const quote = evidence[0] ? ` “${cut(evidence[0].text, 90)}”` : '';
  const lines = [
    `${String(score === null ? '–' : Math.round(score)).padStart(3)}  ${cut(title, 100)}`,
    `     ${printable(reason)}.${quote}`,
    `     ${printable(communityLabel(subreddit))}${author ? ` · ${printable(authorLabel(author))}` : ''}${permalink ? ` · ${printable(permalink)}` : ''}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

const shapes: Record<Form, Shape> = {
  text: { head: '', row: textRow, foot: '' },
  jsonl: { head: '', row: (found) => `${JSON.stringify(found)}\n`, foot: '' },
  json: { head: '[', row: (found, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(found)}`, foot: '\n]\n' },
  csv: { head: csvLines([columns]), row: csvRow, foot: '' },
};

export interface Writer {
  write(found: Found): Promise<void>;
  end(): Promise<void>;
}

/** Writes rows as they come and waits for a slower reader, so that memory stays constant. */
export function createWriter(form: Form, to: Writable): Writer {
  const shape = shapes[form];
  let index = 0;
  const put = async (text: string): Promise<void> => {
    if (text !== '' && !to.write(text)) await once(to, 'drain');
  };
  return {
    async write(found) {
      if (index === 0) await put(shape.head);
      await put(shape.row(found, index));
      index += 1;
    },
    async end() {
      if (index === 0) await put(shape.head);
      await put(shape.foot);
    },
  };
}
