import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { leadRoutes, leadSorts, type Lead } from '#shared/leads.ts';
import { postRoutes } from '#shared/posts.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useSetFilters, withFilters } from '#web/features/inbox/url-filters.ts';
import { FilterBar } from '#web/features/inbox/filter-bar.tsx';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import type { Read } from '#web/features/inbox/use-prefetch.ts';
import { useListing } from '#web/features/inbox/use-listing.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { leadQuery, readLeadFilters, type LeadFilterName, type LeadFilters } from './filters.ts';
import { NoLeads } from './no-leads.tsx';
import { fetchReader, LeadBoard, LeadFilterForm, LeadReader } from './late-parts.ts';
import { rowOfLead } from './row.ts';
import { boardTexts, filterLabels, sortLabels, texts } from './texts.ts';
import { ViewSwitch } from './view-switch.tsx';

const postIdsOf = (lead: Lead) => lead.posts.map(({ id }) => id);
const personOf = (lead: Lead) => ({ leadId: lead.id, name: lead.redditUsername });
const readsOf = ({ id, posts }: Lead): Read[] => [
  { route: leadRoutes.get, input: { params: { id } } },
  ...posts.slice(0, 1).map((post): Read => ({ route: postRoutes.get, input: { params: { id: post.id } } })),
];
const score = (lead: Lead) => lead.confidence;
const lastActive = (lead: Lead) => lead.lastActivityAt;

/** A dismissed or archived lead leaves the list; one that stays can only change its seen state. */
function applyAction(lead: Lead, action: BulkAction): Lead | null {
  if (action === 'dismiss' || action === 'archive') return null;
  return action === 'seen' || action === 'unseen' ? { ...lead, seen: action === 'seen' } : lead;
}

export function LeadsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const filters = useMemo(() => readLeadFilters(address), [address]);
  const [isHeld, setHeld] = useState(false);
  const listing = useListing({ route: leadRoutes.list, input: { query: leadQuery(filters) }, isHeld });
  const { nameOf } = useCampaignNames();

  const change = (next: Partial<LeadFilters>) => setFilters({ ...next, lead: undefined });
  const addressOf = useCallback((id: string | undefined) => withFilters(address, { lead: id }), [address]);
  const pageOf = (id: string) => ({ pathname: `/dashboard/leads/${id}`, search: addressOf(undefined).toString() });
  const open = (id: string, options: { replace: boolean }) => {
    if (isNarrow) void navigate(pageOf(id), { state: { fromList: true } });
    else setFilters({ lead: id }, options);
  };
  const grouping = useMemo(
    () => ({ by: filters.sort === '-confidence' ? ('score' as const) : ('day' as const), score, at: lastActive }),
    [filters.sort],
  );
  const { sort, ...narrowing } = filters;
  const names = (Object.keys(narrowing) as LeadFilterName[]).filter((name) => narrowing[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const labelOf = (name: LeadFilterName) =>
    (name === 'campaignId' ? nameOf(filters.campaignId ?? '') : undefined) ??
    (filterLabels[name] as (value: unknown) => string)(filters[name]);

  const isBoard = address.get('view') === 'board';
  const show = (view: 'list' | 'board') => setFilters({ view: view === 'board' ? view : undefined, stage: undefined, lead: undefined });
  const bar = (
    <FilterBar
      set={names.map((name) => ({ name, label: labelOf(name), onRemove: () => change({ [name]: undefined }) }))}
      onClear={clear}
      sort={sort}
      sorts={leadSorts.map((value) => ({ value, label: sortLabels[value] }))}
      onSort={(next) => change({ sort: next })}
      list="leads"
      query={leadQuery(filters)}
      aside={<ViewSwitch view={isBoard ? 'board' : 'list'} onChange={show} />}
    >
      <LeadFilterForm filters={filters} onChange={change} />
    </FilterBar>
  );
  if (isBoard)
    return (
      <div className="flex h-[calc(100dvh-48px)] min-h-0 flex-col">
        <h1 className="sr-only">{boardTexts.title}</h1>
        {bar}
        <Suspense fallback={<LoadingPane />}>
          <LeadBoard filters={filters} />
        </Suspense>
      </div>
    );
  return (
    <Inbox
      title={texts.title}
      noun={texts.noun}
      countWords={texts.count}
      scrollKey={`leads?${addressOf(undefined).toString()}`}
      listing={listing}
      grouping={grouping}
      viewOf={rowOfLead}
      hrefOf={({ id }) => `/dashboard/leads/${id}`}
      postIdsOf={postIdsOf}
      applyAction={applyAction}
      canLead={false}
      openId={isNarrow ? null : address.get('lead')}
      onOpen={open}
      onClose={() => setFilters({ lead: undefined })}
      onHold={setHeld}
      personOf={personOf}
      filters={bar}
      empty={<NoLeads isFiltered={names.length > 0} onClear={clear} />}
      fetchReader={fetchReader}
      readsOf={readsOf}
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
