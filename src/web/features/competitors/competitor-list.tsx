import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Competitor, competitorRoutes } from '#shared/competitors.ts';
import { call, markStale } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Row } from '#web/features/keys/keys.tsx';
import { Can } from '#web/lib/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Section } from '#web/ui/page.tsx';
import { Meter } from '#web/ui/progress.tsx';
import { texts } from './texts.ts';

interface CompetitorListProps {
  competitors: readonly Competitor[];
  onEdit: (competitor: Competitor) => void;
}

export function CompetitorList({ competitors, onEdit }: CompetitorListProps) {
  const [leaving, setLeaving] = useState<Competitor | null>(null);
  const remove = async () => {
    if (leaving) await call(competitorRoutes.remove, { params: { id: leaving.id } });
    markStale(['/competitors']);
  };
  return (
    <Section title={texts.shareOfVoice} aside={texts.shareSpan}>
      <ul>
        {competitors.map((competitor) => (
          <CompetitorRow key={competitor.id} competitor={competitor} onEdit={onEdit} onRemove={setLeaving} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={texts.removeTitle(leaving?.name ?? '')}
        description={texts.removeText}
        confirmLabel={texts.remove}
        destructive
        onConfirm={remove}
      />
    </Section>
  );
}

interface RowProps {
  competitor: Competitor;
  onEdit: (competitor: Competitor) => void;
  onRemove: (competitor: Competitor) => void;
}

function CompetitorRow({ competitor, onEdit, onRemove }: RowProps) {
  const { id, name, mentions, alternatives, complaints, share, own, reading, searchError, searchedAt, needsContext } = competitor;
  return (
    <Row keys={{ dismiss: () => onRemove(competitor) }} className="flex items-start gap-4 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="text-14 font-semibold wrap-anywhere">
            <Link to={`/dashboard/competitors/${id}/analytics`} className="hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h3>
          {own ? <Badge>{texts.own}</Badge> : null}
          <span className="ml-auto text-13 tabular-nums">{texts.share(share)}</span>
        </div>
        <Meter label={texts.shareOf(name)} value={Math.round((share ?? 0) * 100)} className="my-1.5" />
        <p className="text-12 text-muted">
          {[
            texts.inTotal(mentions),
            ...(alternatives > 0 ? [texts.seeking(alternatives)] : []),
            ...(complaints > 0 ? [texts.complaining(complaints)] : []),
          ].join(' · ')}
          {searchedAt ? (
            <>
              {' · '}
              {texts.searched} <TimeAgo at={searchedAt} />
            </>
          ) : null}
        </p>
        {reading ? <p className="text-12 text-muted">{texts.notYet}</p> : null}
        {needsContext ? <p className="text-12 text-muted">{texts.needsContext(name)}</p> : null}
        {searchError ? <p className="text-12 text-bad wrap-anywhere">{texts.searchFailed(searchError)}</p> : null}
      </div>
      <Can>
        <Menu align="end" trigger={<IconButton small label={texts.more(name)} icon={EllipsisVertical} />}>
          <MenuItem onSelect={() => onEdit(competitor)}>{texts.edit}</MenuItem>
          <MenuItem onSelect={() => void searchNow(id)}>{texts.search}</MenuItem>
          <MenuItem destructive onSelect={() => onRemove(competitor)}>
            {texts.remove}
          </MenuItem>
        </Menu>
      </Can>
    </Row>
  );
}

/** Searches Reddit for one competitor, or for all. */
export const searchNow = (competitorId?: string): Promise<boolean> =>
  attempt(async () => {
    const { searching } = await call(competitorRoutes.scrape, { body: competitorId === undefined ? {} : { competitorId } });
    showToast.success(texts.searching(searching));
  });
