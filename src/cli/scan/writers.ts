import { authorLabel, communityLabel } from '#shared/origin.ts';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { csvLines } from '#core/inbox/exports/csv.ts';
import { cut, printable } from '../output.ts';
import type { Found } from './found.ts';

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
