import { ArrowUpRight, Bookmark } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { SearchHit } from '#shared/search.ts';
import { externalUrl, externalRel } from '#web/lib/external-link.ts';
import { authorName, subredditName, reasonText } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Row } from '#web/features/keys/keys.tsx';
import { Can } from '#web/lib/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Score } from '#web/ui/score.tsx';
import { outcomeLabels, texts } from './texts.ts';

interface HitProps {
  hit: SearchHit;
  canSave: boolean;
  isBusy: boolean;
  onSave: () => void;
}

export function Hit({ hit, canSave, isBusy, onSave }: HitProps) {
  const { title, body, preview, postId } = hit;
  const link = externalUrl(hit.permalink);
  return (
    <Row
      keys={canSave && !postId ? { lead: onSave } : {}}
      className="grid grid-cols-[32px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-4 last:border-b-0"
    >
      {preview ? <Score value={preview.confidence} /> : <span />}
      <div className="min-w-0">
        <h2 dir="auto" className="text-14 font-semibold wrap-anywhere">
          {link ? (
            <a href={link} target="_blank" rel={externalRel} className="hover:underline">
              {title}
              <ArrowUpRight aria-hidden className="ml-1 inline size-3.5 text-muted" />
            </a>
          ) : (
            title
          )}
        </h2>
        <p dir="auto" className="mt-1 line-clamp-3 text-13 wrap-anywhere text-soft-text">
          {body || texts.noText}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 text-12 text-muted *:not-last:after:ml-1.5 *:not-last:after:content-['·']">
          <span>{subredditName(hit.subreddit)}</span>
          <bdi>{authorName(hit.author)}</bdi>
          <span>
            <TimeAgo at={hit.createdAt} />
          </span>
          {hit.score === null ? null : <span>{texts.points(hit.score)}</span>}
          {hit.numComments === null ? null : <span>{texts.comments(hit.numComments)}</span>}
          {hit.locked ? <span>{texts.locked}</span> : null}
        </p>
        {preview ? (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-soft-text">
            <Badge tone={postId || preview.outcome === 'lead' ? 'primary' : preview.outcome === 'post' ? 'neutral' : 'outline'}>
              {postId ? texts.kept : outcomeLabels[preview.outcome]}
            </Badge>
            <span className="min-w-0 wrap-anywhere">{reasonText(preview.reason)}</span>
          </p>
        ) : null}
      </div>
      {postId ? (
        <Button variant="ghost" size="sm" asChild>
          <Link to={`/dashboard/posts?status=all&post=${postId}`} aria-label={texts.openOf(title)}>
            {texts.open}
          </Link>
        </Button>
      ) : (
        <Can>
          <Button
            variant="outline"
            size="sm"
            icon={Bookmark}
            busy={isBusy}
            disabled={!canSave}
            title={canSave ? undefined : texts.choose}
            aria-label={texts.saveOf(title)}
            onClick={onSave}
          >
            <span className="max-md:sr-only">{texts.save}</span>
          </Button>
        </Can>
      )}
    </Row>
  );
}
