import { useRef, useState } from 'react';
import { type ImportColumns, type ImportMapping } from '#shared/import-columns.ts';
import { importRoutes } from '#shared/imports.ts';
import { call } from '#web/lib/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { ImportMappingFields } from './import-mapping.tsx';
import { importTexts as texts } from './import-texts.ts';

/** A file to import; `mapping` is set when its columns are not those of Reddit or Earshot. */
export interface ChosenFile {
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
export function ImportFile({ chosen, onChange }: ImportFileProps) {
  const [found, setFound] = useState<ImportColumns | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef<File | null>(null);

  const choose = async (file: File | null) => {
    latest.current = file;
    setFound(null);
    setFailure(null);
    onChange(file && { file, mapping: null });
    if (!file) return;
    try {
      const seen = await inspect(file);
      if (latest.current !== file) return;
      setFound(seen);
      if (seen.format === 'unreadable') setFailure(texts.unreadable);
      if (seen.format === 'columns') onChange({ file, mapping: seen.mapping });
    } catch (error) {
      if (latest.current === file) setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  const { mapping = null } = chosen ?? {};
  return (
    <>
      <Field label={texts.fileLabel} hint={texts.fileHint} error={failure} className="mt-4">
        <Input
          type="file"
          accept=".jsonl,.ndjson,.json,.csv,.tsv,.gz,.zip"
          className="py-1"
          onChange={(event) => void choose(event.target.files?.[0] ?? null)}
        />
      </Field>
      {found && (found.format === 'reddit' || found.format === 'export') ? (
        <p className="mt-2 text-13 text-soft-text">{texts.formats[found.format]}</p>
      ) : null}
      {found && chosen && mapping ? (
        <ImportMappingFields found={found} mapping={mapping} onChange={(next) => onChange({ ...chosen, mapping: next })} />
      ) : null}
    </>
  );
}
