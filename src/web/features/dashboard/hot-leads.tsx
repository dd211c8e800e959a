import { AlarmClock, Ear, Reply, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { askFollowUp } from '#web/features/follow-ups/follow-up-request.ts';
import { ReasonPicker } from '#web/features/inbox/actions/reason-picker.tsx';
import { reasonTexts } from '#web/features/inbox/actions/reason-texts.ts';
import { authorName, subredditName } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Boundary } from '#web/ui/boundary.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { Score } from '#web/ui/score.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

const maxShown = 5;

async function dismiss(lead: Lead, reason: DismissReason | undefined): Promise<void> {
  try {
    const { dismissLead } = await import('./dismiss-lead.ts');
    await dismissLead(lead, reason);
  } catch {
    showToast.error(texts.loadFailed);
  }
}

/** Not `HelpLink`, which would bring the list of topics into the first view. */
const scoringHelp = (
  <ButtonLink variant="link" size="sm" to="/dashboard/help/scoring">
    {texts.scoringHelp}
  </ButtonLink>
);

export function HotLeads({ dashboard: { hotLeads, totals } }: { dashboard: Pick<Dashboard, 'hotLeads' | 'totals'> }) {
  const all = (
    <ButtonLink variant="link" size="sm" to="/dashboard/leads?view=all">
      {texts.allLeads(totals.leads)}
    </ButtonLink>
  );
  return (
    <Section title={texts.hotLeads} aside={totals.leads > 0 ? all : undefined}>
      {hotLeads.length === 0 ? <EmptyState help={scoringHelp}>{texts.noHotLeads}</EmptyState> : null}
      <ul>
        {hotLeads.slice(0, maxShown).map((lead) => (
          <Boundary key={lead.id} of={lead} renderFallback={() => <BrokenLead id={lead.id} />}>
            <HotLead lead={lead} />
          </Boundary>
        ))}
      </ul>
    </Section>
  );
}

const BrokenLead = ({ id }: { id: string }) => (
  <li className="border-b border-line py-3 text-14 text-muted last:border-b-0">
    <Link to={`/dashboard/leads/${id}`} className="hover:underline">
      {texts.leadCrashed}
    </Link>
  </li>
);

function HotLead({ lead }: { lead: Lead }) {
  const [asking, setAsking] = useState(false);
  const best = lead.posts[0];
  const title = best?.title ?? authorName(lead.redditUsername);
  const page = `/dashboard/leads/${lead.id}`;
  return (
    <li className="grid animate-rise grid-cols-[32px_minmax(0,1fr)] items-start gap-x-3 border-b border-line py-3 last:border-b-0 md:grid-cols-[32px_minmax(0,1fr)_auto]">
      <Score value={lead.confidence} />
      <div className="min-w-0">
        <h3 className="line-clamp-1 text-14 font-semibold tracking-[-.006em] wrap-anywhere max-xl:line-clamp-2">
          <Link to={page} dir="auto" className="hover:underline">
            {title}
          </Link>
        </h3>
        <p className="mt-0.5 grid grid-cols-[14px_minmax(0,1fr)] gap-x-1.5 text-13 text-soft-text">
          <Ear aria-hidden className="mt-[3px] size-3.5 text-primary" />
          <span className="flex min-w-0 items-baseline gap-2 max-xl:block">
            <span title={best?.reason} className="truncate max-xl:line-clamp-2 max-xl:whitespace-normal">
              {best?.reason}
            </span>
            <span className="flex-none text-12 text-muted max-xl:block xl:max-w-[60%] xl:truncate">
              {best ? subredditName(best.subreddit) : ''} · <TimeAgo at={best ? best.createdAt : lead.lastActivityAt} />
              {lead.campaigns.length > 1 ? (
                <>
                  {' · '}
                  <bdi>{lead.campaigns.map(({ name }) => name).join(', ')}</bdi>
                </>
              ) : null}
              {lead.sample ? (
                <Badge tone="outline" title={texts.sampleHint} className="ml-2 h-4!">
                  {texts.sample}
                </Badge>
              ) : null}
            </span>
          </span>
        </p>
      </div>
      <div className="flex items-center gap-1 pt-0.5 max-md:col-start-2 max-md:pt-2">
        <ButtonLink variant="outline" size="sm" icon={Reply} to={page} state={{ isReplying: true }} aria-label={`${texts.open}: ${title}`}>
          {texts.open}
        </ButtonLink>
        <Button
          variant="ghost"
          size="icon-sm"
          icon={AlarmClock}
          aria-label={`${texts.followUp}: ${title}`}
          title={texts.followUp}
          onClick={() => askFollowUp({ leadId: lead.id, name: lead.redditUsername })}
        />
        <ReasonPicker
          question={reasonTexts.askDismiss}
          open={asking}
          onOpenChange={setAsking}
          onPick={(reason) => void dismiss(lead, reason)}
          trigger={<Button variant="ghost" size="icon-sm" icon={X} aria-label={`${texts.dismiss}: ${title}`} title={texts.dismiss} />}
        />
      </div>
    </li>
  );
}
