import { expect, test } from 'vitest';
import { groupRows } from './groups.ts';

const now = new Date(2026, 10, 21, 9, 30).getTime();
const item = (id: string, score: number, hoursAgo = 0) => ({ id, score, at: new Date(now - hoursAgo * 3_600_000).toISOString() });
const labels = (rows: ReturnType<typeof groupRows<ReturnType<typeof item>>>) =>
  rows.map((row) => (row.kind === 'heading' ? `# ${row.label}` : row.item.id));
const grouping = { score: ({ score }: { score: number }) => score, at: ({ at }: { at: string }) => at };

test('groups by score band and leaves out empty bands', () => {
  expect(labels(groupRows([item('a', 93), item('b', 85), item('c', 84), item('d', 20)], { ...grouping, by: 'score' }, now))).toEqual([
    '# Strong',
    'a',
    'b',
    '# Leads',
    'c',
    '# On topic',
    'd',
  ]);
});

test("groups by the viewer's local day", () => {
  expect(
    labels(groupRows([item('a', 0, 1), item('b', 0, 9), item('c', 0, 10), item('d', 0, 24 * 8)], { ...grouping, by: 'day' }, now)),
  ).toEqual(['# Today', 'a', 'b', '# Yesterday', 'c', '# Earlier', 'd']);
});

test('shows a group heading once even if an item is out of order', () => {
  expect(labels(groupRows([item('a', 90), item('b', 60), item('c', 88)], { ...grouping, by: 'score' }, now))).toEqual([
    '# Strong',
    'a',
    '# Worth a look',
    'b',
    'c',
  ]);
});
