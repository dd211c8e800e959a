import { useDroppable } from '@dnd-kit/core';
import { useEffect } from 'react';
import { type Lead, type LeadStage, leadRoutes } from '#shared/leads.ts';
import { type Listing, useListing } from '#web/features/inbox/list/use-listing.ts';
import { type LeadFilters, leadQuery } from './filters.ts';
import { boardTexts as texts } from './board-texts.ts';
import { Boundary } from '#web/ui/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMinute } from '#web/lib/time-ago.tsx';
import { stageLabels } from './list-texts.ts';
import { BrokenCard, BoardCard } from './board-card.tsx';

interface BoardColumnProps {
  stage: LeadStage;
  filters: LeadFilters;
  onList: (stage: LeadStage, patch: Listing<Lead>['patch']) => void;
  onMove: (lead: Lead, stage: LeadStage) => void;
  /** The stage that the dragged card came from. */
  heldFrom: LeadStage | null;
}

function Cards({ listing, onMove }: { listing: Listing<Lead>; onMove: BoardColumnProps['onMove'] }) {
  const { items, error, hasMore } = listing;
  if (!items)
    return error ? (
      <ErrorState onRetry={() => void listing.refresh()}>{texts.failed}</ErrorState>
    ) : (
      <div aria-busy="true" className="flex flex-col gap-2">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  return (
    <>
      <ul className="flex flex-col gap-2">
        {items.map((lead) => (
          <Boundary key={lead.id} of={lead} renderFallback={() => <BrokenCard id={lead.id} />}>
            <BoardCard lead={lead} onMove={onMove} />
          </Boundary>
        ))}
      </ul>
      {items.length === 0 ? <p className="px-1 py-3 text-13 text-muted">{texts.empty}</p> : null}
      {hasMore ? (
        <Button variant="ghost" size="sm" busy={listing.isLoadingMore} onClick={listing.loadMore} className="mt-2 w-full">
          {texts.more}
        </Button>
      ) : null}
    </>
  );
}

export function BoardColumn({ stage, filters, onList, onMove, heldFrom }: BoardColumnProps) {
  const listing = useListing({
    route: leadRoutes.list,
    input: { query: leadQuery({ ...filters, stage }, 'board', useMinute()) },
    isHeld: heldFrom !== null,
  });
  const { patch, items, hasMore } = listing;
  const value = items?.reduce((sum, lead) => sum + (lead.value ?? 0), 0) ?? 0;
  useEffect(() => onList(stage, patch), [onList, stage, patch]);
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  return (
    <section
      ref={setNodeRef}
      aria-label={stageLabels[stage]}
      className={cx(
        'flex max-w-72 min-w-44 flex-1 snap-center flex-col rounded-lg border bg-sunken transition-colors max-md:max-w-none max-md:min-w-[82vw]',
        isOver && heldFrom !== stage ? 'border-primary' : 'border-transparent',
      )}
    >
      <h2 className="flex flex-none items-center justify-between px-3 pt-3 pb-2 text-13 font-semibold">
        {stageLabels[stage]}
        <span className="font-normal text-muted tabular-nums">
          {items ? texts.count(listing.total ?? items.length, listing.total === null && hasMore) : null}
          {value > 0 ? (
            <>
              {' · '}
              <span title={texts.sumHint(hasMore)} className="relative">
                <span className="sr-only">{texts.value} </span>
                {texts.count(value, hasMore)}
              </span>
            </>
          ) : null}
        </span>
      </h2>
      <div className="min-h-24 flex-1 overflow-y-auto px-2 pb-2 [scrollbar-width:thin]">
        <Cards listing={listing} onMove={onMove} />
      </div>
    </section>
  );
}
