import { useState } from 'react';
import {
  blacklistImportSchema,
  blacklistKindSchema,
  blacklistRoutes,
  newBlacklistEntrySchema,
  type BlacklistKind,
} from '#shared/blacklist.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { blacklistKindTexts, blacklistTexts as texts } from './texts.ts';

const kinds = blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].label }));
const fieldsSchema = newBlacklistEntrySchema.pick({ value: true, note: true });

export function AddEntry() {
  const [kind, setKind] = useState<BlacklistKind>('subreddit');
  const [times, setTimes] = useState(0);
  const form = useForm(fieldsSchema, async (fields) => {
    const { added, hidden } = await call(blacklistRoutes.add, { body: { ...fields, kind } });
    showToast.success(texts.added(added, hidden));
    setTimes((before) => before + 1);
    markStale(['/admin/blacklist']);
  });
  return (
    <form key={times} {...form.props} className="mb-8">
      {form.failure ? (
        <Note tone="bad" className="mb-4">
          {form.failure}
        </Note>
      ) : null}
      <div className="flex flex-wrap items-start gap-3">
        <Field label={texts.kind}>
          <Select options={kinds} value={kind} onChange={setKind} />
        </Field>
        <Field label={texts.value} error={form.errors['value']} className="min-w-48 flex-1">
          <Input name="value" placeholder={blacklistKindTexts[kind].placeholder} autoComplete="off" />
        </Field>
        <Field label={texts.note} error={form.errors['note']} className="min-w-48 flex-1">
          <Input name="note" autoComplete="off" />
        </Field>
        <Button type="submit" busy={form.busy} className="mt-6.5">
          {texts.add}
        </Button>
      </div>
    </form>
  );
}

export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useForm(blacklistImportSchema, async (body) => {
    const { added, hidden } = await call(blacklistRoutes.import, { body });
    showToast.success(texts.added(added, hidden));
    markStale(['/admin/blacklist']);
    onClose();
  });
  return (
    <Dialog open={open} onOpenChange={onClose}>
      <DialogContent size="lg">
        <DialogHeader>
          <DialogTitle>{texts.importTitle}</DialogTitle>
          <DialogDescription>{texts.importHint}</DialogDescription>
        </DialogHeader>
        <form {...form.props} className="mt-4 flex flex-col gap-4">
          {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
          <Field label={texts.importLabel} error={form.errors['text']}>
            <Textarea name="text" rows={10} spellCheck={false} />
          </Field>
          <DialogFooter>
            <Button type="submit" busy={form.busy}>
              {texts.import}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
