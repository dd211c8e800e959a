import type * as z from 'zod';
import { type leadListQuery, leadSorts, leadStages } from '#shared/leads.ts';
import { idParam, oneOf, type UrlParams, readUrlParams, integerParam, textParam } from '#web/lib/url-params.ts';

const readers = {
  campaignId: idParam,
  stage: oneOf(leadStages),
  minConfidence: integerParam(1, 100),
  tag: textParam(50),
  q: textParam(300),
  sort: oneOf(leadSorts),
};

export type LeadFilters = UrlParams<typeof readers> & { sort: (typeof leadSorts)[number] };
export type LeadFilterName = Exclude<keyof LeadFilters, 'sort'>;

export const readLeadFilters = (address: URLSearchParams): LeadFilters => ({ sort: '-confidence', ...readUrlParams(address, readers) });
export const leadQuery = (filters: LeadFilters): z.input<typeof leadListQuery> => filters;
