import { Copy, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { feedRoutes, mcpPath, type McpWriteTool, tokenRoutes, type ProgramScope, type ApiToken } from '#shared/tokens.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAction } from '#web/lib/failure.ts';
import { basePath } from '#web/lib/base-path.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { inSentence } from '#web/lib/language.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Can } from '#web/lib/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { AccessFields, Secret } from './fields.tsx';
import { tokenTexts as texts, authorizeTexts } from './texts.ts';

export function TokensAndFeeds() {
  return (
    <div className="flex flex-col gap-10">
      <Section title={texts.tokens}>
        <p className="pt-4 text-13 text-soft-text">{texts.tokensHint}</p>
        <NewToken />
        <TokenList of="programs" />
      </Section>
      <Section title={texts.assistants}>
        <AssistantsAddress />
        <TokenList of="assistants" />
      </Section>
      <Section title={texts.feeds}>
        <p className="pt-4 text-13 text-soft-text">{texts.feedsHint}</p>
        <Feeds />
      </Section>
    </div>
  );
}

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
      <AccessFields
        label={texts.mcpTools}
        hint={texts.mcpToolsHint(window.location.origin + basePath + mcpPath)}
        value={{ scope, tools }}
        onScope={setScope}
        onTools={setTools}
      />
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

/** What an assistant needs to know to connect. */
function AssistantsAddress() {
  const { data } = usePublicSettings();
  if (!data) return null;
  const { assistantsUrl: url } = data;
  if (url === null) return <p className="pt-4 text-13 text-soft-text">{texts.assistantsOff}</p>;
  return (
    <div className="pt-4 pb-3 text-13 text-soft-text">
      <p>{texts.assistantsHint}</p>
      <p className="mt-2 flex items-center gap-2">
        <code className="min-w-0 font-mono break-all text-text select-all">{url}</code>
        <IconButton small label={texts.copyAddress} icon={Copy} onClick={() => void copyText(url)} />
      </p>
    </div>
  );
}

const wordsOf = {
  programs: { none: texts.none, title: texts.revokeTitle, text: texts.revokeText, confirm: texts.revoke },
  assistants: { none: texts.noAssistants, title: texts.disconnectTitle, text: texts.disconnectText, confirm: texts.disconnect },
};

/** Assistants have tokens, too, which they got by themselves. */
function TokenList({ of }: { of: keyof typeof wordsOf }) {
  const words = wordsOf[of];
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const revoke = async () => {
    await call(tokenRoutes.revoke, { params: { id: asked?.id ?? '' } });
    markStale(['/tokens']);
  };
  return (
    <Loaded answer={useApi(tokenRoutes.list, {})} failed={texts.failed} skeleton={<ListSkeleton rows={2} />}>
      {({ items }) => {
        const shown = items.filter(({ assistant }) => (assistant === null) === (of === 'programs'));
        return (
          <>
            {shown.length === 0 ? <p className="text-13 text-muted">{words.none}</p> : null}
            <ul>
              {shown.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
              ))}
            </ul>
            <ConfirmDialog
              open={asked !== null}
              onOpenChange={(open) => !open && setAsked(null)}
              title={words.title(asked?.name ?? '')}
              description={words.text}
              confirmLabel={words.confirm}
              destructive
              onConfirm={revoke}
            />
          </>
        );
      }}
    </Loaded>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, scope, tools, hint, lastUsedAt, assistant, workspace } = token;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          <Badge tone="outline">{texts.scopes[scope].label}</Badge>
        </p>
        {tools.length === 0 ? null : (
          <p className="text-12 text-muted">
            {assistant === null ? texts.mcpTools : authorizeTexts.mayAlso}:{' '}
            {tools.map((tool) => inSentence(texts.mcpTool[tool].label)).join(', ')}
          </p>
        )}
        <p className="text-12 wrap-anywhere text-muted">
          {assistant === null ? <code className="font-mono">{hint}…</code> : `${assistant} · ${texts.inWorkspace(workspace)}`} ·{' '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {assistant === null ? (
        <IconButton small label={texts.revokeOf(name)} icon={Trash2} onClick={onRevoke} />
      ) : (
        <Button variant="outline" size="sm" aria-label={texts.disconnectOf(name)} onClick={onRevoke}>
          {texts.disconnect}
        </Button>
      )}
    </li>
  );
}
