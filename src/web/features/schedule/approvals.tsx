import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Approval, maxApprovalNote, maxReplyLength, outboxRoutes, type WaitingReply } from '#shared/outbox.ts';
import { Row } from '#web/features/keys/keys.tsx';
import { undoReply } from '#web/features/reddit-account/outbox-list.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { conversationOf } from './reply-row.tsx';
import { approvalTexts as texts, texts as scheduleTexts } from './texts.ts';
import { whenOf } from './week.ts';

async function decide(id: string, body: Approval, done: string): Promise<void> {
  await call(outboxRoutes.decide, { params: { id }, body }).finally(() => markStale(['/approvals', '/outbox', '/schedule', '/leads']));
  toast.success(done);
}

/** Replies that wait for a second person, and those sent back; nothing where there are none. */
export function Approvals({ zone }: { zone: string }) {
  const { data } = useApi(outboxRoutes.waiting, {});
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={texts.title} className="mb-8">
      <ul aria-label={texts.title}>
        {data.items.map((reply) => (
          <WaitingRow key={reply.id} reply={reply} zone={zone} />
        ))}
      </ul>
    </Section>
  );
}

function WaitingRow({ reply, zone }: { reply: WaitingReply; zone: string }) {
  const { id, title, sentBy, account, message, held, note, createdAt, wishedAt, canApprove, canChange } = reply;
  const [asked, ask] = useState<'approve' | 'return' | null>(null);
  const path = conversationOf(reply);
  const heading = <bdi>{title || scheduleTexts.to(reply)}</bdi>;
  return (
    <Row
      keys={canApprove ? { open: () => ask('approve') } : {}}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-14 font-semibold wrap-anywhere">
          {path ? (
            <Link to={path} className="hover:underline">
              {heading}
            </Link>
          ) : (
            heading
          )}
        </p>
        <p className="text-12 text-muted">
          <bdi>{texts.from(sentBy?.username ?? account)}</bdi> · {scheduleTexts.to(reply)} · <TimeAgo at={createdAt} />
          {wishedAt === null ? null : ` · ${texts.postedAt(whenOf(wishedAt, zone))}`}
        </p>
        <p dir="auto" className="mt-1 line-clamp-4 max-w-[76ch] text-14 wrap-anywhere whitespace-pre-wrap">
          {message}
        </p>
        {held === 'returned' ? (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12">
            <Status tone="warn" colored>
              {scheduleTexts.held[held]}
            </Status>
            {note ? (
              <span dir="auto" className="text-soft-text wrap-anywhere">
                {tSent(note)}
              </span>
            ) : null}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {canApprove ? (
          <>
            <Button size="sm" onClick={() => ask('approve')}>
              {texts.approve}
            </Button>
            <Button variant="outline" size="sm" onClick={() => ask('return')}>
              {texts.sendBack}
            </Button>
          </>
        ) : canChange ? (
          <Button variant="outline" size="sm" onClick={() => void attempt(() => undoReply(id))}>
            {texts.takeBack}
          </Button>
        ) : null}
      </div>
      {asked === 'approve' ? <ApproveDialog reply={reply} onClose={() => ask(null)} /> : null}
      {asked === 'return' ? <ReturnDialog reply={reply} onClose={() => ask(null)} /> : null}
    </Row>
  );
}

interface DialogProps {
  reply: WaitingReply;
  onClose: () => void;
}

/** Shows the whole text, which can be changed. */
function ApproveDialog({ reply: { id, message, account, wishedAt, sentBy }, onClose }: DialogProps) {
  const [text, setText] = useState(message);
  const approve = () => decide(id, { decision: 'approve', ...(text !== message && { message: text }) }, texts.approved);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.approveTitle(sentBy?.username ?? account)}
      description={texts.approveText(account, wishedAt !== null)}
      confirmLabel={text === message ? texts.approve : texts.changeAndApprove}
      disabled={text.trim() === ''}
      onConfirm={approve}
    >
      <Field label={scheduleTexts.message}>
        <Textarea dir="auto" rows={9} maxLength={maxReplyLength} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}

function ReturnDialog({ reply: { id, sentBy, account }, onClose }: DialogProps) {
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.returnTitle(sentBy?.username ?? account)}
      description={texts.returnText}
      confirmLabel={texts.sendBack}
      disabled={note.trim() === ''}
      onConfirm={() => decide(id, { decision: 'return', note }, texts.returned)}
    >
      <Field label={texts.note}>
        <Textarea dir="auto" rows={3} maxLength={maxApprovalNote} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
