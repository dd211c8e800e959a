import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ApiToken, tokenRoutes } from '#shared/tokens.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { inSentence } from '#web/lib/language.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { authorizeTexts, tokenTexts as texts } from './texts.ts';

const wordsOf = {
  programs: { none: texts.none, title: texts.revokeTitle, text: texts.revokeText, confirm: texts.revoke },
  assistants: { none: texts.noAssistants, title: texts.disconnectTitle, text: texts.disconnectText, confirm: texts.disconnect },
};

/** Assistants have tokens, too, which they got by themselves. */
export function TokenList({ of }: { of: keyof typeof wordsOf }) {
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
