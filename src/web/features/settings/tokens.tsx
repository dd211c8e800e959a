import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { type ApiToken, feedRoutes, mcpPath, type McpWriteTool, mcpWriteTools, tokenRoutes, type ProgramScope } from '#shared/tokens.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAction } from '#web/lib/attempt.ts';
import { basePath } from '#web/lib/base-path.ts';
import { inSentence } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Can } from '#web/lib/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CheckboxGroup, RadioGroup } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { Secret } from './secret.tsx';
import { tokenTexts as texts } from './texts.ts';

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
  const [scope, setScope] = useState<ProgramScope>('read');
  const [tools, setTools] = useState<readonly McpWriteTool[]>([]);
  const [made, setMade] = useState<string | null>(null);
  const { isBusy, failure, start } = useAction();
  const make = async () => {
    setMade((await call(tokenRoutes.create, { body: { name, scope, tools: scope === 'write' ? [...tools] : [] } })).token);
    setName('');
    setTools([]);
    markStale(['/tokens']);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start(make);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 py-4">
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
        <Button type="submit" busy={isBusy} disabled={name.trim() === ''}>
          {texts.make}
        </Button>
      </div>
      {made === null ? null : <Secret note={texts.once} secret={made} />}
    </form>
  );
}

/** One row per campaign. */
function Feeds() {
  const { options } = useCampaignNames();
  if (options.length === 0) return <p className="pt-3 text-13 text-muted">{texts.noCampaigns}</p>;
  return (
    <ul>
      {options.map(({ value, label }) => (
        <Feed key={value} campaignId={value} name={label} />
      ))}
    </ul>
  );
}

function Feed({ campaignId, name }: { campaignId: string; name: string }) {
  const params = { id: campaignId };
  const { data, error } = useApi(feedRoutes.get, { params });
  const [address, setAddress] = useState<{ atom: string; json: string } | null>(null);
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null);
  const refresh = () => markStale([`/campaigns/${campaignId}/feed`]);
  const renew = async () => {
    const { path, jsonPath } = await call(feedRoutes.renew, { params });
    setAddress({ atom: `${location.origin}${basePath}${path}`, json: `${location.origin}${basePath}${jsonPath}` });
    refresh();
  };
  const revoke = async () => {
    await call(feedRoutes.revoke, { params });
    setAddress(null);
    refresh();
  };
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-14 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="block text-12 font-normal text-muted">
            {error ? (
              error.message
            ) : data?.createdAt ? (
              <>
                {texts.feedSince} <TimeAgo at={data.createdAt} />
              </>
            ) : (
              texts.noFeed
            )}
          </span>
        </p>
        <Can do="manage">
          {data?.active ? (
            <>
              <Button variant="outline" size="sm" aria-label={texts.renewOf(name)} onClick={() => setAsking('renew')}>
                {texts.renew}
              </Button>
              <Button variant="ghost" size="sm" aria-label={texts.endOf(name)} onClick={() => setAsking('revoke')}>
                {texts.end}
              </Button>
            </>
          ) : (
            <Button variant="outline" size="sm" disabled={!data} aria-label={texts.makeFeedOf(name)} onClick={() => void attempt(renew)}>
              {texts.makeFeed}
            </Button>
          )}
        </Can>
      </div>
      {address === null ? null : (
        <div className="flex flex-col gap-2 pt-3">
          <Secret note={texts.feedOnce('Atom')} secret={address.atom} />
          <Secret note={texts.feedOnce('JSON Feed')} secret={address.json} />
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking === 'renew' ? texts.renewTitle : texts.endTitle}
        description={texts.feedEnds}
        confirmLabel={asking === 'renew' ? texts.renew : texts.end}
        destructive={asking === 'revoke'}
        onConfirm={asking === 'renew' ? renew : revoke}
      />
    </li>
  );
}

function TokenList() {
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const revoke = async () => {
    await call(tokenRoutes.revoke, { params: { id: asked?.id ?? '' } });
    markStale(['/tokens']);
  };
  return (
    <Loaded
      answer={useApi(tokenRoutes.list, {})}
      failed={texts.failed}
      skeleton={<ListSkeleton rows={2} />}
      empty={<p className="text-13 text-muted">{texts.none}</p>}
    >
      {({ items }) => (
        <>
          <ul>
            {items.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
            ))}
          </ul>
          <ConfirmDialog
            open={asked !== null}
            onOpenChange={(open) => !open && setAsked(null)}
            title={texts.revokeTitle(asked?.name ?? '')}
            description={texts.revokeText}
            confirmLabel={texts.revoke}
            destructive
            onConfirm={revoke}
          />
        </>
      )}
    </Loaded>
  );
}

function TokenRow({ token: { name, scope, tools, hint, lastUsedAt }, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <Badge tone="outline">{texts.scopes[scope].label}</Badge>
        </p>
        {tools.length === 0 ? null : (
          <p className="text-12 text-muted">
            {texts.mcpTools}: {tools.map((tool) => inSentence(texts.mcpTool[tool].label)).join(', ')}
          </p>
        )}
        <p className="text-12 text-muted">
          <code className="font-mono">{hint}…</code> ·{' '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <IconButton small label={texts.revokeOf(name)} icon={Trash2} onClick={onRevoke} />
    </li>
  );
}
