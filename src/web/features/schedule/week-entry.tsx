import { useDraggable } from '@dnd-kit/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ScheduledReply } from '#shared/schedule.ts';
import { authorName } from '#web/lib/format.ts';
import { tSent } from '#web/lib/language.ts';
import { cx } from '#web/ui/class-names.ts';
import { ReplyDialog } from './reply-dialog.tsx';
import { texts } from './texts.ts';
import { lineMinutes, type Placed, clockOf, whenOf } from './week.ts';
import { conversationOf, stateLabel, useCanChange } from './reply-row.tsx';

interface WeekEntryProps {
  placed: Placed<ScheduledReply>;
  zone: string;
  hourPx: number;
}

const styles = {
  waiting: 'border-primary bg-primary-soft text-text cursor-grab',
  paused: 'border-control border-dashed bg-sunken text-soft-text cursor-grab',
  settled: 'border-line bg-sunken text-soft-text',
  failed: 'border-bad-mark bg-bad-soft text-text',
};

function styleOf({ state, held }: ScheduledReply): string {
  if (state === 'failed' || state === 'unknown') return styles.failed;
  if (state !== 'queued') return styles.settled;
  return held === null ? styles.waiting : styles.paused;
}

/** Click to open; drag to move while it is still queued. */
export function WeekEntry({ placed: { item, top, height, lane, lanes }, zone, hourPx }: WeekEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const isWaiting = useCanChange(item) && item.state === 'queued';
  const { attributes, listeners, setNodeRef, transform, isDragging } = useDraggable({ id: item.id, disabled: !isWaiting });
  const name = `${texts.to(item)}, ${whenOf(item.dueAt, zone)}, ${stateLabel(item)}`;
  const navigate = useNavigate();
  const path = conversationOf(item);
  const open = () => {
    if (isWaiting) setOpen(true);
    else if (path) void navigate(path);
  };
  const width = 100 / lanes;
  const position = {
    top: (top / 60) * hourPx,
    height: (height / 60) * hourPx - 2,
    left: `${lane * width}%`,
    width: `${width}%`,
    ...(transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {}),
  };
  return (
    <>
      <button
        {...(isWaiting ? { ...attributes, ...listeners } : {})}
        ref={setNodeRef}
        type="button"
        aria-label={name}
        title={item.note === null ? item.message : tSent(item.note)}
        style={position}
        onClick={open}
        className={cx(
          'absolute z-1 touch-none overflow-hidden rounded-md border-l-3 px-1.5 text-left text-12 leading-4 focus-visible:z-2',
          height === lineMinutes ? 'flex items-center gap-1.5' : 'py-1',
          styleOf(item),
          isDragging && 'z-10 shadow-lg',
        )}
      >
        <span className="block flex-none truncate font-semibold tabular-nums">{clockOf(item.dueAt, zone)}</span>
        <span className="block min-w-0 truncate">
          <bdi>{authorName(item.author)}</bdi>
        </span>
      </button>
      {isWaiting ? <ReplyDialog reply={item} zone={zone} open={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}

/** Marks a campaign's next run in the calendar. */
export function RunMark({ name, at, top }: { name: string; at: string; top: number }) {
  return (
    <div style={{ top }} title={`${texts.runOf(name)}, ${at}`} className="absolute inset-x-0 border-t border-dashed border-control">
      <span className="sr-only">
        {texts.runOf(name)}, {at}
      </span>
    </div>
  );
}
