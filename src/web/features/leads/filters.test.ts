import { expect, test } from 'vitest';
import { leadListQuery } from '#shared/leads.ts';
import { withFilters } from '#web/features/inbox/url-filters.ts';
import { leadQuery, readLeadFilters, type LeadFilters } from './filters.ts';

test('reads back the filters written to the URL, and they match the contract', () => {
  const filters: LeadFilters = {
    campaignId: '3',
    stage: 'contacted',
    minConfidence: 80,
    tag: 'studio, small',
    q: 'u/otter',
    sort: '-lastActivityAt',
  };
  const address = withFilters(new URLSearchParams(), filters);
  expect(readLeadFilters(new URLSearchParams(address.toString()))).toEqual(filters);
  expect(leadListQuery.parse(leadQuery(filters))).toMatchObject(filters);
});

test('ignores an unknown stage', () => {
  expect(readLeadFilters(new URLSearchParams('stage=vip&minConfidence=-4'))).toEqual({ sort: '-confidence' });
});
