import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type Feedback,
  type FeedbackKind,
  feedbackKindSchema,
  feedbackRoutes,
  maxPictureLength,
  newFeedbackSchema,
} from '#shared/feedback.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useDraftText } from '#web/lib/unsaved.ts';
import { useForm } from '#web/lib/form.ts';
import { pictureOf } from '#web/lib/files.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledDialog } from '#web/ui/dialog.tsx';
import { Field, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
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
      <FormFailure form={form} />
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

interface FeedbackDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Shows earlier messages first, for those who come to read a reply. */
  startsWithSent?: boolean;
}

export function FeedbackDialog({ open, onOpenChange, startsWithSent = false }: FeedbackDialogProps) {
  return (
    <TitledDialog open={open} onOpenChange={onOpenChange} title={texts.title} text={texts.lead} size="lg">
      {startsWithSent ? <Mine /> : null}
      <SendForm />
      {startsWithSent ? null : <Mine />}
    </TitledDialog>
  );
}

interface PictureInputProps {
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** A picture to attach: chosen as a file or pasted into the field. */
function usePicture() {
  const [picture, setPicture] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const take = async (file: Blob | null | undefined) => {
    if (!file) return;
    const made = await pictureOf(file, { edge: 2000, length: maxPictureLength });
    setFailed(made === null);
    setPicture(made);
  };
  return { picture, setPicture, failed, take };
}

function PictureInput({
  picture,
  onChange,
  failed,
  take,
}: PictureInputProps & { failed: boolean; take: (file: Blob | null | undefined) => Promise<void> }) {
  const id = useId();
  if (picture !== null)
    return (
      <figure className="flex items-start gap-3">
        <img src={picture} alt={texts.picture} className="max-h-40 max-w-full rounded border" />
        <Button variant="ghost" size="sm" icon={X} onClick={() => onChange(null)}>
          {texts.removePicture}
        </Button>
      </figure>
    );
  return (
    <div className="flex flex-col gap-2">
      {failed ? <Note tone="bad">{texts.notAPicture}</Note> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label
          htmlFor={id}
          className="inline-flex min-h-10 cursor-pointer items-center gap-2 text-13 font-medium text-primary hover:underline has-focus-visible:outline-2"
        >
          <ImagePlus aria-hidden className="size-4" />
          {texts.attach}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </label>
        <span className="text-12 text-muted">{texts.attachHint}</span>
      </div>
    </div>
  );
}
