import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { type ClientLead, type ClientPost, clientRoutes } from '#shared/clients.ts';
import { MarkdownText } from '#web/features/inbox/reader/markdown.tsx';
import { stageLabels } from '#web/features/leads/list-texts.ts';
import { useApi } from '#web/lib/api.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { reasonText, titleOf } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EvidenceLine, EvidenceProvider } from '#web/ui/evidence.tsx';
import { selectClauses } from '#web/ui/passages.ts';
import { Section } from '#web/ui/page.tsx';
import { Score } from '#web/ui/score.tsx';
import { Loaded, PageSkeleton } from '#web/ui/states.tsx';
import { clientTexts as texts } from './texts.ts';

export function ClientLeadPage({ id }: { id: string }) {
  const answer = useApi(clientRoutes.lead, { params: { id } });
  const lead = answer.error?.code === 'not_found' ? undefined : answer.data;
  return (
    <div className="mx-auto w-full max-w-170 px-5 pt-8 pb-16 md:px-0">
      <p className="mb-5">
        <Button variant="ghost" size="sm" className="-ml-2" asChild>
          <Link to="/dashboard/leads">
            <ArrowLeft aria-hidden className="size-3.5" />
            {texts.toLeads}
          </Link>
        </Button>
      </p>
      <Loaded answer={{ ...answer, data: lead }} failed={texts.leadFailed} missing={texts.missing} skeleton={<PageSkeleton />}>
        {(shown) => <Lead lead={shown} />}
      </Loaded>
    </div>
  );
}

function Lead({ lead }: { lead: ClientLead }) {
  const [best] = lead.posts;
  usePageTitle((best && titleOf(best)) || texts.untitled);
  return (
    <div className="flex flex-col gap-10">
      {lead.posts.map((post, index) => (
        <Conversation key={post.id} post={post} author={lead.author} isFirst={index === 0} stage={stageLabels[lead.stage]} />
      ))}
      {lead.replies.length === 0 ? null : (
        <Section title={texts.ourReplies}>
          <ul>
            {lead.replies.map(({ text, community, permalink, sentAt }) => (
              <li key={`${String(sentAt)} ${text}`} className="border-b border-line py-4 last:border-b-0">
                <p className="mb-2 flex flex-wrap items-center gap-x-1.5 text-12 text-muted">
                  <bdi>{community}</bdi>
                  <span aria-hidden>·</span>
                  <TimeAgo at={sentAt} />
                  <Outside url={permalink} label={texts.openReply} />
                </p>
                <MarkdownText source={text} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

interface ConversationProps {
  post: ClientPost;
  author: string;
  isFirst: boolean;
  stage: string;
}

function Conversation({ post, author, isFirst, stage }: ConversationProps) {
  const { title, text, reason, evidence, kind, community, createdAt, permalink, confidence } = post;
  const clauses = useMemo(() => selectClauses(evidence, { title, body: text }, reason), [evidence, title, text, reason]);
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <EvidenceProvider evidence={clauses}>
      <article className={isFirst ? undefined : 'border-t border-line pt-8'}>
        {kind === 'comment' && title !== '' ? <p className="mb-1 text-13 text-muted">{texts.commentIn}</p> : null}
        <Heading dir="auto" className="text-20 font-semibold tracking-[-.012em] text-pretty wrap-anywhere">
          {title ? <EvidenceLine field="title" text={title} /> : texts.untitled}
        </Heading>
        <p className="mt-2 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-13 text-muted">
          <bdi className="font-medium text-soft-text">{community}</bdi>
          <span aria-hidden>·</span>
          <bdi>{author || texts.deletedAuthor}</bdi>
          <span aria-hidden>·</span>
          <TimeAgo at={createdAt} />
          {isFirst ? <Badge>{stage}</Badge> : null}
          <Outside url={permalink} label={texts.open} />
        </p>
        <p className="my-5 flex items-start gap-2.5 border-y border-line py-3 text-13 text-soft-text">
          <Score value={confidence} />
          <span className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
            <span className="sr-only">{texts.why}: </span>
            {reasonText(reason)}
          </span>
        </p>
        {text ? <MarkdownText source={text} field="body" /> : null}
      </article>
    </EvidenceProvider>
  );
}

function Outside({ url, label }: { url: string | null; label: string }) {
  const address = externalUrl(url);
  if (address === null) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel={externalRel}
      className="inline-flex items-center gap-1 text-primary max-md:w-full md:ml-auto underline-offset-3 hover:underline"
    >
      {label}
      <ArrowUpRight aria-hidden className="size-3.5" />
    </a>
  );
}
