import { Copy, Trash2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { tokenRoutes, type ApiToken, type TokenScope } from '#shared/tokens.ts';
import { copyText } from '#web/features/inbox/answer-box.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Feeds } from './feeds.tsx';
import { tokenTexts as texts } from './token-texts.ts';

/** Keys for other programs, and the feeds. */
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

function NewToken() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      setMade((await call(tokenRoutes.create, { body: { name, scope } })).token);
      setName('');
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
      <div>
        <Button type="submit" busy={busy} disabled={name.trim() === ''}>
          {texts.make}
        </Button>
      </div>
      {made === null ? null : <Secret words={texts.once} secret={made} />}
    </form>
  );
}

/** Shown this once. */
export function Secret({ words, secret }: { words: string; secret: string }) {
  return (
    <Note tone="good" action={<IconButton small label={texts.copy} icon={Copy} onClick={() => void copyText(secret)} />}>
      {words}
      <code className="mt-1 block font-mono text-12 break-all select-all">{secret}</code>
    </Note>
  );
}

function TokenList() {
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
