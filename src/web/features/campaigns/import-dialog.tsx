import { useState } from 'react';
import { importRoutes } from '#shared/imports.ts';
import { call, markStale } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { type ChosenFile, ImportFile } from './import-file.tsx';
import { importTexts as texts } from './import-texts.ts';
import { parsePaste } from './parse-paste.ts';

interface ImportDialogProps {
  campaignId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type Way = 'paste' | 'file';
const ways = [
  { value: 'paste', label: texts.paste },
  { value: 'file', label: texts.file },
] as const;

/** Imports a pasted link or text, or a file of posts and comments, into one campaign. */
export function ImportDialog({ campaignId, open, onOpenChange }: ImportDialogProps) {
  const [way, setWay] = useState<Way>('paste');
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<ChosenFile | null>(null);

  const sendFile = async () => {
    if (!chosen) throw new Error(texts.noFile);
    const { file, mapping } = chosen;
    if (mapping && mapping.title === undefined && mapping.text === undefined) throw new Error(texts.noText);
    const form = new FormData();
    form.append('campaignId', campaignId);
    if (mapping) form.append('mapping', JSON.stringify(mapping));
    form.append('file', file);
    await call(importRoutes.file, {}, { form });
    setChosen(null);
  };
  const sendPasted = async () => {
    const body = parsePaste(pasted);
    if (!body) throw new Error(texts.nothing);
    await call(importRoutes.paste, { body: { ...body, campaignId } });
    setPasted('');
  };
  const send = async () => {
    await (way === 'file' ? sendFile() : sendPasted());
    markStale(['/campaigns', '/posts', '/leads', '/dashboard']);
    toast(texts.started);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.lead}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      onConfirm={send}
    >
      <Segmented label={texts.how} options={ways} value={way} onChange={setWay} />
      {way === 'paste' ? (
        <Field label={texts.pasteLabel} hint={texts.pasteHint} className="mt-4">
          <Textarea rows={5} value={pasted} maxLength={40_000} onChange={(event) => setPasted(event.target.value)} />
        </Field>
      ) : (
        <ImportFile chosen={chosen} onChange={setChosen} />
      )}
    </ConfirmDialog>
  );
}
