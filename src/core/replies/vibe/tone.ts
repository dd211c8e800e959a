import type { Tone } from '#shared/vibe.ts';
import { sentimentOf, tokensOf } from '#core/scoring/text/sentiment.ts';

/** One friendly word is enough; naming a problem is not yet criticism. */
const [friendlyFrom, criticalTo] = [0.4, -0.5];

/** Tone of a text by its English words; `plain` if neither friendly nor critical words prevail. */
export function toneOf(text: string): Tone {
  const sentiment = sentimentOf(tokensOf(text)) ?? 0;
  if (sentiment >= friendlyFrom) return 'friendly';
  return sentiment <= criticalTo ? 'critical' : 'plain';
}
