import { itemText } from '../prompts/score.ts';
import { type Candidate, scoreOfCandidate } from './candidate.ts';

const maxItems = 8;
/** Limit for the items' text; leaves enough of a call's tokens for instructions, profile, and answer. */
const maxBytes = 14_000;

/** Splits candidates into batches of one campaign and user, best candidates first. */
export function batchesOf(candidates: readonly Candidate[]): Candidate[][] {
  const ranked = candidates
    .map((candidate) => ({ candidate, score: scoreOfCandidate(candidate, candidate.assessment) }))
    .sort((one, other) => other.score - one.score);
  const open = new Map<string, { batch: Candidate[]; bytes: number }>();
  const batches: Candidate[][] = [];
  for (const { candidate } of ranked) {
    const key = `${candidate.userId} ${candidate.campaign.id}`;
    const size = Buffer.byteLength(itemText(candidate.item));
    const current = open.get(key);
    if (current && current.batch.length < maxItems && current.bytes + size <= maxBytes) {
      current.batch.push(candidate);
      current.bytes += size;
    } else {
      const batch = [candidate];
      batches.push(batch);
      open.set(key, { batch, bytes: size });
    }
  }
  return batches;
}
