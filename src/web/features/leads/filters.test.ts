import { expect, test } from 'vitest';
import { leadListQuery } from '#shared/leads.ts';
import { withFilters } from '#web/features/inbox/address.ts';
import { leadQuery, readLeadFilters, type LeadFilters } from './filters.ts';

test('filters of leads survive the way through the address and pass the contract', () => {
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

test('a stage that does not exist is not asked for', () => {
  expect(readLeadFilters(new URLSearchParams('stage=vip&minConfidence=-4'))).toEqual({ sort: '-confidence' });
});
