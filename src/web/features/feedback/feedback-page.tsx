import { Reply } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  feedbackAnswerSchema,
  feedbackRoutes,
  feedbackStatusSchema,
  type FeedbackStatus,
  type ReceivedFeedback,
} from '#shared/feedback.ts';
import { Loaded } from '#web/features/admin/loaded.tsx';
import { Pager, usePager } from '#web/features/admin/pager.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { say } from '#web/lib/say.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { ReceivedPicture } from './received-picture.tsx';
import { kindTexts, receivedTexts as texts, statusTexts } from './texts.ts';

const statuses = feedbackStatusSchema.options.map((value) => ({ value, label: statusTexts[value] }));
const filters = [{ value: 'all' as const, label: texts.all }, ...statuses];
const replySchema = feedbackAnswerSchema.pick({ reply: true });

async function setStatus(id: string, status: FeedbackStatus): Promise<void> {
  try {
    await call(feedbackRoutes.answer, { params: { id }, body: { status } });
  } catch (error) {
    say.error(error instanceof Error ? error.message : texts.status);
  }
  markStale(['/admin/feedback', '/admin/overview']);
}

/** The reply as it stands; the field to write it comes when it is asked for. */
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
  const form = useForm(replySchema, async (answer) => {
    // A reply to something new means that somebody has looked at it.
    await call(feedbackRoutes.answer, { params: { id }, body: { ...answer, ...(status === 'new' ? { status: 'open' } : {}) } });
    say.success(texts.saved);
    markStale(['/admin/feedback', '/admin/overview']);
    onSent();
  });
  return (
    <form {...form.props} className="mt-3 flex max-w-160 flex-col items-start gap-2">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <Field label={texts.reply} error={form.errors['reply']} className="w-full">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the click that opened it */}
        <Textarea autoFocus name="reply" rows={3} defaultValue={reply} />
      </Field>
      <Button type="submit" size="sm" variant="outline" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  );
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
