import { ArrowUpRight } from 'lucide-react';
import { useMemo, useRef, type ReactNode, type Ref } from 'react';
import { Link } from 'react-router-dom';
import { sourceOf } from '#shared/sources.ts';
import type { PostDetail } from '#shared/posts.ts';
import { subredditName, authorName, reasonText } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { selectClauses } from '#web/ui/passages.ts';
import { EvidenceLine, EvidenceProvider } from '#web/ui/evidence.tsx';
import { Score } from '#web/ui/score.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { ScoreSummary, WhyBars } from '#web/ui/why.tsx';
import { externalUrl, externalRel } from '#web/lib/external-link.ts';
import { MarkdownText } from './markdown.tsx';
import { readerTexts } from './reader-texts.ts';
import { texts } from '../texts.ts';
import { FeedbackButtons } from './feedback-buttons.tsx';
import { Thread } from './thread.tsx';
import { StrikeBar, type StrikeBarProps } from './strike-bar.tsx';

interface ConversationProps extends Pick<StrikeBarProps, 'onStrike'> {
  post: PostDetail;
  /** Focused when the user opens the conversation by keyboard. */
  headingRef?: Ref<HTMLHeadingElement>;
  askingBadMatch: boolean;
  onAskBadMatch: (asking: boolean) => void;
  /** Shown below the text, such as other posts by the same person. */
  children?: ReactNode;
}

/** Text on the left, margin on the right; conversation and reply share the same edges. */
const readerGrid =
  'grid max-w-[920px] gap-x-10 px-8 max-md:px-4 md:grid-cols-[minmax(0,1fr)_208px] xl:grid-cols-[minmax(0,1fr)_224px] md:max-xl:gap-x-7 md:max-xl:px-6';

export function Conversation({ post, headingRef, askingBadMatch, onAskBadMatch, onStrike, children }: ConversationProps) {
  const own = useRef<HTMLDivElement>(null);
  const evidence = useMemo(() => selectClauses(post.evidence, post, post.reason), [post]);
  return (
    <EvidenceProvider evidence={evidence}>
      <article className={`${readerGrid} pt-6 pb-8 max-md:pt-4`}>
        <div className="min-w-0">
          <div ref={own} className="relative">
            <ConversationHead post={post} headingRef={headingRef} />
            <ConversationText post={post} />
            <StrikeBar root={own} onStrike={onStrike} />
          </div>
          <section className="mt-7 border-t border-line pt-4">
            <h3 className="text-12 font-medium text-muted">{readerTexts.matchedRules}</h3>
            <div className="mt-2 flex flex-wrap gap-1.5">
              {post.matchedRules.length === 0 ? <p className="text-13 text-muted">{readerTexts.noRules}</p> : null}
              {post.matchedRules.map((rule) => (
                <code key={rule} className="max-w-full bg-sunken px-1.5! py-0.5! text-12 wrap-anywhere">
                  {rule}
                </code>
              ))}
            </div>
          </section>
          <Thread post={post} />
          {children}
        </div>
        <aside
          aria-label={readerTexts.why}
          className="min-w-0 self-start max-md:mt-6 max-md:border-t max-md:border-line max-md:pt-5 md:sticky md:top-6"
        >
          <ScoreSummary value={post.confidence} by={readerTexts.scoredBy(post.scoredBy)} className="max-md:hidden" />
          <div className="mt-4 mb-3 flex items-center">
            <h3 className="flex-1 text-12 font-medium text-muted">{readerTexts.why}</h3>
            <FeedbackButtons post={post} asking={askingBadMatch} onAsk={onAskBadMatch} />
          </div>
          {post.points.length > 0 ? <WhyBars reasons={post.points} /> : <WhySkeleton />}
          <LearnedLine post={post} />
        </aside>
      </article>
    </EvidenceProvider>
  );
}

