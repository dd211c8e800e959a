import { type ComponentProps, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { DismissReason } from '#shared/posts.ts';
import { askFollowUp, askSnooze } from '#web/features/follow-ups/follow-up-request.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { useOpenPart } from '#web/lib/open-parts.ts';
import { lazyPart, PendingMark } from '#web/ui/lazy.tsx';
import { useCan } from '#web/lib/session.tsx';
import { cx } from '#web/ui/class-names.ts';
import { createTriage, type Handled, type ItemActions } from './actions/item-actions.ts';
import { undoLast } from './actions/undo.ts';
import { useKeys } from '#web/features/keys/keys.tsx';
import { InboxList, type ItemList } from './list/inbox-list.tsx';
import { useSelection } from './list/items.ts';
import { useFollowing, useInboxPosition } from './list/position.ts';
import { NothingOpen, ReaderPane, type ReadsOf } from './reader/reader-pane.tsx';
import { useReaderKeys } from './reader/reader-keys.ts';
import type { ReaderHandle } from './reader/reader.tsx';
import type { BulkAction } from './texts.ts';

const { Part: BulkBar, preload: preloadBulkBar } = lazyPart(async () => (await import('./list/bulk-bar.tsx')).BulkBar);

/** What the reader's buttons and keys do. */
export interface ReaderTools {
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onAct: (action: BulkAction, reason?: DismissReason) => void;
  onSeen: () => void;
  onBack: () => void;
  /** On small screens: mark as a good match and return to the list. */
  onKeep?: () => void;
  onStep: (step: 1 | -1) => void;
  /** The open item is about to leave the list: moves on to the next one. */
  onGone: () => void;
  /** The open item needs nothing for now: moves on. Returns what brings it back. */
  onHandled: (how: Handled) => () => void;
  handle: RefObject<ReaderHandle | null>;
}

/** Which item is open, and what shows it. */
interface ItemReader<T> {
  /** From the URL; null if nothing is open. */
  openId: string | null;
  onOpen: (id: string, options: { replace: boolean }) => void;
  onClose: () => void;
  /** What the reader reads for an item. */
  readsOf: ReadsOf<T>;
  /** `item`: the open item as the list knows it. */
  render: (id: string, item: T | undefined, tools: ReaderTools) => ReactNode;
  /** Loads its code ahead of time. */
  preload: () => void;
}

interface InboxProps<T extends { id: string }> {
  list: ItemList<T>;
  reader: ItemReader<T>;
  actions: ItemActions<T>;
  /** Above the list, while nothing is selected. */
  filters: ReactNode;
  /** Its height, where it doesn't fill the page. */
  className?: string;
}

/** List and reader side by side; one at a time on small screens. */
export function Inbox<T extends { id: string }>({ list, reader, actions, filters, className = 'h-[calc(100dvh-48px)]' }: InboxProps<T>) {
  const { listing, noun, title } = list;
  const { openId, onOpen, onClose, preload } = reader;
  const isNarrow = useIsNarrow();
  const { work } = useCan();
  const items = listing.items ?? noItems;
  const [isDense, setDense] = useOpenPart('dense lists');
  const selection = useSelection(items);
  const position = useInboxPosition({ items, openId, isNarrow, onOpen, onClose });
  const { activeId, shownId, step } = position;
  const arrival = useArrival(shownId);
  const { isBehind, catchUp, setStepping } = useFollowing(shownId, isNarrow);
  const triage = createTriage({ ...actions, listing, noun, position, onDone: (id) => (setStepping(false), arrival.leave(id)) });
  const { asking, setAsking, isReplyAwaited, awaitReply } = useAsked(shownId);
  const handle = useRef<ReaderHandle>(null);
  useEffect(() => {
    preloadBulkBar();
    if (!isNarrow) preload();
  }, [isNarrow, preload]);

  const shown = items.find(({ id }) => id === shownId);
  const active = items.find(({ id }) => id === activeId);
  const targets = selection.chosen.length > 0 ? selection.chosen : active ? [active] : [];
  const act = (action: BulkAction, reason?: DismissReason) => {
    triage.act(targets, action, reason);
    selection.clear();
  };
  const askDismiss = () => {
    catchUp();
    if (selection.chosen.length === 0 && shownId === null && active) selection.toggle(active.id);
    setAsking(selection.chosen.length > 0 || shownId === null ? 'bulk' : 'reader');
  };

  useReaderKeys(handle, { isOpen: shownId !== null, catchUp });
  const stepFast = (by: 1 | -1) => (setStepping(true), step(by));
  useKeys({
    next: () => stepFast(1),
    previous: () => stepFast(-1),
    open: () => {
      catchUp();
      if (shownId !== null) handle.current?.focusText();
      if (activeId !== null && activeId !== openId) position.open(activeId, { replace: false });
    },
    ...(actions.canLead && { lead: () => act('lead') }),
    ...(targets.length > 0 && { dismiss: askDismiss, archive: () => act('archive') }),
    ...(active && { followUp: () => askFollowUp(actions.personOf(active)) }),
    ...(active && { snooze: () => askSnooze(actions.personOf(active), () => triage.handle(active, 'snoozed')) }),
    density: () => setDense(!isDense),
    select: () => active && selection.toggle(active.id),
    ...(shownId !== null && { reply: () => (catchUp(), handle.current ? handle.current.focusReply() : awaitReply(true)) }),
    undo: undoLast,
    close: () => {
      if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur();
      else if (selection.chosen.length > 0) selection.clear();
      else if (openId !== null) onClose();
    },
  });

  const tools: ReaderTools = {
    asking: asking === 'reader',
    onAsk: (next) => setAsking(next ? 'reader' : null),
    onAct: (action, reason) => shown && triage.act([shown], action, reason),
    onSeen: () => work && shown && openId !== null && triage.actQuietly([shown], 'seen'),
    onBack: onClose,
    onStep: step,
    onGone: () => shown && position.leave(new Set([shown.id])),
    onHandled: (how) => (shown ? triage.handle(shown, how) : () => undefined),
    handle,
  };
  const replyAtLast = () => {
    awaitReply(false);
    handle.current?.focusReply();
  };
  const isReading = isNarrow && shownId !== null;
  return (
    <div className={cx('flex min-h-0 flex-col max-md:has-data-reader:h-dvh', className)}>
      <h1 className="sr-only">{title}</h1>
      {isReading ? null : selection.chosen.length > 0 ? (
        <Bulk
          selection={selection}
          canLead={actions.canLead}
          asking={asking === 'bulk'}
          onAsk={(next) => setAsking(next ? 'bulk' : null)}
          onAct={act}
        />
      ) : (
        filters
      )}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[328px_minmax(0,1fr)] xl:grid-cols-[392px_minmax(0,1fr)]">
        {isReading ? null : (
          <section aria-label={title} className="flex min-h-0 min-w-0 flex-col lg:border-r">
            <InboxList
              isDense={isDense && !isNarrow}
              list={list}
              items={items}
              activeId={activeId}
              selection={selection}
              onOpen={position.open}
            />
          </section>
        )}
        {shownId !== null ? (
          <ReaderPane
            items={items}
            openId={shownId}
            isSteady={isBehind}
            noun={noun}
            readsOf={reader.readsOf}
            slidesIn={arrival.hasArrived}
            isAwaited={asking === 'reader' || isReplyAwaited}
            onLoaded={isReplyAwaited ? replyAtLast : undefined}
          >
            {reader.render(shownId, shown, tools)}
          </ReaderPane>
        ) : isNarrow ? null : (
          <NothingOpen />
        )}
      </div>
    </div>
  );
}

const noItems: never[] = [];

const Bulk = (props: ComponentProps<typeof BulkBar>) => (
  <Suspense fallback={<div className="h-bar flex-none border-b bg-primary-soft max-md:h-14">{props.asking ? <PendingMark /> : null}</div>}>
    <BulkBar {...props} />
  </Suspense>
);

/** What the reader is asked for its item; another one was not. */
function useAsked(shownId: string | null) {
  const [asking, setAsking] = useState<'reader' | 'bulk' | null>(null);
  /** `r` was pressed before the reader had loaded. */
  const [isReplyAwaited, awaitReply] = useState(false);
  const [askedId, setAskedId] = useState(shownId);
  if (askedId !== shownId) {
    setAskedId(shownId);
    awaitReply(false);
    if (asking === 'reader') setAsking(null);
  }
  return { asking, setAsking, isReplyAwaited, awaitReply };
}

/** Whether the shown item came after one that was dealt with. */
function useArrival(shownId: string | null) {
  const [lastId, setLastId] = useState(shownId);
  const [doneId, leave] = useState<string | null>(null);
  const [arrivedId, setArrivedId] = useState<string | null>(null);
  if (lastId !== shownId) {
    setLastId(shownId);
    setArrivedId(lastId !== null && lastId === doneId ? shownId : null);
  }
  return { hasArrived: shownId !== null && arrivedId === shownId, leave };
}
