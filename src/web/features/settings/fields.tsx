import { Copy } from 'lucide-react';
import { type McpWriteTool, mcpWriteTools, type ProgramScope } from '#shared/tokens.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import type { Form } from '#web/lib/form.ts';
import { useUser } from '#web/lib/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox, CheckboxGroup, RadioGroup } from '#web/ui/choice.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { proofTexts, tokenTexts } from './texts.ts';

const scopeOptions = (['read', 'write'] as const).map((value) => {
  const { label, hint } = tokenTexts.scopes[value];
  return { value, label, hint };
});
const toolOptions = mcpWriteTools.map((value) => {
  const { label, hint } = tokenTexts.mcpTool[value];
  return { value, label, hint };
});

interface AccessFieldsProps {
  /** Of the tools. */
  label: string;
  hint?: string;
  /** Default: all. */
  scopes?: readonly ProgramScope[];
  value: { scope: ProgramScope; tools: readonly McpWriteTool[] };
  onScope: (scope: ProgramScope) => void;
  onTools: (tools: McpWriteTool[]) => void;
}

/** What a program may do. */
export function AccessFields({ label, hint, scopes, value: { scope, tools }, onScope, onTools }: AccessFieldsProps) {
  return (
    <>
      <RadioGroup
        label={tokenTexts.scope}
        options={scopeOptions.filter(({ value }) => scopes?.includes(value) ?? true)}
        value={scope}
        onChange={onScope}
      />
      {scope === 'write' ? <CheckboxGroup label={label} hint={hint} options={toolOptions} value={tools} onChange={onTools} /> : null}
    </>
  );
}

/** Shown only once. */
export function Secret({ note, secret }: { note: string; secret: string }) {
  return (
    <Note tone="good" action={<IconButton small label={tokenTexts.copy} icon={Copy} onClick={() => void copyText(secret)} />}>
      {note}
      <code className="mt-1 block font-mono text-12 break-all select-all">{secret}</code>
    </Note>
  );
}

/** The password, with the account's name for password managers. */
export function CurrentPassword({ form }: { form: Form }) {
  const { email } = useUser();
  return (
    <>
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden disabled />
      <PasswordField form={form} label={proofTexts.password} name="currentPassword" autoComplete="current-password" />
    </>
  );
}

export function CodeField({ form, hint = proofTexts.codeHint }: { form: Form; hint?: string }) {
  return (
    <InputField
      form={form}
      label={proofTexts.code}
      hint={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
    />
  );
}

/** Asks what a change that ends all sessions does with the other ways in. */
export function RemoveAccess({ remove, onChange }: { remove: boolean; onChange: (remove: boolean) => void }) {
  return (
    <Checkbox checked={remove} hint={proofTexts.removeHint} onChange={(event) => onChange(event.target.checked)}>
      {proofTexts.remove}
    </Checkbox>
  );
}
