import { expect, test } from 'vitest';
import { byVisit, groupRows, rankNew, type Ranks } from './groups.ts';

const now = new Date(2026, 10, 21, 9, 30).getTime();
const item = (id: string, score: number, hoursAgo = 0) => ({ id, score, at: new Date(now - hoursAgo * 3_600_000).toISOString() });
const labels = (rows: ReturnType<typeof groupRows<ReturnType<typeof item>>>) =>
  rows.map((row) => (row.kind === 'heading' ? `# ${row.label}` : row.item.id));
const none: Ranks = new Map();
const grouping = { score: ({ score }: { score: number }) => score, at: ({ at }: { at: string }) => at };

test('groups by score band and leaves out empty bands', () => {
  const items = [item('a', 93), item('b', 80), item('c', 79), item('d', 60)];
  expect(labels(groupRows(items, { ...grouping, by: 'score' }, now))).toEqual([
    '# Strong matches',
    'a',
    'b',
    '# Possible matches',
    'c',
    'd',
  ]);
});

test("groups by the viewer's local day", () => {
  expect(
    labels(groupRows([item('a', 0, 1), item('b', 0, 9), item('c', 0, 10), item('d', 0, 24 * 8)], { ...grouping, by: 'day' }, now)),
  ).toEqual(['# Today', 'a', 'b', '# Yesterday', 'c', '# Earlier', 'd']);
});

test('shows a group heading once even if an item is out of order', () => {
  const items = [item('a', 90), item('b', 40), item('c', 88)];
  expect(labels(groupRows(items, { ...grouping, by: 'score' }, now))).toEqual(['# Strong matches', 'a', '# Weak matches', 'b', 'c']);
});

test("puts what is new since the last visit first, in the server's order, then groups by day with counts", () => {
  const since = now - 2 * 3_600_000;
  const visit = { ...grouping, by: 'visit' as const, since };
  const found = [item('c', 99, 3), item('b', 90, 1), item('a', 60, 1), item('d', 10, 12)];
  const items = byVisit(found, visit, rankNew(found, visit, none));
  const rows = groupRows(items, visit, now);
  expect(labels(rows)).toEqual(['# New since your last visit', 'b', 'a', '# Today', 'c', '# Yesterday', 'd']);
  expect(rows.flatMap((row) => (row.kind === 'heading' ? [row.count] : []))).toEqual([2, 1, 1]);
});

test('keeps the order of new items when a page loads, the list is refreshed, or an item comes back', () => {
  const visit = { ...grouping, by: 'visit' as const, since: now - 5 * 3_600_000 };
  const first = [item('b', 90, 2), item('a', 60, 1)];
  const shown = rankNew(first, visit, none);
  const idsOf = (items: typeof first, ranks: Ranks) => byVisit(items, visit, ranks).map(({ id }) => id);
  expect(idsOf(first, shown)).toEqual(['b', 'a']);

  const longer = [...first, item('d', 50, 0.5), item('c', 40, 3)];
  const paged = rankNew(longer, visit, shown);
  expect(idsOf(longer, paged)).toEqual(['b', 'a', 'd', 'c']);

  const [, a] = first;
  const others = longer.filter((each) => each !== a);
  const arrived = [item('e', 95, 0.2), ...others.toReversed(), item('f', 10, 0.2)];
  const refreshed = rankNew(arrived, visit, paged);
  expect(idsOf(arrived, refreshed)).toEqual(['e', 'b', 'd', 'c', 'f']);
  expect(idsOf([...arrived, ...first.filter((each) => each === a)], refreshed)).toEqual(['e', 'b', 'a', 'd', 'c', 'f']);
});
