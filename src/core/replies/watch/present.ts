import type { Reply } from '#shared/outbox.ts';
import type { ShownRow } from './queries.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function troubleOf({ last_standing, last_at }: ShownRow): Reply['trouble'] {
  const isTrouble = last_standing === 'unreadable' || last_standing === 'unconnected';
  return isTrouble && last_at !== null ? { why: last_standing, since: new Date(last_at).toISOString() } : null;
}

interface Point {
  at: number;
  points: number;
}
const historyOf = (points: readonly Point[]): Reply['history'] =>
  points
    .filter((point, index) => point.points !== points[index - 1]?.points)
    .map(({ at, points: score }) => ({ at: new Date(at).toISOString(), score }));

/** `points`: results of all checks, oldest first. */
export const presentReply = (row: ShownRow, points: readonly Point[]): Reply => ({
  state: row.standing,
  score: row.points,
  history: historyOf(points),
  answers: row.answers,
  answeredBy: JSON.parse(row.answerers) as string[],
  answeredAt: isoOrNull(row.answered_at),
  locked: row.locked === 1,
  checkedAt: isoOrNull(row.read_at),
  nextAt: isoOrNull(row.next_at),
  trouble: troubleOf(row),
});
