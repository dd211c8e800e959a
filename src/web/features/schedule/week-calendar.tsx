import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type DragMoveEvent,
  type Modifier,
  useSensor,
  useSensors,
  useDraggable,
} from '@dnd-kit/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Schedule, ScheduledReply } from '#shared/schedule.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { timeZone } from '#shared/time-zone.ts';
import { authorName } from '#web/lib/format.ts';
import { tSent } from '#web/lib/language.ts';
import { toast } from '#web/ui/toaster.tsx';
import { cx } from '#web/ui/class-names.ts';
import { ReplyDialog, changeReply } from './reply-dialog.tsx';
import { conversationOf, stateLabel, useCanChange } from './reply-row.tsx';
import { texts } from './texts.ts';
import { dayMs, moved, layOutWeek, hourLabel, shortDayOf, whenOf, lineMinutes, type Placed, clockOf } from './week.ts';

interface WeekCalendarProps {
  replies: readonly ScheduledReply[];
  listening: Schedule['listening'];
  /** Wall-clock midnight on Monday. */
  start: number;
  zone: string;
}

/** Pixels per hour and per half-hour slot. */
const hourPx = 48;
const slotPx = hourPx / 2;
const gutterPx = 48;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const firstShownHour = 7;
const silent = () => undefined;

/** Snaps drags to days and half hours. */
function useGrid() {
  const grid = useRef<HTMLDivElement>(null);
  const dayPx = (): number => Math.max(1, ((grid.current?.clientWidth ?? 0) - gutterPx) / 7);
  const snap: Modifier = ({ transform }) => ({
    ...transform,
    x: Math.round(transform.x / dayPx()) * dayPx(),
    y: Math.round(transform.y / slotPx) * slotPx,
  });
  const stepsOf = ({ x, y }: { x: number; y: number }) => ({ days: Math.round(x / dayPx()), slots: Math.round(y / slotPx) });
  const sensors = useSensors(
    // A press without movement is a click, which opens the reply.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] },
      coordinateGetter(event, { currentCoordinates: { x, y } }) {
        const steps: Record<string, { x: number; y: number }> = {
          ArrowUp: { x, y: y - slotPx },
          ArrowDown: { x, y: y + slotPx },
          ArrowLeft: { x: x - dayPx(), y },
          ArrowRight: { x: x + dayPx(), y },
        };
        const next = steps[event.code];
        if (next) event.preventDefault();
        return next;
      },
    }),
  );
  return { grid, snap, stepsOf, sensors };
}

/** Moves a reply by the distance dragged and announces each step. */
function useMoving({ replies, zone }: Pick<WeekCalendarProps, 'replies' | 'zone'>, stepsOf: ReturnType<typeof useGrid>['stepsOf']) {
  const [announcement, setAnnouncement] = useState('');
  /** Optimistic position until the server responds. */
  const [put, setPut] = useState<{ id: string; dueAt: string } | null>(null);
  const find = (id: unknown) => replies.find((reply) => reply.id === id);
  const target = ({ active, delta }: Pick<DragMoveEvent, 'active' | 'delta'>) => {
    const reply = find(active.id);
    return reply && { reply, dueAt: moved(reply.dueAt, stepsOf(delta), zone) };
  };
  const drop = async (reply: ScheduledReply, dueAt: string) => {
    setPut({ id: reply.id, dueAt });
    await changeReply(reply.id, { dueAt }, texts.movedTo(whenOf(dueAt, zone)));
    setPut(null);
  };
  return {
    announcement,
    shown: replies.map((reply) => (reply.id === put?.id ? { ...reply, dueAt: put.dueAt } : reply)),
    handlers: {
      onDragStart({ active }: Pick<DragMoveEvent, 'active'>) {
        const reply = find(active.id);
        if (reply) setAnnouncement(texts.drag.pickedUp(texts.to(reply), whenOf(reply.dueAt, zone)));
      },
      onDragMove(event: DragMoveEvent) {
        const at = target(event);
        if (at) setAnnouncement(texts.drag.at(whenOf(at.dueAt, zone)));
      },
      onDragCancel({ active }: Pick<DragMoveEvent, 'active'>) {
        const reply = find(active.id);
        if (reply) setAnnouncement(texts.drag.canceled(whenOf(reply.dueAt, zone)));
      },
      onDragEnd(event: Pick<DragMoveEvent, 'active' | 'delta'>) {
        const at = target(event);
        if (!at) return;
        const isSame = at.dueAt === at.reply.dueAt;
        const isPast = Date.parse(at.dueAt) < Date.now();
        setAnnouncement(isSame || isPast ? texts.drag.canceled(whenOf(at.reply.dueAt, zone)) : texts.drag.dropped(whenOf(at.dueAt, zone)));
        if (isPast && !isSame) toast.error(texts.past);
        else if (!isSame) void drop(at.reply, at.dueAt);
      },
    },
  };
}

