import { type ImportColumns, type ImportField, importFields, type ImportMapping } from '#shared/import-columns.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { importTexts as texts } from './import-texts.ts';

interface MappingProps {
  found: ImportColumns;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

const none = '';

/** Maps each column of the file to a field, with its first value. */
export function ImportMappingFields({ found, mapping, onChange }: MappingProps) {
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
