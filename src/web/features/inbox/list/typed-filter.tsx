import { Field, Input } from '#web/ui/field.tsx';

interface TypedFilterProps {
  label: string;
  value: string | undefined;
  mono?: boolean;
  onCommit: (value: string | undefined) => void;
}

/** A text filter that applies on Enter or blur, not on each keystroke. */
export function TypedFilter({ label, value, mono = false, onCommit }: TypedFilterProps) {
  const commit = (text: string) => {
    if (text.trim() !== (value ?? '')) onCommit(text.trim() || undefined);
  };
  return (
    <Field label={label}>
      <Input
        key={value}
        defaultValue={value}
        dir="auto"
        className={mono ? 'font-mono' : undefined}
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
    </Field>
  );
}