/** Seven wall-clock days of 24 hours. Queued replies can be moved by pointer or keyboard. */
export function WeekCalendar({ replies, listening, start, zone }: WeekCalendarProps) {
  const { grid, snap, stepsOf, sensors } = useGrid();
  const { announcement, shown, handlers } = useMoving({ replies, zone }, stepsOf);
  const scroller = useRef<HTMLDivElement>(null);
  const entries = layOutWeek(shown, start, zone);
  const marks = layOutWeek(
    listening.map((one) => ({ ...one, dueAt: one.at })),
    start,
    zone,
  );
  const first = Math.min(firstShownHour * 60, ...entries.map(({ minutes }) => minutes));
  const [top] = useState((Math.floor(first / 60) * hourPx) | 0);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = top;
  }, [top]);
  return (
    <DndContext
      sensors={sensors}
      modifiers={[snap]}
      autoScroll={false}
      accessibility={{
        screenReaderInstructions: { draggable: texts.drag.how },
        announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
      }}
      {...handlers}
    >
      <output aria-live="assertive" className="sr-only">
        {announcement}
      </output>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <DayNames start={start} zone={zone} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard */}
        <div ref={scroller} tabIndex={0} role="region" aria-label={texts.calendar} className="max-h-[36rem] overflow-y-auto">
          <div ref={grid} className="relative grid grid-cols-[48px_repeat(7,minmax(0,1fr))]" style={{ height: 24 * hourPx }}>
            <HourLines />
            {Array.from({ length: 7 }, (_, day) => (
              <div key={day} className="relative border-l border-line" style={{ gridColumn: day + 2, gridRow: 1 }}>
                {marks
                  .filter((mark) => mark.day === day)
                  .map(({ item, minutes }) => (
                    <RunMark key={item.campaignId} name={item.name} at={whenOf(item.at, zone)} top={(minutes / 60) * hourPx} />
                  ))}
                {entries
                  .filter((entry) => entry.day === day)
                  .map((entry) => (
                    <WeekEntry key={entry.item.id} placed={entry} zone={zone} />
                  ))}
              </div>
            ))}
            <NowLine start={start} zone={zone} />
          </div>
        </div>
      </div>
    </DndContext>
  );
}

function DayNames({ start, zone }: Pick<WeekCalendarProps, 'start' | 'zone'>) {
  const today = Math.floor(timeZone(zone).toLocal(useMinute()) / dayMs) * dayMs;
  return (
    <div className="grid grid-cols-[48px_repeat(7,minmax(0,1fr))] border-b border-line text-12 text-muted">
      {Array.from({ length: 7 }, (_, day) => {
        const wall = start + day * dayMs;
        const { weekday, day: number } = shortDayOf(wall);
        return (
          <div
            key={day}
            style={{ gridColumn: day + 2 }}
            className={cx('border-l border-line px-2 py-1.5', wall === today && 'font-semibold text-primary')}
          >
            {weekday} <span className="tabular-nums">{number}</span>
          </div>
        );
      })}
    </div>
  );
}

function HourLines() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {hours.map((hour) => (
        <div key={hour} style={{ top: hour * hourPx }} className={cx('absolute inset-x-0', hour > 0 && 'border-t border-line')}>
          <span className="block pt-0.5 pl-2 text-12 text-muted tabular-nums">{hourLabel(hour)}</span>
        </div>
      ))}
    </div>
  );
}

function NowLine({ start, zone }: Pick<WeekCalendarProps, 'start' | 'zone'>) {
  const offset = timeZone(zone).toLocal(useMinute()) - start;
  if (offset < 0 || offset >= 7 * dayMs) return null;
  const top = ((offset % dayMs) / 3_600_000) * hourPx;
  return (
    <div aria-hidden className="pointer-events-none relative" style={{ gridColumn: Math.floor(offset / dayMs) + 2, gridRow: 1 }}>
      <div style={{ top }} className="absolute inset-x-0 border-t-2 border-primary" />
    </div>
  );
}

interface WeekEntryProps {
  placed: Placed<ScheduledReply>;
  zone: string;
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
function WeekEntry({ placed: { item, top, height, lane, lanes }, zone }: WeekEntryProps) {
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
function RunMark({ name, at, top }: { name: string; at: string; top: number }) {
  return (
    <div style={{ top }} title={`${texts.runOf(name)}, ${at}`} className="absolute inset-x-0 border-t border-dashed border-control">
      <span className="sr-only">
        {texts.runOf(name)}, {at}
      </span>
    </div>
  );
}
