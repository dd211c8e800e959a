import { Reply } from 'lucide-react';
import { useState } from 'react';
import { feedbackAnswerSchema, feedbackRoutes, type ReceivedFeedback } from '#shared/feedback.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { useDraftText } from '#web/lib/draft-text.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { receivedTexts as texts } from './texts.ts';

const replySchema = feedbackAnswerSchema.pick({ reply: true });

/** Shows the reply; the field to write one opens on demand. */
export function ReplyPart({ one }: { one: ReceivedFeedback }) {
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
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
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
