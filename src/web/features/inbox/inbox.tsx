import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { DismissReason } from '#shared/posts.ts';
import { askFollowUp, type FollowUpRequest } from '#web/features/follow-ups/follow-up-request.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import type { Grouping } from './groups.ts';
import type { RowView } from './inbox-row.tsx';
import { successorOf, neighborOf } from './items.ts';
import { NothingOpen, ReaderPane, type ReadsOf } from './reader-pane.tsx';
import type { ReaderHandle } from './reader.tsx';
import { fetchSteps, markGoodMatch } from './late-steps.ts';
import { BulkBar, fetchBulkBar, KeysHelp } from './late-parts.tsx';
import { isTooEarly } from './early-keys.ts';
import type { Command } from './keys.ts';
import { ListBody } from './list-body.tsx';
import { useSelection } from './selection.ts';
import type { BulkAction } from './texts.ts';
import { useInboxKeys, rowMark } from './use-inbox-keys.ts';
import type { Listing } from './use-listing.ts';
import { useInboxPosition } from './use-inbox-position.ts';
import { useTriage } from './use-triage.ts';

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
  handle: RefObject<ReaderHandle | null>;
}

interface InboxProps<T extends { id: string }> {
  title: string;
  noun: string;
  /** "38 leads", for the list's name and footer. `isMore`: at least that many. */
  countLabel: (count: number, isMore: boolean) => string;
  scrollKey: string;
  listing: Listing<T>;
  grouping: Grouping<T>;
  viewOf: (item: T) => RowView;
  hrefOf: (item: T) => string;
  postIdsOf: (item: T) => string[];
  applyAction: (item: T, action: BulkAction, reason?: DismissReason) => T | null;
  canLead: boolean;
  /** From the URL; null if nothing is open. */
  openId: string | null;
  onOpen: (id: string, options: { replace: boolean }) => void;
  onClose: () => void;
  onHold: (isHeld: boolean) => void;
  /** The lead to set a follow-up for; null if the item has no lead. */
  personOf: (item: T) => FollowUpRequest | null;
  filters: ReactNode;
  empty: ReactNode;
  /** Preloads what `renderReader` needs. */
  fetchReader: () => void;
  /** What the reader reads for an item. */
  readsOf: ReadsOf<T>;
  /** The open item as the list knows it. */
  renderReader: (id: string, item: T | undefined, tools: ReaderTools) => ReactNode;
}

