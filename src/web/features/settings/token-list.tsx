import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { tokenRoutes, type ApiToken } from '#shared/tokens.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { tokenTexts as texts } from './token-texts.ts';

export function TokenList() {
  const { data, error, mutate, isValidating } = useApi(tokenRoutes.list, {});
  const [asked, setAsked] = useState<ApiToken | null>(null);
  if (!data) {
    if (!error) return <ListSkeleton rows={2} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  if (data.items.length === 0) return <p className="text-13 text-muted">{texts.none}</p>;
  return (
    <>
      <ul>
        {data.items.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
                <bdi className="wrap-anywhere">{token.name}</bdi>
                <Badge tone="outline">{texts.scopes[token.scope].label}</Badge>
              </p>
              {token.tools.length === 0 ? null : (
                <p className="text-12 text-muted">
                  {texts.mcpTools}: {token.tools.map((tool) => texts.mcpTool[tool].label.toLowerCase()).join(', ')}
                </p>
              )}
              <p className="text-12 text-muted">
                <code className="font-mono">{token.hint}…</code> ·{' '}
                {token.lastUsedAt === null ? (
                  texts.neverUsed
                ) : (
                  <>
                    {texts.lastUsed} <TimeAgo at={token.lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            <IconButton small label={texts.revokeOf(token.name)} icon={Trash2} onClick={() => setAsked(token)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={texts.revokeTitle(asked?.name ?? '')}
        description={texts.revokeText}
        confirmLabel={texts.revoke}
        destructive
        onConfirm={async () => {
          await call(tokenRoutes.revoke, { params: { id: asked?.id ?? '' } });
          markStale(['/tokens']);
        }}
      />
    </>
  );
}
