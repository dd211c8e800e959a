import type * as z from 'zod';
import { type leadListQuery, leadSorts, leadStages } from '#shared/leads.ts';
import { idPart, oneOf, type Parts, readParts, wholeNumber, wordsPart } from '#web/lib/address-parts.ts';

const readers = {
  campaignId: idPart,
  stage: oneOf(leadStages),
  minConfidence: wholeNumber(1, 100),
  tag: wordsPart(50),
  q: wordsPart(300),
  sort: oneOf(leadSorts),
};

export type LeadFilters = Parts<typeof readers> & { sort: (typeof leadSorts)[number] };
export type LeadFilterName = Exclude<keyof LeadFilters, 'sort'>;

export const readLeadFilters = (address: URLSearchParams): LeadFilters => ({ sort: '-confidence', ...readParts(address, readers) });
export const leadQuery = (filters: LeadFilters): z.input<typeof leadListQuery> => filters;
