import { useDroppable, useDraggable } from '@dnd-kit/core';
import { Ellipsis, GripVertical } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { type Lead, type LeadStage, leadRoutes, leadStages } from '#shared/leads.ts';
import { type Listing, useListing } from '#web/features/inbox/list/use-listing.ts';
import { type LeadFilters, leadQuery } from './filters.ts';
import { boardTexts as texts, texts as leadTexts } from './texts.ts';
import { authorName, fullNumber, subredditName } from '#web/lib/format.ts';
import { Boundary } from '#web/ui/boundary.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMinute, TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Score } from '#web/ui/score.tsx';
import { stageLabels } from './list-texts.ts';
import { campaignsOf } from './row.ts';

const face = 'rounded-md border bg-surface p-3';

/** The card's content, also used while it is dragged. */
export function CardFace({ lead, isHeld = false }: { lead: Lead; isHeld?: boolean }) {
  const best = lead.posts[0];
  return (
    <div className={isHeld ? cx(face, 'cursor-grabbing shadow-float') : undefined}>
      <div className="flex items-center gap-2 text-13">
        <Score value={lead.confidence} />
        <bdi className="min-w-0 flex-1 truncate font-medium">{authorName(lead.redditUsername)}</bdi>
      </div>
      <p className="mt-1.5 line-clamp-3 text-13 text-soft-text wrap-anywhere">{best?.title}</p>
      <div className="mt-2 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 pr-16 text-12 text-muted max-md:min-h-10 max-md:pr-20">
        {best ? <span className="max-w-full truncate">{subredditName(best.subreddit)}</span> : null}
        <TimeAgo at={best ? best.createdAt : lead.lastActivityAt} />
        {lead.campaigns.length > 1 ? (
          <bdi title={campaignsOf(lead, false) ?? ''} className="line-clamp-2 max-w-full wrap-anywhere">
            {campaignsOf(lead, false)}
          </bdi>
        ) : null}
        {lead.value === null ? null : <span className="tabular-nums">{fullNumber(lead.value)}</span>}
        {lead.tags.slice(0, 2).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
    </div>
  );
}

/** Takes the place of a card that can't be shown. */
const BrokenCard = ({ id }: { id: string }) => (
  <li className={cx(face, 'text-13 text-muted')}>
    <Link to={`/dashboard/leads/${id}`} className="hover:underline">
      {leadTexts.crashed}
    </Link>
  </li>
);

function BoardCard({ lead, onMove }: { lead: Lead; onMove: (lead: Lead, stage: LeadStage) => void }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({ id: lead.id, data: { lead } });
  const name = authorName(lead.redditUsername);
  return (
    <li ref={setNodeRef} {...listeners} className={cx(face, 'group/card relative', isDragging && 'opacity-40')}>
      <Link to={`/dashboard/leads/${lead.id}`} aria-label={texts.open(name)} draggable={false} className="absolute inset-0 rounded-md" />
      <CardFace lead={lead} />
      <span className="absolute right-1.5 bottom-2 flex items-center">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          aria-label={texts.handle(name)}
          className="grid size-8 cursor-grab touch-manipulation place-items-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-10"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
        <Menu align="end" trigger={<IconButton small label={texts.moveNamed(name)} icon={Ellipsis} />}>
          {leadStages
            .filter((stage) => stage !== lead.stage)
            .map((stage) => (
              <MenuItem key={stage} onSelect={() => onMove(lead, stage)}>
                {texts.moveTo(stageLabels[stage])}
              </MenuItem>
            ))}
        </Menu>
      </span>
    </li>
  );
}

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
        </span>
      </h2>
      <div className="min-h-24 flex-1 overflow-y-auto px-2 pb-2 [scrollbar-width:thin]">
        <Cards listing={listing} onMove={onMove} />
      </div>
    </section>
  );
}
