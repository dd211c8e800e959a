import { RefreshCw, Sparkles, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { tones } from '#shared/auth.ts';
import { type Tone, aiRoutes, type DraftReply } from '#shared/ai.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { draftTexts as texts } from './texts.ts';
import useSWR from 'swr';
import { call } from '#web/lib/api.ts';
import { useAction } from '#web/lib/attempt.ts';
import { useUser } from '#web/lib/session.tsx';

const toneOptions = tones.map((value) => ({ value, label: texts.tones[value] }));

interface DraftsProps {
  postId: string;
  text: string;
  onChange: (text: string) => void;
}

/** Choosing a draft fills the field; the user's own text can be restored with one click. */
export function Drafts({ postId, text, onChange }: DraftsProps) {
  const { drafts, tone, setTone, write } = useDrafts(postId);
  const { isBusy, failure, start } = useAction();
  const [own, setOwn] = useState<string | null>(null);
  const isOwn = text.trim() !== '' && drafts?.variants.every((draft) => draft.text !== text) !== false;
  const useDraft = (draft: string) => {
    if (isOwn) setOwn(text);
    onChange(draft);
  };
  const ask = (requestedTone: Tone) =>
    start(async () => {
      const { variants } = await write(requestedTone);
      if (!isOwn) onChange(variants[0]?.text ?? '');
    });
  const changeTone = (requestedTone: Tone) => {
    if (drafts) void ask(requestedTone);
    else setTone(requestedTone);
  };
  const restore = () => {
    onChange(own ?? '');
    setOwn(null);
  };
  return (
    <div className="mb-2 flex flex-none flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label={texts.tone} options={toneOptions} value={tone} onChange={changeTone} />
        <Button
          variant="ghost"
          size="sm"
          icon={drafts ? RefreshCw : Sparkles}
          busy={isBusy}
          className="ml-auto"
          onClick={() => void ask(tone)}
        >
          {drafts ? texts.again : texts.first}
        </Button>
      </div>
      {isBusy && !drafts ? <DraftsSkeleton /> : null}
      {failure === null ? null : (
        <p role="alert" className="text-12 text-soft-text">
          {texts.failed} {failure}{' '}
          <Button variant="link" size="sm" onClick={() => void ask(tone)}>
            {texts.retry}
          </Button>
        </p>
      )}
      {drafts ? (
        <fieldset aria-label={texts.choose} className="flex min-w-0 flex-wrap gap-2 max-md:flex-nowrap max-md:overflow-x-auto">
          {drafts.variants.map((draft, index) => (
            <Button
              key={draft.label}
              variant={draft.text === text ? 'secondary' : 'outline'}
              size="sm"
              aria-pressed={draft.text === text}
              onClick={() => useDraft(draft.text)}
            >
              <span className="text-muted tabular-nums">{index + 1}</span> {draft.label}
            </Button>
          ))}
          {own === null ? null : (
            <Button variant="ghost" size="sm" icon={Undo2} onClick={restore}>
              {texts.undo}
            </Button>
          )}
        </fieldset>
      ) : null}
      {drafts ? <p className="text-12 text-muted">{drafts.by === 'builtin' ? texts.builtIn : texts.byModel(drafts.by)}</p> : null}
    </div>
  );
}

function DraftsSkeleton() {
  return (
    <div aria-busy="true" className="flex gap-2">
      <output className="sr-only">{texts.loading}</output>
      <Skeleton className="h-8 w-28" />
      <Skeleton className="h-8 w-36" />
      <Skeleton className="h-8 w-24" />
    </div>
  );
}

interface Drafted {
  tone: Tone;
  reply: DraftReply;
}

/** Draft replies, written on request and kept while the tab is open. */
function useDrafts(postId: string) {
  const defaultTone = useUser().settings.defaultTone ?? 'helpful';
  const { data, mutate } = useSWR<Drafted>(`/drafts/${postId}`, null);
  const [chosen, setChosen] = useState<Tone | null>(null);
  const tone = chosen ?? data?.tone ?? defaultTone;

  async function write(requestedTone: Tone): Promise<DraftReply> {
    setChosen(requestedTone);
    const reply = await call(aiRoutes.draftReply, { params: { id: postId }, body: { tone: requestedTone } });
    await mutate({ tone: requestedTone, reply }, { revalidate: false });
    return reply;
  }

  return { drafts: data?.reply ?? null, tone, setTone: setChosen, write };
}
