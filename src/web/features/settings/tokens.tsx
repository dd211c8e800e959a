import { useState, type SubmitEvent } from 'react';
import { mcpPath, mcpWriteTools, tokenRoutes, type McpWriteTool, type TokenScope } from '#shared/tokens.ts';
import { call, markStale } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '#web/ui/choice-group.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Section } from '#web/ui/section.tsx';
import { Feeds } from './feeds.tsx';
import { Secret } from './secret.tsx';
import { TokenList } from './token-list.tsx';
import { tokenTexts as texts } from './token-texts.ts';

export function TokensAndFeeds() {
  return (
    <div className="flex flex-col gap-10">
      <Section title={texts.tokens}>
        <p className="pt-4 text-13 text-soft-text">{texts.tokensHint}</p>
        <NewToken />
        <TokenList />
      </Section>
      <Section title={texts.feeds}>
        <p className="pt-4 text-13 text-soft-text">{texts.feedsHint}</p>
        <Feeds />
      </Section>
    </div>
  );
}

const scopes = (['read', 'write'] as const).map((value) => {
  const { label, hint } = texts.scopes[value];
  return { value, label, hint };
});

const toolOptions = mcpWriteTools.map((value) => {
  const { label, hint } = texts.mcpTool[value];
  return { value, label, hint };
});

function NewToken() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [tools, setTools] = useState<readonly McpWriteTool[]>([]);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      setMade((await call(tokenRoutes.create, { body: { name, scope, tools: scope === 'write' ? [...tools] : [] } })).token);
      setName('');
      setTools([]);
      markStale(['/tokens']);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 py-4">
      <Field label={texts.name} error={failure}>
        <Input value={name} maxLength={60} placeholder={texts.namePlaceholder} onChange={(event) => setName(event.target.value)} />
      </Field>
      <RadioGroup label={texts.scope} options={scopes} value={scope} onChange={setScope} />
      {scope === 'write' ? (
        <CheckboxGroup
          label={texts.mcpTools}
          hint={texts.mcpToolsHint(window.location.origin + basePath + mcpPath)}
          options={toolOptions}
          value={tools}
          onChange={setTools}
        />
      ) : null}
      <div>
        <Button type="submit" busy={busy} disabled={name.trim() === ''}>
          {texts.make}
        </Button>
      </div>
      {made === null ? null : <Secret note={texts.once} secret={made} />}
    </form>
  );
}
