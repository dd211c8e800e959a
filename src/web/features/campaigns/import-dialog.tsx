import { useRef, useState } from 'react';
import { importRoutes, type ImportColumns, type ImportField, importFields, type ImportMapping } from '#shared/imports.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { t } from '#web/lib/language.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toaster.tsx';

export const importTexts = {
  action: t('Import posts'),
  title: t('Import posts'),
  lead: t('Imported posts go into this campaign only, and are filtered and scored like any others.'),
  how: t('What to import'),
  paste: t('Link or text'),
  file: t('File'),
  pasteLabel: t('Reddit link or text'),
  pasteHint: t('A link to a post or comment, or its text.'),
  fileLabel: t('File'),
  fileHint: t('JSON, JSONL, or CSV with any columns, or alert emails (.eml, .mbox); also as .gz or .zip.'),
  unreadable: t('No posts or comments were found at the beginning of this file.'),
  formats: {
    reddit: t('Reddit format recognized.'),
    export: t('Earshot export recognized.'),
    mail: t('Emails recognized. Alerts of F5Bot, Google Alerts, Syften, Octolens, and Reddit are read.'),
  },
  columns: t('Columns'),
  guessed: t('Check which column holds what. Your choice is remembered for files with the same columns.'),
  remembered: t('Same as last time.'),
  notInFile: t('Not in the file'),
  noText: t('Choose the column that holds the title or the text.'),
  exampleOf: (value: string) => t('First value: {value}', { value }),
  fields: {
    title: t('Title'),
    text: t('Text'),
    author: t('Author'),
    subreddit: t('Subreddit'),
    url: t('Link'),
    date: t('Date'),
    id: t('Reddit ID'),
    comments: t('Number of comments'),
    score: t('Score on Reddit'),
    flair: t('Flair'),
  },
  confirm: t('Import posts'),
  cancel: t('Cancel'),
  nothing: t('Paste a link or text first.'),
  noFile: t('Choose a file first.'),
  started: t('Import started. Matches appear in Posts and Leads; the Runs tab shows the progress.'),
};

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
  { value: 'paste', label: importTexts.paste },
  { value: 'file', label: importTexts.file },
] as const;

/** Imports a pasted link or text, or a file of posts and comments, into one campaign. */
export function ImportDialog({ campaignId, open, onOpenChange }: ImportDialogProps) {
  const [way, setWay] = useState<Way>('paste');
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<ChosenFile | null>(null);

  const sendFile = async () => {
    if (!chosen) throw new Error(importTexts.noFile);
    const { file, mapping } = chosen;
    if (mapping && mapping.title === undefined && mapping.text === undefined) throw new Error(importTexts.noText);
    const form = new FormData();
    form.append('campaignId', campaignId);
    if (mapping) form.append('mapping', JSON.stringify(mapping));
    form.append('file', file);
    await call(importRoutes.file, {}, { form });
    setChosen(null);
  };
  const sendPasted = async () => {
    const body = parsePaste(pasted);
    if (!body) throw new Error(importTexts.nothing);
    await call(importRoutes.paste, { body: { ...body, campaignId } });
    setPasted('');
  };
  const send = async () => {
    await (way === 'file' ? sendFile() : sendPasted());
    markStale(['/campaigns', '/posts', '/leads', '/dashboard']);
    toast(importTexts.started);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={importTexts.title}
      description={importTexts.lead}
      confirmLabel={importTexts.confirm}
      cancelLabel={importTexts.cancel}
      onConfirm={send}
    >
      <Segmented label={importTexts.how} options={ways} value={way} onChange={setWay} />
      {way === 'paste' ? (
        <Field label={importTexts.pasteLabel} hint={importTexts.pasteHint} className="mt-4">
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
      if (seen.format === 'unreadable') throw new Error(importTexts.unreadable);
      if (seen.format === 'columns') onChange({ file, mapping: seen.mapping });
    });
  };

  const { mapping = null } = chosen ?? {};
  return (
    <>
      <Field label={importTexts.fileLabel} hint={importTexts.fileHint} error={failure} className="mt-4">
        <Input
          type="file"
          accept=".jsonl,.ndjson,.json,.csv,.tsv,.eml,.mbox,.gz,.zip"
          className="py-1"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
      </Field>
      {found && found.format !== 'columns' && found.format !== 'unreadable' ? (
        <p className="mt-2 text-13 text-soft-text">{importTexts.formats[found.format]}</p>
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
  const options = [{ value: none, label: importTexts.notInFile }, ...found.columns.map((column) => ({ value: column, label: column }))];
  const choose = (field: ImportField, column: string) => {
    const { [field]: _before, ...others } = mapping;
    onChange(column === none ? others : { ...others, [field]: column });
  };
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="text-13 font-medium">{importTexts.columns}</legend>
      <p className="mt-1 mb-3 text-12 text-muted">{found.remembered ? importTexts.remembered : importTexts.guessed}</p>
      <div className="grid max-h-72 gap-3 overflow-y-auto sm:grid-cols-2">
        {importFields.map((field) => (
          <Field key={field} label={importTexts.fields[field]} hint={exampleFor(found, mapping[field])}>
            <Select full options={options} value={mapping[field] ?? none} onChange={(column) => choose(field, column)} />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function exampleFor({ example }: ImportColumns, column: string | undefined): string | undefined {
  const value = column === undefined ? '' : (example[column] ?? '');
  return value === '' ? undefined : importTexts.exampleOf(value.length > 60 ? `${value.slice(0, 60).toWellFormed()}…` : value);
}
