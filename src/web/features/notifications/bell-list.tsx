import { communityLabel } from '#shared/origin.ts';
import { Link } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { type Notice, noticeRoutes } from '#shared/notify.ts';
import type { CallResult } from '#shared/route.ts';
import { type ApiError, call, markStale } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { bellTexts as texts, inboxNames } from './texts.ts';

async function markRead(body: { ids: string[] } | { all: true }): Promise<void> {
  await call(noticeRoutes.read, { body }).catch((error: unknown) =>
    showToast.error(error instanceof Error ? error.message : String(error)),
  );
  markStale(['/notifications?']);
}

function Entry({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { id, kind, title, text, path, campaign, subreddit, score, createdAt, read } = notice;
  const facts = [inboxNames[kind], campaign, subreddit && communityLabel(subreddit)].filter(Boolean).join(' · ');
  const open = () => {
    if (!read) void markRead({ ids: [id] });
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
            {score === null ? title : `${score} · ${title}`}
          </span>
          {text ? <span className="mt-0.5 line-clamp-2 text-12 wrap-anywhere text-soft-text">{text}</span> : null}
          <span className="mt-0.5 block text-12 wrap-anywhere text-muted">
            {facts} · <TimeAgo at={createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function Entries({ news: { data, error, mutate, isValidating }, onLeave }: BellListProps) {
  if (!data) {
    if (!error) return <ListSkeleton rows={3} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  if (data.items.length === 0) return <p className="px-3.5 py-6 text-center text-13 text-soft-text">{texts.empty}</p>;
  return (
    <ul className="max-h-[60dvh] overflow-y-auto">
      {data.items.map((notice) => (
        <Entry key={notice.id} notice={notice} onLeave={onLeave} />
      ))}
    </ul>
  );
}

interface BellListProps {
  news: SWRResponse<CallResult<typeof noticeRoutes.list>, ApiError>;
  onLeave: () => void;
}

export function BellList({ news, onLeave }: BellListProps) {
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 border-b px-3.5">
        <h2 className="text-13 font-semibold">{texts.title}</h2>
        {news.data && news.data.unread > 0 ? (
          <Button variant="link" size="sm" onClick={() => void markRead({ all: true })}>
            {texts.readAll}
          </Button>
        ) : null}
      </div>
      <Entries news={news} onLeave={onLeave} />
      <div className="border-t px-3.5 py-2.5 text-13">
        <Link to="/dashboard/settings?tab=notifications" onClick={onLeave} className="font-medium text-primary hover:underline">
          {texts.settings}
        </Link>
      </div>
    </>
  );
}
