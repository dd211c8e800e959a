import { useState } from 'react';
import { newRoadmapEntrySchema, roadmapRoutes, roadmapStatusSchema, type RoadmapEntry, type RoadmapStatus } from '#shared/roadmap.ts';
import { statusTexts } from '#web/features/roadmap/texts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { roadmapAdminTexts as texts } from './texts.ts';

const statuses = roadmapStatusSchema.options.map((value) => ({ value, label: statusTexts[value] }));
const fieldsSchema = newRoadmapEntrySchema.pick({ title: true, text: true });

/** `null` creates a new item. */
export function RoadmapForm({ entry, onDone }: { entry: RoadmapEntry | null; onDone: () => void }) {
  const [status, setStatus] = useState<RoadmapStatus>(entry?.status ?? 'considered');
  const form = useForm(fieldsSchema, async (fields) => {
    const body = { ...fields, status };
    await (entry ? call(roadmapRoutes.replace, { params: { id: entry.id }, body }) : call(roadmapRoutes.add, { body }));
    markStale(['/roadmap']);
    showToast.success(texts.saved);
    onDone();
  });
  return (
    <form {...form.props} className="mt-4 flex flex-col gap-4">
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <Field label={texts.titleLabel} error={form.errors['title']}>
        <Input name="title" defaultValue={entry?.title} />
      </Field>
      <Field label={texts.textLabel} error={form.errors['text']}>
        <Textarea name="text" rows={4} defaultValue={entry?.text} />
      </Field>
      <Field label={texts.statusLabel}>
        <Select options={statuses} value={status} onChange={setStatus} />
      </Field>
      <DialogFooter>
        <Button type="submit" busy={form.busy}>
          {texts.save}
        </Button>
      </DialogFooter>
    </form>
  );
}
