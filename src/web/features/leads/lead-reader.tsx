import { UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { leadRoutes, type Lead } from '#shared/leads.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import { ReaderBar } from '#web/features/inbox/reader/reader-bar.tsx';
import { Reader } from '#web/features/inbox/reader/reader.tsx';
import { useKeys } from '#web/features/keys/keys.tsx';
import { useOpenLead } from '#web/features/keys/open-lead.ts';
import { useApi } from '#web/lib/api.ts';
import { authorName, subredditName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { Score } from '#web/ui/score.tsx';
import { LeadState, useAssignToMe } from './lead-state.tsx';
import { texts } from './texts.ts';

interface LeadReaderProps {
  id: string;
  item: Lead | undefined;
  tools: ReaderTools;
  onChange?: (lead: Lead) => void;
  /** Shown between the toolbar and the text. */
  renderAbove?: (lead: Lead) => ReactNode;
  renderBelow?: (lead: Lead) => ReactNode;
  /** The comment to respond to, below the user's reply to a post. */
  answer?: { id: string; postId: string } | undefined;
  /** On the person's page, the link to that page is left out. */
  isPersonPage?: boolean;
}

export function LeadReader({ id, item, tools, onChange, renderAbove, renderBelow, answer, isPersonPage = false }: LeadReaderProps) {
  const { data, error, mutate, isValidating } = useApi(leadRoutes.get, { params: { id } });
  const lead = data ?? item;
  useOpenLead(lead, () => tools.onHandled('snoozed'));
  const assignToMe = useAssignToMe();
  useKeys(lead && assignToMe ? { assign: () => assignToMe({ lead, onChange }) } : {});
  const [chosen, setChosen] = useState(answer?.postId);
  if (!lead) {
    if (!error)
      return (
        // On phones, the reader has the place of the header from the start.
        <div data-reader className="p-8 max-md:p-4">
          <PageSkeleton />
        </div>
      );
    const isMissing = error.code === 'not_found';
    return (
      <ErrorState className="flex-1" onRetry={isMissing ? undefined : () => void mutate()} retrying={isValidating} action={<ToLeads />}>
        {isMissing ? texts.missing : `${texts.failed} ${error.message}`}
      </ErrorState>
    );
  }
  const post = lead.posts.find((other) => other.id === chosen) ?? lead.posts[0];
  if (!post) return <ErrorState className="flex-1">{texts.missing}</ErrorState>;
  return (
    <Reader
      key={post.id}
      postId={post.id}
      replyTarget={{ id: post.id, permalink: post.permalink, sample: lead.sample, origin: post.origin, leadId: lead.id }}
      handle={tools.handle}
      onSeen={tools.onSeen}
      onSent={() => tools.onHandled('replied')}
      answerId={answer?.postId === post.id ? answer.id : undefined}
      swipe={tools.onKeep && { onDismiss: () => tools.onAsk(true), onKeep: tools.onKeep }}
      renderBar={() => (
        <>
          <ReaderBar
            state={<LeadState lead={lead} onChange={onChange} isPersonPage={isPersonPage} onSnoozed={() => tools.onHandled('snoozed')} />}
            isDone={false}
            permalink={post.permalink}
            origin={post.origin}
            asking={tools.asking}
            onAsk={tools.onAsk}
            onAct={tools.onAct}
            onBack={tools.onBack}
            onStep={isPersonPage ? undefined : tools.onStep}
            alwaysBack={isPersonPage}
          >
            {isPersonPage ? null : (
              <Button variant="ghost" size="sm" asChild>
                <Link to={`/dashboard/leads/${lead.id}`} aria-label={texts.personOf(authorName(lead.redditUsername))}>
                  <UserRound aria-hidden className="size-3.5" />
                  <span className="max-[1600px]:sr-only">{texts.person}</span>
                </Link>
              </Button>
            )}
          </ReaderBar>
          {renderAbove?.(lead)}
        </>
      )}
      below={
        <>
          <OtherPosts lead={lead} openId={post.id} onOpen={setChosen} />
          {renderBelow?.(lead)}
        </>
      }
    />
  );
}

export const ToLeads = () => (
  <Button variant="outline" asChild>
    <Link to="/dashboard/leads">{texts.toLeads}</Link>
  </Button>
);

function OtherPosts({ lead, openId, onOpen }: { lead: Lead; openId: string; onOpen: (id: string) => void }) {
  const others = lead.posts.filter(({ id }) => id !== openId);
  if (others.length === 0) return null;
  return (
    <section className="mt-7 border-t border-line pt-4">
      <h3 className="text-12 font-medium text-muted">{texts.otherPosts(authorName(lead.redditUsername))}</h3>
      <ul className="mt-2">
        {others.map((post) => (
          <li key={post.id}>
            <button
              type="button"
              onClick={() => onOpen(post.id)}
              className="grid w-full grid-cols-[32px_minmax(0,1fr)] items-start gap-x-3 rounded-md py-2 text-left hover:bg-hover"
            >
              <Score value={post.confidence} />
              <span className="min-w-0">
                <bdi className="block truncate text-13 font-medium">{post.title}</bdi>
                <span className="text-12 text-muted">
                  {subredditName(post.subreddit)} · <TimeAgo at={post.createdAt} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
