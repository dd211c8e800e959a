import { useEffect, useState } from 'react';
import { type PostDetail, postRoutes, type PostThread } from '#shared/posts.ts';
import { useApi } from '#web/lib/api.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { authorName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { cx } from '#web/ui/class-names.ts';
import { MarkdownText } from './markdown.tsx';
import { readerTexts as texts } from './reader-texts.ts';

/** Stepping through a list asks no source. */
const settleMs = 700;

function useSettled(id: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), settleMs);
    return () => clearTimeout(timer);
  }, [id]);
  return settled === id;
}

interface ThreadProps {
  post: Pick<PostDetail, 'id' | 'thread' | 'author' | 'sample' | 'goneAt'>;
}

/** The thread as its source shows it now; until that is known, and where it can't be read, what was fetched of it. */
export function Thread({ post }: ThreadProps) {
  const canBeRead = !post.sample && post.goneAt === null;
  const { data, error } = useApi(postRoutes.thread, useSettled(post.id) && canBeRead ? { params: { id: post.id } } : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const live = data?.problem === null ? data : undefined;
  const problem = data?.problem ? tSent(data.problem) : error?.message;
  if (!canBeRead && post.thread.length === 0) return null;
  return (
    <section className="mt-7 border-t border-line pt-4">
      <h3 className="text-12 font-medium text-muted">{titleOf(post, live)}</h3>
      <div role="status" className="flex flex-col gap-1 text-13 text-soft-text empty:hidden *:first:mt-2">
        {canBeRead && !data && !error ? <p className="text-muted">{texts.readingThread}</p> : null}
        {live ? <Findings live={live} /> : null}
        {live?.read === 0 ? <p className="text-muted">{texts.noComments}</p> : null}
        {problem ? <p className="text-muted">{problem}</p> : null}
        {data?.person ? <Person person={data.person} /> : null}
      </div>
      <Comments comments={live?.comments ?? post.thread} asker={post.author} />
    </section>
  );
}

function titleOf({ thread }: ThreadProps['post'], live: PostThread | undefined): string {
  if (live?.read) return texts.shownOf(live.comments.length, live.read);
  return !live && thread.length > 0 ? texts.inThread(thread.length) : texts.thread;
}

function Findings({ live: { comments, askerRepliedAt } }: { live: PostThread }) {
  const pitches = [...new Set(comments.flatMap((comment) => comment.pitches))];
  return (
    <>
      {askerRepliedAt === null ? null : (
        <p className="font-medium text-text">
          {texts.askerReplied} <TimeAgo at={askerRepliedAt} />.
        </p>
      )}
      {pitches.length > 0 ? <p className="wrap-anywhere">{texts.pitched(pitches)}</p> : null}
    </>
  );
}

function Person({ person: { otherPosts, contactedAt } }: { person: NonNullable<PostThread['person']> }) {
  return (
    <>
      {otherPosts > 0 ? <p>{texts.otherPosts(otherPosts)}</p> : null}
      {contactedAt === null ? null : (
        <p>
          {texts.contacted} <TimeAgo at={contactedAt} />.
        </p>
      )}
    </>
  );
}

const indents = ['', 'ml-4', 'ml-8', 'ml-12'];

type Comment = PostDetail['thread'][number] & Partial<Pick<PostThread['comments'][number], 'pitches' | 'permalink'>>;

function Comments({ comments, asker }: { comments: readonly Comment[]; asker: string | null }) {
  if (comments.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-3 text-13">
      {comments.map(({ fullname, author, body, createdAt, score, depth, pitches = [], permalink = null }) => (
        <li key={fullname} className={cx('border-l-2 pl-3', indents[Math.min(depth, indents.length - 1)])}>
          <p className="text-12 wrap-anywhere text-muted">
            <bdi>{authorName(author)}</bdi> · <CommentTime at={createdAt} permalink={permalink} />
            {author !== null && author === asker ? ` · ${texts.asker}` : ''}
            {score === null ? '' : ` · ${texts.points(score)}`}
            {pitches.length > 0 ? <span className="text-warn"> · {texts.names(pitches)}</span> : null}
          </p>
          <div className="*:[.prose]:text-13">
            <MarkdownText source={body} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function CommentTime({ at, permalink }: { at: string | null; permalink: string | null }) {
  const link = externalUrl(permalink);
  if (link === null) return <TimeAgo at={at} />;
  return (
    <a href={link} target="_blank" rel={externalRel} className="hover:text-text hover:underline">
      <TimeAgo at={at} />
    </a>
  );
}
