import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { leadSorts, type Lead } from '#shared/leads.ts';
import { FilterBar } from '#web/features/inbox/list/filter-bar.tsx';
import { Inbox } from '#web/features/inbox/inbox.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import type { ItemActions } from '#web/features/inbox/actions/item-actions.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { lazyPart } from '#web/ui/lazy.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { belongs, type LeadFilterName, type LeadFilters } from './filters.ts';
import { campaignsOf, readsOfLead, rowOfLead } from './row.ts';
import { useSetFilters, withFilters } from '#web/lib/url-params.ts';
import { sortLabels, filterLabels, listTexts } from './list-texts.ts';
import { useLeadList } from './use-lead-list.ts';
import { ViewSwitch, type Shown } from './view-switch.tsx';

// Loaded after the list, to keep the first view small.
const { Part: LeadReader, preload: preloadReader } = lazyPart(async () => (await import('./lead-reader.tsx')).LeadReader);
const LeadFilterForm = lazy(async () => ({ default: (await import('./lead-filter-form.tsx')).LeadFilterForm }));
const LeadBoard = lazy(async () => ({ default: (await import('./board.tsx')).LeadBoard }));
const NoLeads = lazy(async () => ({ default: (await import('./no-leads.tsx')).NoLeads }));

const actions: Omit<ItemActions<Lead>, 'afterHandling'> = {
  canLead: false,
  postIdsOf: (lead) => lead.posts.map(({ id }) => id),
  personOf: (lead) => ({ leadId: lead.id, name: lead.redditUsername }),
  /** A dismissed or archived lead leaves the list; one that stays can only change its seen state. */
  apply: (lead, action) => {
    if (action === 'dismiss' || action === 'archive') return null;
    return action === 'seen' || action === 'unseen' ? { ...lead, seen: action === 'seen' } : lead;
  },
};

/** The list with a changed lead, which leaves it or, after an undo, returns to it. */
function withLead(leads: Lead[], lead: Lead, stays: boolean): Lead[] {
  if (!stays) return leads.filter(({ id }) => id !== lead.id);
  const isThere = leads.some(({ id }) => id === lead.id);
  return isThere ? leads.map((other) => (other.id === lead.id ? lead : other)) : [lead, ...leads];
}

export function LeadsPage() {
  usePageTitle(listTexts.title);
  const [address] = useSearchParams();
  const setFilters = useSetFilters();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [isHeld, setHeld] = useState(false);
  const {
    view,
    filters,
    query,
    grouping,
    listing,
    names: { nameOf, rowNameOf },
  } = useLeadList(address, isHeld);

  const change = (next: Partial<LeadFilters>) => setFilters({ ...next, lead: undefined });
  const addressOf = (id: string | undefined) => withFilters(address, { lead: id });
  const pageOf = (id: string) => ({ pathname: `/dashboard/leads/${id}`, search: addressOf(undefined).toString() });
  const open = (id: string, options: { replace: boolean }) => {
    if (isNarrow) void navigate(pageOf(id), { state: { fromList: true } });
    else setFilters({ lead: id }, options);
  };
  const { sort, ...narrowing } = filters;
  const names = (Object.keys(narrowing) as LeadFilterName[]).filter((name) => narrowing[name] !== undefined);
  const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
  const isUnfiltered = names.length === 0;
  // Every lead in the list is theirs.
  const colleague = Number(filters.assignee) > 0 ? listing.items?.[0]?.assignee?.username : undefined;
  const labelOf = (name: LeadFilterName) =>
    (name === 'campaignId' ? nameOf(filters.campaignId ?? '') : name === 'assignee' ? colleague : undefined) ??
    (filterLabels[name] as (value: unknown) => string)(filters[name]);

  const isBoard = view === 'board';
  const show = (shown: Shown) => setFilters({ view: shown === 'board' ? shown : undefined, stage: undefined, lead: undefined });
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
        {bar}
        <Suspense fallback={<LoadingPane />}>
          <LeadBoard filters={filters} />
        </Suspense>
      </div>
    );
  return (
    <Inbox
      filters={bar}
      list={{
        title: listTexts.title,
        noun: listTexts.noun,
        countLabel: listTexts.count,
        scrollKey: `leads?${addressOf(undefined).toString()}`,
        listing,
        grouping,
        viewOf: (lead) => rowOfLead(lead, campaignsOf(lead, rowNameOf(lead.campaignId) === null)),
        hrefOf: ({ id }) => `/dashboard/leads/${id}`,
        onHold: setHeld,
        empty: (
          <Suspense>
            <NoLeads isDone={view === 'needs-me' && isUnfiltered} isFiltered={!isUnfiltered} onClear={clear} />
          </Suspense>
        ),
      }}
      actions={{ ...actions, afterHandling: (lead) => (query.waiting === undefined ? lead : null) }}
      reader={{
        openId: isNarrow ? null : address.get('lead'),
        onOpen: open,
        onClose: () => setFilters({ lead: undefined }),
        preload: preloadReader,
        readsOf: readsOfLead,
        render: (id, item, tools) => (
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
        ),
      }}
    />
  );
}
