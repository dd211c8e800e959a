import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { feedbackKindSchema, feedbackRoutes, newFeedbackSchema, type Feedback, type FeedbackKind } from '#shared/feedback.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { useDraftText } from '#web/lib/draft-text.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { PictureInput, usePicture } from './picture-input.tsx';
import { kindTexts, sendTexts as texts, statusTexts } from './texts.ts';

const kinds = feedbackKindSchema.options.map((value) => ({ value, label: kindTexts[value] }));
const messageSchema = newFeedbackSchema.pick({ message: true });

function SendForm() {
  const { pathname } = useLocation();
  const [kind, setKind] = useState<FeedbackKind>('idea');
  const [times, setTimes] = useState(0);
  const [kept, keep] = useDraftText('feedback');
  const { picture, setPicture, failed, take } = usePicture();
  const form = useForm(messageSchema, async ({ message }) => {
    const body = { kind, message, page: pathname.slice(0, 300), ...(picture === null ? {} : { picture }) };
    await call(feedbackRoutes.send, { body });
    setPicture(null);
    keep('');
    showToast.success(texts.thanks);
    setTimes((before) => before + 1);
    markStale(['/feedback']);
  });
  return (
    <form key={times} {...form.props} className="mt-4 flex flex-col gap-4">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <div className="overflow-x-auto">
        <Segmented label={texts.kind} options={kinds} value={kind} onChange={setKind} />
      </div>
      <Field label={texts.message} error={form.errors['message']}>
        <Textarea
          name="message"
          rows={4}
          defaultValue={kept}
          onChange={(event) => keep(event.target.value)}
          onPaste={(event) => void take([...event.clipboardData.files].find(({ type }) => type.startsWith('image/')))}
        />
      </Field>
      <PictureInput picture={picture} onChange={setPicture} failed={failed} take={take} />
      <div>
        <Button type="submit" busy={form.busy}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function Sent({ kind, status, message, reply, createdAt }: Feedback) {
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
        <Badge tone={status === 'done' ? 'good' : 'neutral'}>{statusTexts[status]}</Badge>
        {kindTexts[kind]} · <TimeAgo at={createdAt} />
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{message}</p>
      {reply ? (
        <p className="mt-2 rounded-md bg-sunken px-3 py-2 text-13 whitespace-pre-line wrap-anywhere">
          <b className="font-medium">{texts.reply}:</b> {reply}
        </p>
      ) : null}
    </li>
  );
}

function Mine() {
  const { data } = useApi(feedbackRoutes.mine, { query: { limit: 20 } });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={texts.mine} className="mt-8">
      <ul>
        {data.items.map((one) => (
          <Sent key={one.id} {...one} />
        ))}
      </ul>
    </Section>
  );
}

export function FeedbackDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size="lg">
        <DialogHeader>
          <DialogTitle>{texts.title}</DialogTitle>
          <DialogDescription>{texts.lead}</DialogDescription>
        </DialogHeader>
        <SendForm />
        <Mine />
      </DialogContent>
    </Dialog>
  );
}
