import { Suspense, useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { leadSorts, type Lead } from '#shared/leads.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useSetFilters, withFilters } from '#web/features/inbox/url-filters.ts';
import { FilterBar } from '#web/features/inbox/filter-bar.tsx';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { belongs, type LeadFilterName, type LeadFilters } from './filters.ts';
import { fetchReader, LeadBoard, LeadFilterForm, LeadReader, NoLeads } from './late-parts.ts';
import { rowOfLead } from './row.ts';
import { boardTexts, filterLabels, sortLabels, texts } from './texts.ts';
import { readsOfLead, useLeadList } from './use-lead-list.ts';
import { ViewSwitch } from './view-switch.tsx';

const postIdsOf = (lead: Lead) => lead.posts.map(({ id }) => id);
const personOf = (lead: Lead) => ({ leadId: lead.id, name: lead.redditUsername });
/** A dismissed or archived lead leaves the list; one that stays can only change its seen state. */
function applyAction(lead: Lead, action: BulkAction): Lead | null {
  if (action === 'dismiss' || action === 'archive') return null;
  return action === 'seen' || action === 'unseen' ? { ...lead, seen: action === 'seen' } : lead;
}

/** The list with a changed lead, which leaves it or, after an undo, returns to it. */
function withLead(leads: Lead[], lead: Lead, stays: boolean): Lead[] {
  if (!stays) return leads.filter(({ id }) => id !== lead.id);
  const isThere = leads.some(({ id }) => id === lead.id);
  return isThere ? leads.map((other) => (other.id === lead.id ? lead : other)) : [lead, ...leads];
}

export function LeadsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isHeld, setHeld] = useState(false);
  const { view, filters, query, grouping, listing } = useLeadList(address, isHeld);
  const { nameOf, rowNameOf } = useCampaignNames(filters.campaignId);

  const change = (next: Partial<LeadFilters>) => setFilters({ ...next, lead: undefined });
  const addressOf = useCallback((id: string | undefined) => withFilters(address, { lead: id }), [address]);
  const pageOf = (id: string) => ({ pathname: `/dashboard/leads/${id}`, search: addressOf(undefined).toString() });
  const open = (id: string, options: { replace: boolean }) => {
    if (isNarrow) void navigate(pageOf(id), { state: { fromList: true } });
    else setFilters({ lead: id }, options);
  };
  const { sort, ...narrowing } = filters;
  const names = (Object.keys(narrowing) as LeadFilterName[]).filter((name) => narrowing[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const isUnfiltered = names.length === 0;
  const labelOf = (name: LeadFilterName) =>
    (name === 'campaignId' ? nameOf(filters.campaignId ?? '') : undefined) ??
    (filterLabels[name] as (value: unknown) => string)(filters[name]);

  const isBoard = view === 'board';
  const show = (shown: 'list' | 'board') => setFilters({ view: shown === 'board' ? shown : undefined, stage: undefined, lead: undefined });
  const bar = (
    <FilterBar
      set={names.map((name) => ({ name, label: labelOf(name), onRemove: () => change({ [name]: undefined }) }))}
      onClear={clear}
      sort={sort}
      sorts={leadSorts.map((value) => ({ value, label: sortLabels[value] }))}
      onSort={(next) => change({ sort: next })}
      list="leads"
      query={query}
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
      countLabel={texts.count}
      scrollKey={`leads?${addressOf(undefined).toString()}`}
      listing={listing}
      grouping={grouping}
      viewOf={(lead) => rowOfLead(lead, rowNameOf(lead.campaignId))}
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
      empty={
        <Suspense>
          <NoLeads isDone={view === 'needs-me' && isUnfiltered} isFiltered={!isUnfiltered} onClear={clear} />
        </Suspense>
      }
      fetchReader={fetchReader}
      readsOf={readsOfLead}
      renderReader={(id, item, tools) => (
        <LeadReader
          key={id}
          id={id}
          item={item}
          tools={tools}
          onChange={(lead) => {
            if (!belongs(lead, query)) tools.onGone();
            void listing.patch((leads) => withLead(leads, lead, belongs(lead, query)));
          }}
        />
      )}
    />
  );
}