function focusRow(id: string): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // A key pressed before the row rendered may have moved the focus, for example to the reply box: leave it there.
    const hasLedOn = document.activeElement !== before && document.activeElement !== document.body;
    if (!hasLedOn) document.querySelector<HTMLElement>(`[${rowMark}="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  });
}

function usePreload(fetchReader: (() => void) | undefined): void {
  useEffect(() => {
    fetchBulkBar();
    fetchSteps();
    fetchReader?.();
  }, [fetchReader]);
}

/** List and reader side by side; one at a time on small screens. */
export function Inbox<T extends { id: string }>(props: InboxProps<T>) {
  const { listing, openId, onOpen, onClose, fetchReader, noun, postIdsOf, applyAction: apply } = props;
  const isNarrow = useIsNarrow();
  usePreload(isNarrow ? undefined : fetchReader);
  const items = listing.items ?? noItems;
  const selection = useSelection(items);
  const { activeId, shownId, ...position } = useInboxPosition({ items, openId, isNarrow });
  const [asking, setAsking] = useState<'reader' | 'bulk' | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const handle = useRef<ReaderHandle>(null);
  const shown = items.find(({ id }) => id === shownId);
  const open = (id: string, options: { replace: boolean }) => {
    position.moveTo(id, true);
    onOpen(id, options);
  };

  const leave = (gone: ReadonlySet<string>) => {
    const successor = successorOf(items, activeId, gone);
    const isOpenGone = openId !== null && gone.has(openId);
    const goesOn = successor !== undefined && position.opensNext;
    if (isOpenGone && !goesOn) onClose();
    if (shownId !== null && gone.has(shownId) && !position.opensNext) position.closeAt(successor?.id ?? null);
    else if (isOpenGone && goesOn) open(successor.id, { replace: true });
    else position.moveTo(successor?.id ?? null, false);
    if (successor) focusRow(successor.id);
  };
  const returnTo = ([id]: readonly string[]) => {
    if (id === undefined) return;
    if (isNarrow) position.moveTo(id, false);
    else open(id, { replace: true });
    focusRow(id);
  };
  const triage = useTriage({ listing, noun, postIdsOf, apply, onLeave: leave, onRestore: returnTo });
  const active = items.find(({ id }) => id === activeId);
  const targets = selection.chosen.length > 0 ? selection.chosen : active ? [active] : [];
  const act = (action: BulkAction, reason?: DismissReason) => {
    triage.act(targets, action, reason);
    selection.clear();
  };
  const step = (by: 1 | -1) => {
    const next = neighborOf(items, activeId, by);
    if (!next) return;
    if (shownId !== null) open(next.id, { replace: true });
    else position.moveTo(next.id, false);
    if (!isNarrow || openId === null) focusRow(next.id);
  };
  const askDismiss = () => {
    if (selection.chosen.length === 0 && shownId === null && active) selection.toggle(active.id);
    setAsking(selection.chosen.length > 0 || shownId === null ? 'bulk' : 'reader');
  };

  const early = (command: Command) => isTooEarly(command, { listing, isReading: shownId !== null, reader: handle.current });
  useInboxKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      open: () => {
        if (shownId !== null) handle.current?.focusText();
        if (activeId !== null && activeId !== openId) open(activeId, { replace: false });
      },
      ...(props.canLead && { lead: () => act('lead') }),
      ...(targets.length > 0 && { dismiss: askDismiss, archive: () => act('archive') }),
      ...(active && { followUp: () => askFollowUp(props.personOf(active)) }),
      select: () => active && selection.toggle(active.id),
      reply: () => handle.current?.focusReply(),
      goodMatch: () => handle.current?.post && void markGoodMatch(handle.current.post),
      badMatch: () => handle.current?.askBadMatch(),
      undo: triage.undo,
      help: () => setHelpOpen(true),
      close: () => {
        if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur();
        else if (selection.chosen.length > 0) selection.clear();
        else if (openId !== null) onClose();
      },
    },
    early,
  );

  const tools: ReaderTools = {
    asking: asking === 'reader',
    onAsk: (next) => setAsking(next ? 'reader' : null),
    onAct: (action, reason) => shown && triage.act([shown], action, reason),
    onSeen: () => shown && openId !== null && triage.actQuietly([shown], 'seen'),
    onBack: onClose,
    onStep: step,
    onGone: () => shown && leave(new Set([shown.id])),
    handle,
  };
  const isReading = isNarrow && shownId !== null;
  return (
    <div className="flex h-[calc(100dvh-48px)] min-h-0 flex-col max-md:has-data-reader:h-dvh">
      <h1 className="sr-only">{props.title}</h1>
      {isReading ? null : selection.chosen.length > 0 ? (
        <BulkBar
          count={selection.chosen.length}
          canLead={props.canLead}
          asking={asking === 'bulk'}
          onAsk={(next) => setAsking(next ? 'bulk' : null)}
          onAct={act}
          onSelectShown={selection.selectAll}
          onClear={selection.clear}
        />
      ) : (
        props.filters
      )}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[328px_minmax(0,1fr)] xl:grid-cols-[392px_minmax(0,1fr)]">
        {isReading ? null : (
          <section aria-label={props.title} className="flex min-h-0 min-w-0 flex-col lg:border-r">
            <ListBody {...props} onOpen={open} items={items} activeId={activeId} selection={selection} />
          </section>
        )}
        {shownId !== null ? (
          <ReaderPane items={items} openId={shownId} readsOf={props.readsOf}>
            {props.renderReader(shownId, shown, tools)}
          </ReaderPane>
        ) : isNarrow ? null : (
          <NothingOpen />
        )}
      </div>
      <KeysHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
    </div>
  );
}

const noItems: never[] = [];
