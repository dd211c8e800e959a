import * as z from 'zod';
import { idSchema } from '#shared/common.ts';
import { type leadListQuery, leadSorts, leadStageSchema } from '#shared/leads.ts';
import { lenient } from '#web/features/inbox/address.ts';

const filterSchema = z.object({
  campaignId: lenient(idSchema),
  stage: lenient(leadStageSchema),
  minConfidence: lenient(z.coerce.number().int().min(1).max(100)),
  tag: lenient(z.string().trim().min(1).max(50)),
  q: lenient(z.string().trim().min(1).max(300)),
  sort: z.enum(leadSorts).catch('-confidence'),
});
export type LeadFilters = z.output<typeof filterSchema>;
export type LeadFilterName = Exclude<keyof LeadFilters, 'sort'>;

export const readLeadFilters = (address: URLSearchParams): LeadFilters => filterSchema.parse(Object.fromEntries(address));
export const leadQuery = (filters: LeadFilters): z.input<typeof leadListQuery> => filters;
