import { RefreshCw, Sparkles, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react';
import { aiRoutes, type DraftReply } from '#shared/ai.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { t, tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';

const texts = {
  first: t('Write drafts'),
  again: t('Rewrite drafts'),
  choose: t('Drafts'),
  undo: t('Restore my text'),
  failed: t("Couldn't write drafts."),
  nothing: t('The model wrote nothing usable.'),
  retry: t('Try again'),
  tab: t('Tab'),
  takes: t('uses this draft,'),
  escape: t('Esc'),
  hides: t('hides it.'),
  own: t('You wrote this before. Change it to fit: the same text twice looks like spam.'),
  byModel: (by: string) => t('Written by {by}. Read it carefully before you send it.', { by }),
};

export interface DraftsHandle {
  /** Takes the draft with this number, counted from 1; writes drafts if there are none. */
  choose: (number: number) => void;
}

type Drafts = DraftReply['variants'];
const none: Drafts = [];

/** Drafts written ahead, or the user's own earlier replies. None to respond to a comment: they reply to the post. */
export function useDrafts(postId: string, answerId: string | undefined) {
  const { data, mutate } = useApi(aiRoutes.findDraft, answerId === undefined ? { params: { id: postId } } : null, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return {
    variants: data?.variants ?? none,
    by: data?.by ?? 'builtin',
    async write(): Promise<Drafts> {
      const reply = await call(aiRoutes.draftReply, { params: { id: postId }, body: {} });
      await mutate(reply, { revalidate: false });
      return reply.variants;
    },
  };
}
type OfferedDrafts = ReturnType<typeof useDrafts>;

/** The first draft, shown in gray while the field is empty: Tab takes it, Escape hides it. */
export function useGrayDraft({ variants }: OfferedDrafts, { text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [isHidden, setHidden] = useState(false);
  const offered = text === '' && !isHidden ? variants[0]?.text : undefined;
  return {
    offered,
    onKeyDown(event: KeyboardEvent): void {
      const { ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
      if (offered === undefined || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return;
      if (event.key !== 'Tab' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Tab') onChange(offered);
      else setHidden(true);
    },
  };
}

interface DraftBarProps {
  drafts: OfferedDrafts;
  /** Whether a draft is shown in the field. */
  isOffered: boolean;
  hintId: string;
  text: string;
  onChange: (next: string | ((now: string) => string)) => void;
  ref?: Ref<DraftsHandle>;
}

/** Whether a text is the user's own: not empty, and none of the drafts as it was written. */
const isOwnText = (text: string, drafts: Drafts): boolean => text.trim() !== '' && drafts.every((draft) => draft.text !== text);

/** Choosing a draft fills the field; the user's own text can be restored with one click. */
export function DraftBar({ drafts: { variants, by, write }, isOffered, hintId, text, onChange, ref }: DraftBarProps) {
  const hasModel = (usePublicSettings().data?.aiProvider ?? 'builtin') !== 'builtin';
  const { isBusy, failure, start } = useAction();
  const [own, setOwn] = useState<string | null>(null);
  const take = (draft: string) => {
    if (isOwnText(text, variants)) setOwn(text);
    onChange(draft);
  };
  const ask = (number = 1) =>
    start(async () => {
      const written = await write();
      const draft = written[number - 1] ?? written[0];
      if (!draft) throw new Error(texts.nothing);
      // What was typed meanwhile stays.
      onChange((now) => (isOwnText(now, variants) ? now : draft.text));
    });
  const choose = (number: number) => {
    const draft = variants[number - 1];
    if (draft) take(draft.text);
    else if (variants.length === 0 && hasModel && !isBusy) void ask(number);
  };
  useImperativeHandle(ref, () => ({ choose }));
  const restore = () => {
    onChange(own ?? '');
    setOwn(null);
  };
  if (variants.length === 0 && !hasModel && own === null) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-w-0 items-center gap-2">
        <fieldset
          aria-label={texts.choose}
          className="flex min-w-0 gap-2 overflow-x-auto [scrollbar-width:none] md:flex-wrap md:overflow-visible"
        >
          {variants.map((draft, index) => (
            <Button
              key={`${draft.label} ${String(index)}`}
              variant={draft.text === text ? 'secondary' : 'outline'}
              size="sm"
              aria-pressed={draft.text === text}
              className="max-w-72 flex-none"
              onClick={() => take(draft.text)}
            >
              <span className="text-muted tabular-nums">{index + 1}</span> <span className="truncate">{tSent(draft.label)}</span>
            </Button>
          ))}
          {own === null ? null : (
            <Button variant="ghost" size="sm" icon={Undo2} onClick={restore}>
              {texts.undo}
            </Button>
          )}
        </fieldset>
        {hasModel ? (
          <Button
            variant="ghost"
            size="sm"
            icon={by === 'builtin' ? Sparkles : RefreshCw}
            busy={isBusy}
            className="ml-auto flex-none"
            onClick={() => void ask()}
          >
            <span className={by === 'builtin' ? undefined : 'max-xl:sr-only'}>{by === 'builtin' ? texts.first : texts.again}</span>
          </Button>
        ) : null}
      </div>
      {failure === null ? null : (
        <p role="alert" className="text-12 text-soft-text">
          {texts.failed} {failure}{' '}
          <Button variant="link" size="sm" onClick={() => void ask()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {variants.length === 0 ? null : (
        <p id={hintId} className="truncate text-12 text-muted">
          {isOffered ? (
            <span className="mr-1.5 max-md:hidden">
              <Kbd>{texts.tab}</Kbd> {texts.takes} <Kbd>{texts.escape}</Kbd> {texts.hides}
            </span>
          ) : null}
          {by === 'builtin' ? texts.own : texts.byModel(by)}
        </p>
      )}
    </div>
  );
}
