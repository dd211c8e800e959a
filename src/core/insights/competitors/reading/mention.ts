import type { ComplaintTopic, MentionKind } from '#shared/competitors.ts';
import { isComplaint, kindOf, topicsOf } from './kind.ts';
import { sentenceWith, type Span } from './sentence.ts';
import { sentimentOf } from '#core/scoring/text/sentiment.ts';
import { withPlaceholder } from './tokens.ts';
import { tokensOf } from '#core/scoring/text/sentiment.ts';

const maxRead = 4000;
/** The mildest tone of a complaint, which words about trouble alone don't carry. */
const complaintTone = -0.25;

export interface MentionReading extends Span {
  kind: MentionKind;
  /** Also of a mention whose kind is `alternative`. */
  complains: boolean;
  sentiment: number | null;
  topics: ComplaintTopic[];
}

/** What a text says where it names one of these names: read by word lists, so the same text is always read the same. */
export function readMention(names: readonly string[], text: { title: string; body: string }): MentionReading {
  const span = sentenceWith(names, text);
  const parts = names.map(tokensOf).toSorted((a, b) => b.length - a.length);
  const tokensIn = (from: string): string[] => withPlaceholder(tokensOf(from), parts);
  const words = tokensIn((span.field === 'title' ? text.title : text.body).slice(span.start, span.end));
  const all = tokensIn(`${text.title} ${text.body.slice(0, maxRead)}`);
  // A title is short: how it is meant often stands in the text.
  const read = sentimentOf(words) ?? (span.field === 'title' ? sentimentOf(all.slice(0, 200)) : null);
  const kind = kindOf({ words, all, sentiment: read });
  const complains = isComplaint({ words, all, sentiment: read });
  // "Great, it crashed again": a complaint is never shown as positive.
  const sentiment = kind === 'complaint' ? Math.min(read ?? complaintTone, complaintTone) : read;
  return { ...span, kind, complains, sentiment, topics: topicsOf(kind, complains ? all : words) };
}
