import { useState } from 'react';
import {
  blacklistImportSchema,
  type BlacklistKind,
  blacklistKindSchema,
  type blacklistRoutes,
  newBlacklistEntrySchema,
  type workspaceBlacklistRoutes,
} from '#shared/blacklist.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { Field, Select, Textarea, FormFailure, InputField } from '#web/ui/field.tsx';
import { blacklistKindTexts, blacklistTexts as texts } from './texts.ts';

/** Of the instance or of the workspace. */
export type BlacklistRoutes = typeof blacklistRoutes | typeof workspaceBlacklistRoutes;

const kinds = blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].label }));
const fieldsSchema = newBlacklistEntrySchema.pick({ value: true, note: true });

export function AddEntry({ routes }: { routes: BlacklistRoutes }) {
  const [kind, setKind] = useState<BlacklistKind>('subreddit');
  const [times, setTimes] = useState(0);
  const form = useForm(fieldsSchema, async (fields) => {
    const { added, hidden } = await call(routes.add, { body: { ...fields, kind } });
    showToast.success(texts.added(added, hidden));
    setTimes((before) => before + 1);
    markStale([routes.list.path]);
  });
  return (
    <form key={times} {...form.props} className="mb-8">
      <FormFailure form={form} className="mb-4" />
      <div className="flex flex-wrap items-start gap-3">
        <Field label={texts.kind}>
          <Select options={kinds} value={kind} onChange={setKind} />
        </Field>
        <InputField
          form={form}
          label={texts.value}
          fieldClassName="min-w-48 flex-1"
          name="value"
          placeholder={blacklistKindTexts[kind].placeholder}
          autoComplete="off"
        />
        <InputField form={form} label={texts.note} fieldClassName="min-w-48 flex-1" name="note" autoComplete="off" />
        <Button type="submit" busy={form.busy} className="mt-6.5">
          {texts.add}
        </Button>
      </div>
    </form>
  );
}

export function ImportDialog({ routes, open, onClose }: { routes: BlacklistRoutes; open: boolean; onClose: () => void }) {
  const form = useForm(blacklistImportSchema, async (body) => {
    const { added, hidden } = await call(routes.import, { body });
    showToast.success(texts.added(added, hidden));
    markStale([routes.list.path]);
    onClose();
  });
  return (
    <TitledDialog open={open} onOpenChange={onClose} title={texts.importTitle} text={texts.importHint} size="lg">
      <DialogForm form={form} submit={texts.import}>
        <Field label={texts.importLabel} error={form.errors['text']}>
          <Textarea name="text" rows={10} spellCheck={false} />
        </Field>
      </DialogForm>
    </TitledDialog>
  );
}