/** The effect of feedback on other posts, which the bars don't show. */
function LearnedLine({ post }: { post: PostDetail }) {
  const points = Math.round(post.learnedPoints);
  if (points === 0) return null;
  return (
    <p className="mt-3 text-12 text-muted">
      {readerTexts.learned(points)}{' '}
      <Link to={`/dashboard/campaigns/${post.campaignId}?tab=learning`} className="underline hover:text-text">
        {readerTexts.learnedWhy}
      </Link>
    </p>
  );
}

function ConversationHead({ post, headingRef }: Pick<ConversationProps, 'post' | 'headingRef'>) {
  // Somebody else wrote the thread's title.
  const isInThread = post.kind === 'comment' && post.title !== '';
  return (
    <header className="pb-5">
      {isInThread ? <p className="mb-1 text-13 text-muted">{readerTexts.commentIn}</p> : null}
      <h2
        ref={headingRef}
        data-strikable=""
        tabIndex={-1}
        dir="auto"
        className="text-20 font-semibold tracking-[-.012em] text-pretty wrap-anywhere outline-none"
      >
        {post.title ? <EvidenceLine field="title" text={post.title} /> : readerTexts.title}
      </h2>
      <p className="mt-2 flex flex-wrap items-center text-13 text-muted *:not-last:after:mx-1.5 *:not-last:after:font-normal *:not-last:after:text-muted *:not-last:after:content-['·']">
        <span className="font-medium text-soft-text">{subredditName(post.subreddit)}</span>
        <bdi>{authorName(post.author)}</bdi>
        <span>
          <TimeAgo at={post.createdAt} />
        </span>
        {post.kind === 'comment' && !isInThread ? <span>{texts.comment}</span> : null}
        {post.score === null ? null : <span>{readerTexts.points(post.score)}</span>}
        {post.numComments === null ? null : <span>{readerTexts.comments(post.numComments)}</span>}
        <License origin={post.origin} />
      </p>
      {post.sample ? (
        <Badge tone="outline" title={texts.sampleHint} className="mt-2">
          {texts.sample}
        </Badge>
      ) : null}
      <p className="mt-3 flex items-start gap-2.5 text-13 text-soft-text md:hidden">
        <Score value={post.confidence} />
        <span className="min-w-0 flex-1 wrap-anywhere">{reasonText(post.reason)}</span>
      </p>
    </header>
  );
}

/** Where the license of a text asks to be named with it. */
function License({ origin }: Pick<PostDetail, 'origin'>) {
  const { license } = sourceOf(origin);
  if (!license) return null;
  return (
    <a href={license.url} target="_blank" rel={externalRel} className="hover:text-text hover:underline">
      {license.label}
    </a>
  );
}

function ConversationText({ post }: { post: PostDetail }) {
  const link = post.url === post.permalink ? null : externalUrl(post.url);
  if (post.goneAt) return <p className="text-soft-text">{readerTexts.gone(post.origin)}</p>;
  return (
    <div>
      {post.body ? (
        <div data-strikable="">
          <MarkdownText source={post.body} field="body" />
        </div>
      ) : (
        <p className="text-muted">{readerTexts.noText}</p>
      )}
      {link ? (
        <p className="mt-4">
          <a
            href={link}
            target="_blank"
            rel={externalRel}
            className="inline-flex max-w-full items-center gap-1 text-13 font-medium text-primary hover:underline"
          >
            <span className="truncate">{link.replace(/^https?:\/\//, '')}</span>
            <ArrowUpRight aria-hidden className="size-3.5" />
          </a>
        </p>
      ) : null}
    </div>
  );
}

function WhySkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2.5">
      {['w-full', 'w-full', 'w-2/5', 'w-1/4', 'w-1/4', 'w-1/5', 'w-1/6'].map((width, index) => (
        <div key={`${width} ${String(index)}`} className="flex flex-col gap-1.5 py-0.5">
          <Skeleton strong className="h-3 w-20" />
          <Skeleton className={`h-1 ${width}`} />
          <Skeleton className="h-2.5 w-32" />
        </div>
      ))}
    </div>
  );
}
