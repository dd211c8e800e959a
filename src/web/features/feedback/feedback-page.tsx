import { Image, Reply } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  feedbackAnswerSchema,
  feedbackRoutes,
  type FeedbackStatus,
  feedbackStatusSchema,
  type ReceivedFeedback,
} from '#shared/feedback.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { useDraftText } from '#web/lib/unsaved.ts';
import { useForm } from '#web/lib/form.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager, usePager } from '#web/ui/table.tsx';
import { EmptyState, ErrorState, Loaded, Skeleton } from '#web/ui/states.tsx';
import { kindTexts, receivedTexts as texts, statusTexts } from './texts.ts';

const statuses = feedbackStatusSchema.options.map((value) => ({ value, label: statusTexts[value] }));
const filters = [{ value: 'all' as const, label: texts.all }, ...statuses];

async function setStatus(id: string, status: FeedbackStatus): Promise<void> {
  await attempt(() => call(feedbackRoutes.answer, { params: { id }, body: { status } }));
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
      <Loaded answer={answer} empty={<EmptyState>{texts.empty}</EmptyState>}>
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

const replySchema = feedbackAnswerSchema.pick({ reply: true });

/** Shows the reply; the field to write one opens on demand. */
function ReplyPart({ one }: { one: ReceivedFeedback }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ReplyForm one={one} onSent={() => setOpen(false)} />;
  return (
    <div className="mt-3">
      {one.reply === '' ? null : (
        <p className="mb-2 max-w-[68ch] border-l-2 pl-3 text-13 whitespace-pre-line text-soft-text wrap-anywhere">{one.reply}</p>
      )}
      <Button size="sm" variant="outline" icon={Reply} onClick={() => setOpen(true)}>
        {one.reply === '' ? texts.answer : texts.changeReply}
      </Button>
    </div>
  );
}

function ReplyForm({ one: { id, reply, status }, onSent }: { one: ReceivedFeedback; onSent: () => void }) {
  const [kept, keep] = useDraftText(`feedback reply ${id}`);
  const form = useForm(replySchema, async (answer) => {
    // A reply to new feedback means that someone has looked at it.
    await call(feedbackRoutes.answer, { params: { id }, body: { ...answer, ...(status === 'new' ? { status: 'open' } : {}) } });
    keep('');
    showToast.success(texts.saved);
    markStale(['/admin/feedback', '/admin/overview']);
    onSent();
  });
  return (
    <form {...form.props} className="mt-3 flex max-w-160 flex-col items-start gap-2">
      <FormFailure form={form} />
      <Field label={texts.reply} error={form.errors['reply']} className="w-full">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- requested by the click that opened it */}
        <Textarea autoFocus name="reply" rows={3} defaultValue={kept || reply} onChange={(event) => keep(event.target.value)} />
      </Field>
      <Button type="submit" size="sm" variant="outline" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  );
}
