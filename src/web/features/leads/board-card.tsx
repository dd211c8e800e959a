import { useDraggable } from '@dnd-kit/core';
import { type Lead, type LeadStage, leadStages } from '#shared/leads.ts';
import { authorName, fullNumber, subredditName } from '#web/lib/format.ts';
import { texts as leadTexts } from './texts.ts';
import { cx } from '#web/ui/class-names.ts';
import { Ellipsis, GripVertical } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCan, useIsTeam } from '#web/lib/session.tsx';
import { texts as inboxTexts } from '#web/features/inbox/texts.ts';
import { t } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Initials } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Score } from '#web/ui/score.tsx';
import { campaignsOf } from './row.ts';
import { stageLabels } from './list-texts.ts';

export const boardTexts = {
  title: t('Leads by stage'),
  failed: t("Couldn't load these leads."),
  empty: t('No leads in this stage'),
  more: t('Show more'),
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+` : fullNumber(count)),
  value: t('Value'),
  sumHint: (isMore: boolean) => (isMore ? t('Value of the leads shown') : t('Value of these leads')),
  open: (name: string) => t('Open {name}', { name }),
  handle: (name: string) => t('Move {name} with the arrow keys', { name }),
  moveNamed: (name: string) => t('Move {name} to a stage', { name }),
  moveTo: (stage: string) => t('Move to {stage}', { stage }),
  howTo: t('Press Space to pick up a card, the left and right arrow keys to change its stage, Space to drop it, and Escape to cancel.'),
  pickedUp: (name: string) => t('Picked up {name}.', { name }),
  over: (name: string, stage: string) => t('{name} is over {stage}.', { name, stage }),
  dropped: (name: string, stage: string) =>
    stage === '' ? t("{name} wasn't moved.", { name }) : t('{name} moved to {stage}.', { name, stage }),
  canceled: (name: string) => t("Canceled. {name} wasn't moved.", { name }),
};

const face = 'rounded-md border bg-surface p-3';

/** The card's content, also used while it is dragged. */
export function CardFace({ lead, isHeld = false }: { lead: Lead; isHeld?: boolean }) {
  const best = lead.posts[0];
  const isTeam = useIsTeam();
  return (
    <div className={isHeld ? cx(face, 'cursor-grabbing shadow-float') : undefined}>
      <div className="flex items-center gap-2 text-13">
        <Score value={lead.confidence} />
        <bdi className="min-w-0 flex-1 truncate font-medium">{authorName(lead.redditUsername)}</bdi>
        {lead.assignee && isTeam ? <Initials name={lead.assignee.username} label={inboxTexts.assignedTo(lead.assignee.username)} /> : null}
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
export const BrokenCard = ({ id }: { id: string }) => (
  <li className={cx(face, 'text-13 text-muted')}>
    <Link to={`/dashboard/leads/${id}`} className="hover:underline">
      {leadTexts.crashed}
    </Link>
  </li>
);

export function BoardCard({ lead, onMove }: { lead: Lead; onMove: (lead: Lead, stage: LeadStage) => void }) {
  const { work } = useCan();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data: { lead },
    disabled: !work,
  });
  const name = authorName(lead.redditUsername);
  return (
    <li ref={setNodeRef} {...listeners} className={cx(face, 'group/card relative', isDragging && 'opacity-40')}>
      <Link
        to={`/dashboard/leads/${lead.id}`}
        aria-label={boardTexts.open(name)}
        draggable={false}
        className="absolute inset-0 rounded-md"
      />
      <CardFace lead={lead} />
      {work ? (
        <span className="absolute right-1.5 bottom-2 flex items-center">
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            aria-label={boardTexts.handle(name)}
            className="grid size-8 cursor-grab touch-manipulation place-items-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-10"
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
          <Menu align="end" trigger={<IconButton small label={boardTexts.moveNamed(name)} icon={Ellipsis} />}>
            {leadStages
              .filter((stage) => stage !== lead.stage)
              .map((stage) => (
                <MenuItem key={stage} onSelect={() => onMove(lead, stage)}>
                  {boardTexts.moveTo(stageLabels[stage])}
                </MenuItem>
              ))}
          </Menu>
        </span>
      ) : null}
    </li>
  );
}
