import { useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { leadRoutes, leadSorts, type Lead } from '#shared/leads.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { withFilters } from '#web/features/inbox/address.ts';
import { FilterBar } from '#web/features/inbox/filter-bar.tsx';
import { Inbox, useIsNarrow } from '#web/features/inbox/inbox.tsx';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { useListing } from '#web/features/inbox/use-listing.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { leadQuery, readLeadFilters, type LeadFilterName, type LeadFilters } from './filters.ts';
import { LeadFilterForm } from './lead-filter-form.tsx';
import { LeadReader } from './lead-reader.tsx';
import { rowOfLead } from './row.ts';
import { filterWords, sortWords, texts } from './texts.ts';

const postIdsOf = (lead: Lead) => lead.posts.map(({ id }) => id);
const personOf = (lead: Lead) => ({ leadId: lead.id, name: lead.redditUsername });
const score = (lead: Lead) => lead.confidence;
const lastActive = (lead: Lead) => lead.lastActivityAt;

/** A dismissed or archived person leaves the list; being seen is all that can happen to one that stays. */
function applyAction(lead: Lead, action: BulkAction): Lead | null {
  if (action === 'dismiss' || action === 'archive') return null;
  return action === 'seen' || action === 'unseen' ? { ...lead, seen: action === 'seen' } : lead;
}

/** The people who need something. */
export function LeadsPage() {
  usePageTitle(texts.title);
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const filters = useMemo(() => readLeadFilters(address), [address]);
  const [isHeld, setHeld] = useState(false);
  const listing = useListing({ route: leadRoutes.list, input: { query: leadQuery(filters) }, isHeld });
  const { nameOf } = useCampaignNames();

  const change = (next: Partial<LeadFilters>) => setAddress(withFilters(address, { ...next, lead: undefined }));
  const addressOf = useCallback((id: string | undefined) => withFilters(address, { lead: id }), [address]);
  const pageOf = (id: string) => ({ pathname: `/dashboard/leads/${id}`, search: addressOf(undefined).toString() });
  const open = (id: string, options: { replace: boolean }) => {
    if (isNarrow) void navigate(pageOf(id), { state: { fromList: true } });
    else setAddress(addressOf(id), options);
  };
  const grouping = useMemo(
    () => ({ by: filters.sort === '-confidence' ? ('score' as const) : ('day' as const), score, at: lastActive }),
    [filters.sort],
  );
  const { sort, ...narrowing } = filters;
  const names = (Object.keys(narrowing) as LeadFilterName[]).filter((name) => narrowing[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const wordsOf = (name: LeadFilterName) =>
    (name === 'campaignId' ? nameOf(filters.campaignId ?? '') : undefined) ??
    (filterWords[name] as (value: unknown) => string)(filters[name]);

  return (
    <Inbox
      title={texts.title}
      noun={texts.noun}
      countWords={texts.count}
      place={`leads?${addressOf(undefined).toString()}`}
      listing={listing}
      grouping={grouping}
      viewOf={rowOfLead}
      hrefOf={({ id }) => `/dashboard/leads/${id}`}
      postIdsOf={postIdsOf}
      applyAction={applyAction}
      canLead={false}
      openId={isNarrow ? null : address.get('lead')}
      onOpen={open}
      onClose={() => setAddress(addressOf(undefined))}
      onHold={setHeld}
      personOf={personOf}
      filters={
        <FilterBar
          set={names.map((name) => ({ name, words: wordsOf(name), onRemove: () => change({ [name]: undefined }) }))}
          onClear={clear}
          sort={sort}
          sorts={leadSorts.map((value) => ({ value, label: sortWords[value] }))}
          onSort={(next) => change({ sort: next })}
          list="leads"
          query={leadQuery(filters)}
        >
          <LeadFilterForm filters={filters} onChange={change} />
        </FilterBar>
      }
      empty={<NoLeads isFiltered={names.length > 0} onClear={clear} />}
      renderReader={(id, item, tools) => (
        <LeadReader
          key={id}
          id={id}
          item={item}
          tools={tools}
          onChange={(lead) => void listing.patch((leads) => leads.map((other) => (other.id === lead.id ? lead : other)))}
        />
      )}
    />
  );
}

function NoLeads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const action = isFiltered ? (
    <Button variant="outline" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/dashboard/posts">{texts.toPosts}</Link>
    </Button>
  );
  return (
    <EmptyState className="flex-1" action={action}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}
