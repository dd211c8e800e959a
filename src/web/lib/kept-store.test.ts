import { expect, test } from 'vitest';
import type { Today } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import { leadsFor, outlookOf, todayAfter, type Change } from './kept-store.ts';

const effects = (...list: Change['effect'][]) => outlookOf(list.map((effect) => ({ effect })));
const lead = (id: string, more: Partial<Lead> = {}): Lead =>
  ({
    id,
    stage: 'new',
    confidence: 50,
    redditUsername: `person_${id}`,
    notes: '',
    tags: [],
    campaigns: [{ id: '1', name: 'One', score: 50 }],
    posts: [{ id: `p${id}`, title: `Title ${id}`, subreddit: 'freelance' }],
    firstSeenAt: `2026-11-2${id}T08:00:00.000Z`,
    lastActivityAt: `2026-11-2${id}T08:00:00.000Z`,
    ...more,
  }) as Lead;
const ids = (leads: readonly Lead[]) => leads.map(({ id }) => id).join('');
const found = (query: string, outlook = effects()) =>
  ids(leadsFor([lead('1'), lead('2', { confidence: 90 }), lead('3')], new URLSearchParams(query), { outlook, userId: '7' }));

test('shows leads as the changes that wait leave them, in the order in which those were made', () => {
  expect(effects({ gone: ['p1'] }).shown(lead('1'))).toBeNull();
  expect(effects({ gone: ['p1'] }, { back: ['p1'] }).shown(lead('1'))).not.toBeNull();
  expect(
    effects({ lead: { id: '1', change: { stage: 'won' } } }, { lead: { id: '1', change: { stage: 'lost' } } }).shown(lead('1'))?.stage,
  ).toBe('lost');
  expect(effects({ snoozed: '1' }).isSnoozed('1')).toBe(true);
});

test("takes what was archived, put off, or moved out of today's list, and keeps answers of people whose stage changed", () => {
  const items = ['lead', 'lead', 'lead', 'answer'].map((kind, at) => ({ kind, lead: lead(String(at + 1)) }));
  const moved = (id: string) => ({ lead: { id, change: { stage: 'contacted' as const } } });
  const left = todayAfter({ items } as unknown as Today, effects({ gone: ['p1'] }, { snoozed: '2' }, moved('3'), moved('4')));
  expect(left.items.map((item) => item.lead.id)).toEqual(['4']);
});

test('filters and sorts kept leads by the query of a list, the last found first', () => {
  expect(found('')).toBe('321');
  expect(found('sort=-confidence')[0]).toBe('2');
  expect(found('minConfidence=80')).toBe('2');
  expect(found('q=TITLE 3')).toBe('3');
  expect(found('since=2026-11-22T00:00:00.000Z')).toBe('32');
  expect(found('campaignId=2')).toBe('');
  expect(found('assignee=none')).toBe('321');
  expect(found('assignee=me')).toBe('');
  const waits = effects({ lead: { id: '1', change: { stage: 'won' } } }, { snoozed: '2' });
  expect(found('stage=new&waiting=false', waits)).toBe('3');
  expect(found('stage=new', waits)).toBe('32');
});
