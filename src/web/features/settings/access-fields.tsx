import { type McpWriteTool, mcpWriteTools, type ProgramScope } from '#shared/tokens.ts';
import { CheckboxGroup, RadioGroup } from '#web/ui/choice.tsx';
import { tokenTexts as texts } from './texts.ts';

const scopeOptions = (['read', 'write'] as const).map((value) => {
  const { label, hint } = texts.scopes[value];
  return { value, label, hint };
});
const toolOptions = mcpWriteTools.map((value) => {
  const { label, hint } = texts.mcpTool[value];
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
        label={texts.scope}
        options={scopeOptions.filter(({ value }) => scopes?.includes(value) ?? true)}
        value={scope}
        onChange={onScope}
      />
      {scope === 'write' ? <CheckboxGroup label={label} hint={hint} options={toolOptions} value={tools} onChange={onTools} /> : null}
    </>
  );
}
