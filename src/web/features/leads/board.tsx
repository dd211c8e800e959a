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
} from '@dnd-kit/core';
import { useCallback, useRef, useState } from 'react';
import { type Lead, type LeadStage, leadStages } from '#shared/leads.ts';
import type { Listing } from '#web/features/inbox/list/use-listing.ts';
import { authorName } from '#web/lib/format.ts';
import type { LeadFilters } from './filters.ts';
import { setStage } from './stage.tsx';
import { boardTexts as texts } from './board-texts.ts';
import { stageLabels } from './list-texts.ts';
import { CardFace } from './board-card.tsx';
import { BoardColumn } from './board-column.tsx';

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
