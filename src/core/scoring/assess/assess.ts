import type { Assessment, Evidence, SpeakerRole } from '#shared/scoring.ts';
import type { Cue, Reading } from '../reading/reading.ts';
import { recencyOf, saturationOf } from '../arithmetic.ts';
import { type Profile, tellingWeight } from './profile.ts';

export interface AssessContext {
  /** UTC milliseconds; null leaves out what depends on the time of reading, as for an archive. */
  now: number | null;
  /** Texts of the rules that hold. */
  matchedRules: readonly string[];
}

/** Judges one item for one campaign from its text alone. */
export function assess(profile: Profile, reading: Reading, { now }: AssessContext): Assessment {
  const { item } = reading;
  const count = (cue: Cue): number => reading.hits.filter((hit) => hit.cue === cue).length;
  const wants = count('seek') + count('choose') + 0.7 * count('help') + 0.5 * count('pain');
  const tells = count('seller') + count('teach') + count('career');
  const relevance = relevanceOf(profile, reading);
  const intent = 1 - Math.exp(-0.5 * Math.max(0, wants - 0.5 * tells));
  const role: SpeakerRole = count('seller') > wants ? 'seller' : wants > 0 ? 'customer' : 'other';
  return {
    components: {
      intent,
      fit: relevance * intent,
      relevance,
      urgency: Math.min(1, count('urgency') / 2),
      reachability: item.locked ? 0 : 1,
      recency: now === null ? null : recencyOf(item.createdAt, now),
      saturation: now === null ? null : saturationOf(item.numComments),
    },
    role,
    solved: count('solved') > 0,
    fitNone: relevance < 0.1,
    evidence: listEvidence(reading),
    reason: count('seek') > 0 ? 'Looks for something to use or buy' : 'Talks about the field',
  };
}

function relevanceOf({ language, offering }: Profile, { tokens }: Reading): number {
  const sum = language.likeness.sum(tokens.map(({ stem }) => [stem, stem < 0 ? 0 : tellingWeight(stem, language.background)] as const));
  return Math.min(1, Math.max(0, language.likeness.cosine(sum, offering)));
}

function listEvidence({ item, hits, tokens, titleLength }: Reading): Evidence[] {
  return hits.slice(0, 3).map(({ from, to }) => {
    const field = from < titleLength ? 'title' : 'body';
    const start = tokens[from]?.start ?? 0;
    const end = tokens[to - 1]?.end ?? start;
    return { text: (field === 'title' ? item.title : item.body).slice(start, end), start, end, field, why: 'intent' };
  });
}
