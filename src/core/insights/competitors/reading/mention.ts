import type { ComplaintTopic, MentionKind } from '#shared/competitors.ts';
import { isComplaint, kindOf, topicsOf } from './kind.ts';
import { sentenceWith, type Span } from './sentence.ts';
import { sentimentOf } from '#core/scoring/text/sentiment.ts';
import { withPlaceholder } from './tokens.ts';
import { tokensOf } from '#core/scoring/text/sentiment.ts';

const maxRead = 4000;
/** Upper limit for the sentiment of a complaint: many words about trouble carry no sentiment of their own. */
const complaintTone = -0.25;

export interface MentionReading extends Span {
  kind: MentionKind;
  /** Can be true with the kind `alternative`. */
  complains: boolean;
  sentiment: number | null;
  topics: ComplaintTopic[];
}

/** Classifies the mention of a product in a text by word lists, so the result is deterministic. */
export function readMention(names: readonly string[], text: { title: string; body: string }): MentionReading {
  const span = sentenceWith(names, text);
  const parts = names.map(tokensOf).toSorted((a, b) => b.length - a.length);
  const tokensIn = (from: string): string[] => withPlaceholder(tokensOf(from), parts);
  const words = tokensIn((span.field === 'title' ? text.title : text.body).slice(span.start, span.end));
  const all = tokensIn(`${text.title} ${text.body.slice(0, maxRead)}`);
  // A title is short; the sentiment is often in the body.
  const read = sentimentOf(words) ?? (span.field === 'title' ? sentimentOf(all.slice(0, 200)) : null);
  const kind = kindOf({ words, all, sentiment: read });
  const complains = isComplaint({ words, all, sentiment: read });
  // "Great, it crashed again": a complaint is never shown as positive.
  const sentiment = kind === 'complaint' ? Math.min(read ?? complaintTone, complaintTone) : read;
  return { ...span, kind, complains, sentiment, topics: topicsOf(kind, complains ? all : words) };
}
