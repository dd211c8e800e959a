import { itemText } from '../prompts/score.ts';
import { type Candidate, scoreOfCandidate } from './candidate.ts';

const maxItems = 8;
/** Of item text; with instructions, profile and answer it stays well under what a call may use. */
const maxBytes = 14_000;

/** Candidates of one campaign and user at a time, as large as a call bears, the batch with the best candidate first. */
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
