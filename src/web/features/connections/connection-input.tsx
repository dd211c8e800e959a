import type { ConnectionField } from '#shared/connections.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input, Select } from '#web/ui/field.tsx';
import { choices, connectionTexts as texts, hints, labels } from './texts.ts';
import { type Draft, textOf } from './use-connection.ts';

interface ConnectionInputProps {
  field: ConnectionField;
  draft: Draft;
  error: string | undefined;
  /** Names of models to choose from; empty: any text. */
  models: readonly string[];
  /** Instead of the usual one. */
  hint?: string | undefined;
  onChange: (value: string | null | undefined) => void;
}

/** A secret that is saved: it can be replaced or removed, never read. */
function SavedSecret({ isRemoved, onChange }: { isRemoved: boolean; onChange: ConnectionInputProps['onChange'] }) {
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2 text-14">
      <span className="mr-auto text-soft-text">{isRemoved ? texts.removing : texts.inBrowser}</span>
      {isRemoved ? (
        <Button size="sm" variant="outline" onClick={() => onChange(undefined)}>
          {texts.keep}
        </Button>
      ) : (
        <>
          <Button size="sm" variant="outline" onClick={() => onChange('')}>
            {texts.replace}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        </>
      )}
    </div>
  );
}

function optionsOf({ field, draft, models }: Pick<ConnectionInputProps, 'field' | 'draft' | 'models'>) {
  if (!field.key.endsWith('.model') || models.length === 0) return choices[field.key];
  const current = textOf(field, draft);
  const all = models.includes(current) || current === '' ? models : [current, ...models];
  return all.map((value) => ({ value, label: value }));
}

function Control({ field, draft, models, onChange }: Omit<ConnectionInputProps, 'error' | 'hint'>) {
  const { key, secret, saved, lockedBy, value } = field;
  const isLocked = lockedBy !== null;
  const typed = draft[key];
  if (secret && saved && !isLocked && (typed === undefined || typed === null))
    return <SavedSecret isRemoved={typed === null} onChange={onChange} />;
  const options = optionsOf({ field, draft, models });
  if (options) return <Select full name={key} disabled={isLocked} options={options} value={textOf(field, draft)} onChange={onChange} />;
  return (
    <Input
      name={key}
      disabled={isLocked}
      type={secret ? 'password' : 'text'}
      inputMode={typeof value === 'number' ? 'numeric' : undefined}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck={false}
      value={secret && isLocked ? '••••••••' : textOf(field, draft)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One value of a connection, as it is set or locked. */
export function ConnectionInput({ error, hint: given, ...props }: ConnectionInputProps) {
  const { field, draft } = props;
  const isReplaced = field.secret && field.saved && draft[field.key] === '';
  const ownHint = field.secret && field.saved ? (isReplaced ? texts.keptHint : undefined) : (given ?? hints[field.key]);
  const hint = field.lockedBy === null ? ownHint : texts.lockedBy(field);
  return (
    <Field label={labels[field.key]} hint={hint} error={error}>
      <Control {...props} />
    </Field>
  );
}
