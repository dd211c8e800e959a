import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  useDroppable,
} from '@dnd-kit/core';
import { useCallback, useRef, useState, useEffect } from 'react';
import { type Lead, type LeadStage, leadStages, leadRoutes } from '#shared/leads.ts';
import { type Listing, useListing } from '#web/features/inbox/list/use-listing.ts';
import { authorName } from '#web/lib/format.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { Boundary } from '#web/ui/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type LeadFilters, leadQuery } from './filters.ts';
import { setStage } from './stage.tsx';
import { stageLabels } from './list-texts.ts';
import { CardFace, boardTexts as texts, BrokenCard, BoardCard } from './board-card.tsx';

type Patch = Listing<Lead>['patch'];

const isStage = (id: unknown): id is LeadStage => leadStages.some((stage) => stage === id);
const nameIn = (data: unknown): string => authorName((data as { lead?: Lead } | undefined)?.lead?.redditUsername ?? '');
const columnIn = (id: unknown): string => (isStage(id) ? stageLabels[id] : '');

/** Screen reader announcements. */
const announcements: Announcements = {
  onDragStart: ({ active }) => texts.pickedUp(nameIn(active.data.current)),
  onDragOver: ({ active, over }) => (over ? texts.over(nameIn(active.data.current), columnIn(over.id)) : undefined),
  onDragEnd: ({ active, over }) => texts.dropped(nameIn(active.data.current), columnIn(over?.id)),
  onDragCancel: ({ active }) => texts.canceled(nameIn(active.data.current)),
};

/** The columns' lists, so that a card can move between them optimistically. */
function useColumns() {
  const patches = useRef(new Map<LeadStage, Patch>());
  const register = useCallback((stage: LeadStage, patch: Patch) => void patches.current.set(stage, patch), []);
  const show = useCallback((lead: Lead) => {
    for (const [stage, patch] of patches.current) {
      void patch((leads) => {
        const others = leads.filter(({ id }) => id !== lead.id);
        return stage === lead.stage ? [lead, ...others] : others;
      });
    }
  }, []);
  const move = useCallback((lead: Lead, stage: LeadStage) => setStage({ lead, onChange: show }, stage), [show]);
  return { register, move };
}

/** The column under the pointer; between columns and by keyboard, the one with the nearest center. */
const columnUnder: CollisionDetection = (drag) => {
  const under = pointerWithin(drag);
  return under.length > 0 ? under : closestCenter(drag);
};

export function LeadBoard({ filters }: { filters: LeadFilters }) {
  const { register, move } = useColumns();
  const [held, setHeld] = useState<Lead | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A long press picks up a card; moving right away scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepToColumn }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    setHeld(null);
    const lead = (active.data.current as { lead: Lead } | undefined)?.lead;
    if (lead && over && isStage(over.id)) move(lead, over.id);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={{ announcements, screenReaderInstructions: { draggable: texts.howTo } }}
      onDragStart={({ active }) => setHeld((active.data.current as { lead: Lead }).lead)}
      onDragEnd={drop}
      onDragCancel={() => setHeld(null)}
    >
      <h1 className="sr-only">{texts.title}</h1>
      <section
        aria-label={texts.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 snap-x gap-3 overflow-x-auto p-4 -outline-offset-2 max-md:snap-mandatory max-md:p-3"
      >
        {leadStages.map((stage) => (
          <BoardColumn key={stage} stage={stage} filters={filters} onList={register} onMove={move} heldFrom={held?.stage ?? null} />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>{held ? <CardFace lead={held} isHeld /> : null}</DragOverlay>
    </DndContext>
  );
}

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };
const order: readonly string[] = leadStages;

/** The arrow keys move a held card by whole columns and stop at the ends. */
const stepToColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = steps[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const from = context.over?.id ?? (context.active?.data.current as { lead?: { stage: string } } | undefined)?.lead?.stage;
  const next = order[order.indexOf(String(from)) + step];
  const rect = next === undefined ? undefined : context.droppableRects.get(next);
  const card = context.collisionRect;
  if (!rect || !card) return currentCoordinates;
  // Align centers, because without a pointer a card drops on the column with the nearest center.
  return { x: rect.left + (rect.width - card.width) / 2, y: rect.top + (rect.height - card.height) / 2 };
};

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

function BoardColumn({ stage, filters, onList, onMove, heldFrom }: BoardColumnProps) {
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
