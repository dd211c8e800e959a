import { reasonText } from '#web/lib/format.ts';
import { Link } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { type Notice, noticeRoutes } from '#shared/notices.ts';
import { communityLabel } from '#shared/labels.ts';
import type { CallResult } from '#shared/route.ts';
import { type ApiError, call, markStale } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { useCan } from '#web/lib/session.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button, TextLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { bellTexts as texts, inboxNames } from './texts.ts';

async function markRead(body: { ids: string[] } | { all: true }): Promise<void> {
  await attempt(() => call(noticeRoutes.read, { body }));
  markStale(['/notifications?']);
}

/** A reply of an admin is in their own words. */
const saidIn = ({ kind, text }: Notice): string =>
  kind === 'new-lead' ? reasonText(text) : kind === 'feedback-answered' ? text : tSent(text);

function Entry({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { id, kind, title, text, path, campaign, subreddit, score, createdAt, read } = notice;
  const facts = [inboxNames[kind], campaign, subreddit && communityLabel(subreddit)].filter(Boolean).join(' · ');
  const { work } = useCan();
  const open = () => {
    if (!read && work) void markRead({ ids: [id] });
    onLeave();
  };
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={path || '/dashboard'}
        onClick={open}
        className="grid grid-cols-[8px_minmax(0,1fr)] gap-x-2.5 px-3.5 py-3 hover:bg-float-hover"
      >
        <span className="pt-1.5">
          {read ? null : (
            <>
              <Dot tone="new" />
              <span className="sr-only">{texts.isNew}</span>
            </>
          )}
        </span>
        <span className="min-w-0">
          <span dir="auto" className={cx('line-clamp-2 text-13 wrap-anywhere', read ? 'text-soft-text' : 'font-medium')}>
            {score === null ? tSent(title) : `${score} · ${title}`}
          </span>
          {text ? <span className="mt-0.5 line-clamp-2 text-12 wrap-anywhere text-soft-text">{saidIn(notice)}</span> : null}
          <span className="mt-0.5 block text-12 wrap-anywhere text-muted">
            {facts} · <TimeAgo at={createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}

interface BellListProps {
  news: SWRResponse<CallResult<typeof noticeRoutes.list>, ApiError>;
  onLeave: () => void;
}

export function BellList({ news, onLeave }: BellListProps) {
  const { work } = useCan();
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 border-b px-3.5">
        <h2 className="text-13 font-semibold">{texts.title}</h2>
        {work && news.data && news.data.unread > 0 ? (
          <Button variant="link" size="sm" onClick={() => void markRead({ all: true })}>
            {texts.readAll}
          </Button>
        ) : null}
      </div>
      <Loaded
        answer={news}
        failed={texts.failed}
        skeleton={<ListSkeleton rows={3} />}
        empty={<p className="px-3.5 py-6 text-center text-13 text-soft-text">{texts.empty}</p>}
      >
        {({ items }) => (
          <ul className="max-h-[60dvh] overflow-y-auto">
            {items.map((notice) => (
              <Entry key={notice.id} notice={notice} onLeave={onLeave} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className="border-t px-3.5 py-2.5 text-13">
        <TextLink to="/dashboard/settings?tab=notifications" onClick={onLeave}>
          {texts.settings}
        </TextLink>
      </div>
    </>
  );
}
