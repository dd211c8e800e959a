import { useRef, useState } from 'react';
import { type ImportColumns, type ImportField, importFields, type ImportMapping } from '#shared/import-columns.ts';
import { importRoutes } from '#shared/imports.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useAction } from '#web/lib/attempt.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { importTexts as texts } from './import-texts.ts';

/** A link on its own is a URL; anything else is text. Null for an empty paste. */
export function parsePaste(pasted: string): { url: string } | { text: string } | null {
  const trimmed = pasted.trim();
  if (trimmed === '') return null;
  const isLink = /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed);
  return isLink ? { url: trimmed } : { text: pasted };
}

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

/** A file to import; `mapping` is set when its columns are not those of Reddit or Earshot. */
interface ChosenFile {
  file: File;
  mapping: ImportMapping | null;
}

/** Number of bytes sent to the server to find the columns. */
const inspectedBytes = 512 * 1024;

async function inspect(file: File): Promise<ImportColumns> {
  const form = new FormData();
  form.append('file', file.slice(0, inspectedBytes), file.name);
  return call(importRoutes.inspect, {}, { form });
}

interface ImportFileProps {
  chosen: ChosenFile | null;
  onChange: (chosen: ChosenFile | null) => void;
}

/** Chooses a file and shows how its columns are mapped. */
function ImportFile({ chosen, onChange }: ImportFileProps) {
  const [found, setFound] = useState<ImportColumns | null>(null);
  const { failure, start } = useAction();
  const latest = useRef<File | null>(null);

  const choose = (file: File | null) => {
    latest.current = file;
    setFound(null);
    onChange(file && { file, mapping: null });
    void start(async () => {
      if (!file) return;
      const seen = await inspect(file);
      if (latest.current !== file) return;
      setFound(seen);
      if (seen.format === 'unreadable') throw new Error(texts.unreadable);
      if (seen.format === 'columns') onChange({ file, mapping: seen.mapping });
    });
  };

  const { mapping = null } = chosen ?? {};
  return (
    <>
      <Field label={texts.fileLabel} hint={texts.fileHint} error={failure} className="mt-4">
        <Input
          type="file"
          accept=".jsonl,.ndjson,.json,.csv,.tsv,.eml,.mbox,.gz,.zip"
          className="py-1"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </Field>
      {found && found.format !== 'columns' && found.format !== 'unreadable' ? (
        <p className="mt-2 text-13 text-soft-text">{texts.formats[found.format]}</p>
      ) : null}
      {found && chosen && mapping ? (
        <ImportMappingFields found={found} mapping={mapping} onChange={(next) => onChange({ ...chosen, mapping: next })} />
      ) : null}
    </>
  );
}

interface MappingProps {
  found: ImportColumns;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

const none = '';

/** Maps each column of the file to a field, with its first value. */
function ImportMappingFields({ found, mapping, onChange }: MappingProps) {
  const options = [{ value: none, label: texts.notInFile }, ...found.columns.map((column) => ({ value: column, label: column }))];
  const choose = (field: ImportField, column: string) => {
    const { [field]: _before, ...others } = mapping;
    onChange(column === none ? others : { ...others, [field]: column });
  };
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-13 font-medium">{texts.columns}</legend>
      <p className="mt-1 mb-3 text-12 text-muted">{found.remembered ? texts.remembered : texts.guessed}</p>
      <div className="grid max-h-72 gap-3 overflow-y-auto sm:grid-cols-2">
        {importFields.map((field) => (
          <Field key={field} label={texts.fields[field]} hint={exampleFor(found, mapping[field])}>
            <Select full options={options} value={mapping[field] ?? none} onChange={(column) => choose(field, column)} />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function exampleFor({ example }: ImportColumns, column: string | undefined): string | undefined {
  const value = column === undefined ? '' : (example[column] ?? '');
  return value === '' ? undefined : texts.exampleOf(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
}
