import { type ReactNode, useState } from 'react';
import type { Preview, Rule } from '#shared/campaigns.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { subredditName, reasonText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { Score } from '#web/ui/score.tsx';
import { editorTexts as texts } from './texts.ts';

export type FoundPost = Preview['best'][number];

interface FoundListProps {
  posts: readonly FoundPost[];
  /** Whose line in the form is named; none without a form. */
  rules?: readonly Rule[];
  /** What can be done with each. */
  renderActions?: (post: FoundPost) => ReactNode;
}

const noRules: readonly Rule[] = [];
/** Posts listed before "Show all". */
const maxShown = 10;

/** What a campaign would find: each conversation with where and when it was written, why it fits, and the words that say so. */
export function FoundList({ posts, rules = noRules, renderActions }: FoundListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? posts : posts.slice(0, maxShown);
  return (
    <>
      <ul className="border-t border-line">
        {shown.map((post) => (
          <Row key={post.fullname} post={post} line={rules.findIndex(({ text }) => post.matchedRules.includes(text))}>
            {renderActions?.(post)}
          </Row>
        ))}
      </ul>
      {shown.length < posts.length ? (
        <Button variant="link" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
          {texts.allBest(posts.length)}
        </Button>
      ) : null}
    </>
  );
}

function Row({ post, line, children }: { post: FoundPost; line: number; children: ReactNode }) {
  const link = post.sample ? null : externalUrl(post.permalink);
  const title = <bdi className="block truncate">{post.title || post.body}</bdi>;
  // The reason may quote the text itself.
  const quote = post.evidence.find(({ text }) => !post.reason.includes(text.slice(0, 20)));
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 last:border-b-0">
      <Score value={post.confidence} />
      <div className="min-w-0">
        {link === null ? (
          <span className="block text-14 font-medium">{title}</span>
        ) : (
          <a href={link} target="_blank" rel={externalRel} className="block text-14 font-medium hover:underline">
            {title}
          </a>
        )}
        {post.reason === '' ? null : (
          <p className="mt-0.5 line-clamp-2 text-13 text-soft-text">
            <bdi>{reasonText(post.reason)}</bdi>
            {quote ? <bdi className="text-muted"> {t('“{text}”', { text: quote.text })}</bdi> : null}
          </p>
        )}
        <p className="mt-0.5 flex gap-1.5 text-12 text-muted">
          <span className="truncate">{subredditName(post.subreddit)}</span>
          <span aria-hidden>·</span>
          <TimeAgo at={post.createdAt} className="whitespace-nowrap" />
          {line < 0 ? null : <span className="ml-auto whitespace-nowrap">{texts.line(line + 1)}</span>}
        </p>
      </div>
      {children ? <div className="flex items-start gap-1">{children}</div> : null}
    </li>
  );
}
