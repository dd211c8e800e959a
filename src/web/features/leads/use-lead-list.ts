import { useMemo } from 'react';
import { type Lead, leadRoutes } from '#shared/leads.ts';
import { type LeadFilters, leadQuery, readLeadFilters, readLeadView, type LeadView } from './filters.ts';
import type { Dashboard } from '#shared/dashboard.ts';
import { type Grouping, useShownOrder } from '#web/features/inbox/list/groups.ts';
import { useListing, type Listing } from '#web/features/inbox/list/use-listing.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';

const score = (lead: Lead) => lead.confidence;
const lastActive = (lead: Lead) => lead.lastActivityAt;
const firstSeen = (lead: Lead) => lead.firstSeenAt;

/** Very long lists come without a total, but the dashboard has it for unfiltered views. */
function knownTotal(dashboard: Dashboard | undefined, view: LeadView): number | null {
  if (!dashboard) return null;
  return view === 'needs-me' ? dashboard.needAnswer : dashboard.totals.leads;
}

interface LeadList {
  view: LeadView;
  filters: LeadFilters;
  query: ReturnType<typeof leadQuery>;
  grouping: Grouping<Lead>;
  listing: Listing<Lead>;
  names: ReturnType<typeof useCampaignNames>;
}

/** The leads that the URL asks for. */
export function useLeadList(address: URLSearchParams, isHeld: boolean): LeadList {
  const filters = useMemo(() => readLeadFilters(address), [address]);
  const view = readLeadView(address);
  const query = leadQuery(filters, view, useMinute());
  const { data: dashboard, error } = useDashboard();
  const listing = useListing({ route: leadRoutes.list, input: { query }, isHeld });
  const lastVisit = dashboard?.since.at;
  const grouping = useMemo((): Grouping<Lead> => {
    if (filters.sort === '-new')
      return { by: 'visit', score, at: firstSeen, since: lastVisit === undefined ? undefined : Date.parse(lastVisit) };
    return { by: filters.sort === '-confidence' ? 'score' : 'day', score, at: filters.sort === '-discoveredAt' ? firstSeen : lastActive };
  }, [filters.sort, lastVisit]);
  const items = useShownOrder(listing.items, grouping, query);
  // Otherwise the rows would move once the time of the last visit is loaded.
  const isOrderKnown = grouping.by !== 'visit' || dashboard !== undefined || error !== undefined;
  const isUnfiltered = Object.entries(filters).every(([name, value]) => name === 'sort' || value === undefined);
  const total = listing.total ?? (isUnfiltered && listing.hasMore ? knownTotal(dashboard, view) : null);
  const names = useCampaignNames(filters.campaignId);
  return { view, filters, query, grouping, names, listing: { ...listing, items: isOrderKnown ? items : undefined, total } };
}
