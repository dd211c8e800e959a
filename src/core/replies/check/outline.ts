import { type CheckPoint, outlineNote } from '#shared/reply-check.ts';
import type { Facts } from './facts.ts';

/** Notes of an outline are for the user alone; null where there are none. */
export function outlinePoint({ text }: Pick<Facts, 'text'>): CheckPoint | null {
  const count = text.split(outlineNote).length - 1;
  if (count === 0) return null;
  const notes = count === 1 ? '1 note' : `${count} notes`;
  return { key: 'outline', level: 'stop', message: `The outline still has ${notes}. Write your reply over them`, evidence: [] };
}
