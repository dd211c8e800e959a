import { expect, test } from 'vitest';
import { leadListQuery } from '#shared/leads.ts';
import { belongs, leadQuery, readLeadFilters, readLeadView, type LeadFilters } from './filters.ts';
import { withFilters } from '#web/lib/url-params.ts';

const now = Date.UTC(2026, 10, 21, 9, 20);

test('reads back the filters written to the URL, and they match the contract', () => {
  const filters: LeadFilters = {
    campaignId: '3',
    stage: 'contacted',
    assignee: 'me',
    minConfidence: 80,
    tag: 'studio, small',
    since: '7d',
    subreddit: 'freelance',
    q: 'u/otter',
    sort: '-lastActivityAt',
  };
  const address = withFilters(new URLSearchParams(), filters);
  expect(readLeadFilters(new URLSearchParams(address.toString()))).toEqual(filters);
  expect(leadListQuery.parse(leadQuery(filters, 'all', now))).toMatchObject({ ...filters, since: '2026-11-14T09:00:00.000Z' });
});

test('ignores an unknown stage or assignee', () => {
  expect(readLeadFilters(new URLSearchParams('stage=vip&assignee=ben&minConfidence=-4'))).toEqual({ sort: '-new' });
});

test('opens on the leads that need a reply, new ones first', () => {
  const address = new URLSearchParams();
  expect(readLeadView(address)).toBe('needs-me');
  expect(leadQuery(readLeadFilters(address), 'needs-me', now)).toEqual({ stage: 'new', waiting: 'false', sort: '-new' });
});

test('lists all leads best first, and lets a chosen stage win', () => {
  const all = new URLSearchParams('view=all');
  expect(leadQuery(readLeadFilters(all), readLeadView(all), now)).toEqual({ sort: '-confidence' });
  const won = new URLSearchParams('stage=won');
  expect(leadQuery(readLeadFilters(won), readLeadView(won), now)).toMatchObject({ stage: 'won' });
});

test('drops a lead from the list once its stage no longer matches', () => {
  expect(belongs({ stage: 'contacted' }, { stage: 'new' })).toBe(false);
  expect(belongs({ stage: 'contacted' }, {})).toBe(true);
});
