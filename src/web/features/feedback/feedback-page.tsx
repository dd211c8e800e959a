import { useSearchParams } from 'react-router-dom';
import { feedbackStatusSchema, type FeedbackStatus, type ReceivedFeedback, feedbackRoutes } from '#shared/feedback.ts';
import { Loaded } from '#web/features/admin/request-state.tsx';
import { Pager, usePager } from '#web/features/admin/pager.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { ReplyPart } from './reply-part.tsx';
import { kindTexts, statusTexts, receivedTexts as texts } from './texts.ts';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const statuses = feedbackStatusSchema.options.map((value) => ({ value, label: statusTexts[value] }));
const filters = [{ value: 'all' as const, label: texts.all }, ...statuses];

async function setStatus(id: string, status: FeedbackStatus): Promise<void> {
  try {
    await call(feedbackRoutes.answer, { params: { id }, body: { status } });
  } catch (error) {
    showToast.error(error instanceof Error ? error.message : texts.status);
  }
  markStale(['/admin/feedback', '/admin/overview']);
}

function Received({ one }: { one: ReceivedFeedback }) {
  const { id, kind, status, message, page, user, createdAt } = one;
  return (
    <li className="border-b border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={status === 'new' ? 'primary' : 'neutral'}>{kindTexts[kind]}</Badge>
        <p className="min-w-0 text-13 text-muted wrap-anywhere">
          <b className="font-medium text-text">{user.username}</b> · {user.email} · {texts.from(page)} · <TimeAgo at={createdAt} />
        </p>
        <Select
          small
          aria-label={texts.status}
          options={statuses}
          value={status}
          onChange={(next) => void setStatus(id, next)}
          className="ml-auto max-md:ml-0"
        />
      </div>
      <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">{message}</p>
      {one.hasPicture ? <ReceivedPicture id={id} name={user.username} /> : null}
      <ReplyPart one={one} />
    </li>
  );
}

export function FeedbackPage() {
  usePageTitle(texts.title);
  const [query, setQuery] = useSearchParams();
  const status = feedbackStatusSchema.safeParse(query.get('status')).data;
  const pager = usePager();
  const answer = useApi(
    feedbackRoutes.list,
    { query: { limit: 25, cursor: pager.cursor, ...(status ? { status } : {}) } },
    { keepPreviousData: true },
  );
  const choose = (next: FeedbackStatus | 'all') => {
    setQuery(next === 'all' ? {} : { status: next });
    pager.reset();
  };
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Select aria-label={texts.filter} options={filters} value={status ?? 'all'} onChange={choose} className="mb-4" />
      <Loaded answer={answer} isEmpty={({ items }) => items.length === 0} empty={texts.empty}>
        {({ items, nextCursor }) => (
          <>
            <ul className="border-t border-line">
              {items.map((one) => (
                <Received key={one.id} one={one} />
              ))}
            </ul>
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Picture({ id, name }: { id: string; name: string }) {
  const { data, error, mutate } = useApi(feedbackRoutes.picture, { params: { id } });
  if (data) return <img src={data.picture} alt={texts.picture(name)} className="mt-3 max-w-full rounded border" />;
  if (error) return <ErrorState onRetry={() => void mutate()}>{texts.noPicture}</ErrorState>;
  return <Skeleton className="mt-3 h-40 w-full max-w-160" />;
}

/** Fetched only on demand. */
function ReceivedPicture({ id, name }: { id: string; name: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <Picture id={id} name={name} />;
  return (
    <Button variant="outline" size="sm" icon={Image} onClick={() => setShown(true)} className="mt-3">
      {texts.showPicture}
    </Button>
  );
}
