import { Link } from 'react-router-dom';
import { type ClientLead, clientRoutes } from '#shared/clients.ts';
import { stageLabels } from '#web/features/leads/list-texts.ts';
import { useApi } from '#web/lib/api.ts';
import { reasonText, titleOf } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useWorkspace } from '#web/lib/session.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { Score } from '#web/ui/score.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { Pager, usePager } from '#web/ui/table.tsx';
import { clientTexts as texts } from './texts.ts';

/** The leads that a member of the workspace chose. */
export function ClientLeads() {
  usePageTitle(texts.leads);
  const { name } = useWorkspace();
  const pager = usePager();
  const answer = useApi(clientRoutes.leads, { query: { limit: 25, cursor: pager.cursor } }, { keepPreviousData: true });
  return (
    <div className="mx-auto w-full max-w-170 px-5 pt-8 pb-16 md:px-0">
      <PageHeader title={texts.leads} lead={texts.leadsLead(name)} />
      <Loaded answer={answer} failed={texts.leadsFailed} empty={<EmptyState>{texts.noLeads(name)}</EmptyState>}>
        {({ items, nextCursor }) => (
          <>
            <ul className="border-t border-line">
              {items.map((lead) => (
                <Row key={lead.id} lead={lead} />
              ))}
            </ul>
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Row({ lead: { id, posts, stage, replies, confidence } }: { lead: ClientLead }) {
  const [best] = posts;
  if (!best) return null;
  return (
    <li className="border-b border-line">
      <Link to={`/dashboard/leads/${id}`} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 px-2 py-3 hover:bg-hover">
        <Score value={confidence} />
        <span className="min-w-0">
          <span dir="auto" className="line-clamp-2 text-14 font-medium text-pretty wrap-anywhere">
            {titleOf(best) || best.text.slice(0, 200) || texts.untitled}
          </span>
          <span dir="auto" className="mt-0.5 block truncate text-13 text-soft-text">
            {reasonText(best.reason)}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-muted">
            <bdi>{best.community}</bdi>
            <span aria-hidden>·</span>
            <TimeAgo at={best.createdAt} />
            <Badge className="h-4!">{stageLabels[stage]}</Badge>
            {replies.length > 0 ? <Badge className="h-4!">{texts.replies(replies.length)}</Badge> : null}
          </span>
        </span>
      </Link>
    </li>
  );
}
