import type * as z from 'zod';
import { leadSorts, leadStages, type leadListQuery, type LeadStage } from '#shared/leads.ts';
import {
  idParam,
  integerParam,
  matching,
  oneOf,
  readUrlParams,
  textParam,
  type UrlParams,
  momentOf,
  sincePart,
} from '#web/lib/url-params.ts';

const readers = {
  campaignId: idParam,
  stage: oneOf(leadStages),
  assignee: matching(/^(?:me|none|\d{1,15})$/),
  minConfidence: integerParam(1, 100),
  tag: textParam(50),
  since: sincePart,
  subreddit: textParam(50),
  q: textParam(300),
  sort: oneOf(leadSorts),
};

/** `needs-me`: leads that need a reply, those found since the last visit first. */
export type LeadView = 'needs-me' | 'all' | 'board';

export const readLeadView = (address: URLSearchParams): LeadView =>
  oneOf(['all', 'board'] as const)(address.get('view') ?? '') ?? 'needs-me';

export type LeadFilters = UrlParams<typeof readers> & { sort: (typeof leadSorts)[number] };
export type LeadFilterName = Exclude<keyof LeadFilters, 'sort'>;

export const readLeadFilters = (address: URLSearchParams): LeadFilters => ({
  sort: readLeadView(address) === 'needs-me' ? '-new' : '-confidence',
  ...readUrlParams(address, readers),
});

/** The query for the server at `now` (milliseconds). A stage chosen by the user overrides the view's. */
export function leadQuery({ since, ...rest }: LeadFilters, view: LeadView, now: number): z.input<typeof leadListQuery> {
  const query = { ...rest, ...(since && { since: momentOf(since, now) }) };
  return view === 'needs-me' && rest.stage === undefined ? { ...query, stage: 'new', waiting: 'false' } : query;
}

/** Whether a lead whose stage has just changed still belongs in the list. */
export const belongs = ({ stage }: { stage: LeadStage }, query: { stage?: LeadStage | undefined }): boolean =>
  query.stage === undefined || query.stage === stage;
