import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import { leadStages } from '#shared/leads.ts';

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };
const order: readonly string[] = leadStages;

/** The arrow keys move a held card by whole columns and stop at the ends. */
export const stepToColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = steps[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const from = context.over?.id ?? (context.active?.data.current as { lead?: { stage: string } } | undefined)?.lead?.stage;
  const next = order[order.indexOf(String(from)) + step];
  const rect = next === undefined ? undefined : context.droppableRects.get(next);
  const card = context.collisionRect;
  if (!rect || !card) return currentCoordinates;
  // Align centers, because a card drops on the column with the nearest center.
  return { x: rect.left + (rect.width - card.width) / 2, y: rect.top + (rect.height - card.height) / 2 };
};
