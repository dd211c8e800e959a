import { type CampaignInput, campaignRoutes } from '#shared/campaigns.ts';
import { maxKept, type Trial, trialRoutes } from '#shared/trials.ts';
import { focusContextOf } from '#web/features/keys/keys.ts';
import { call } from '#web/lib/api.ts';
import { useHotkey } from '#web/lib/hotkey.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { firstRunTexts as texts } from './first-run-texts.ts';

export type Verdict = 'right' | 'wrong';
export type FoundPost = Trial['best'][number];

/** Creates the campaign with what was found, and starts its first run. */
export async function startCampaign(
  draft: CampaignInput,
  best: readonly FoundPost[],
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<void> {
  const campaign = await call(campaignRoutes.create, { body: draft });
  const params = { id: campaign.id };
  const items = best.slice(0, maxKept).map(({ fullname }) => ({ fullname, verdict: verdicts.get(fullname) }));
  // The run reads them again, so that only the thumbs are lost.
  const { missing } = await call(trialRoutes.keep, { params, body: { items } }).catch(() => ({
    missing: items.map(({ fullname }) => fullname),
  }));
  if (missing.some((fullname) => verdicts.has(fullname))) toast.error(texts.thumbsLost);
  await call(campaignRoutes.run, { params }).catch(() => undefined);
}

interface StartButtonProps {
  isBusy: boolean;
  canStart: boolean;
  onStart: () => void;
}

/** Also by key, because it stands below everything that was found. */
export function StartButton({ isBusy, canStart, onStart }: StartButtonProps) {
  useHotkey('mod+Enter', () => (focusContextOf(document.activeElement) === 'float' ? undefined : onStart()), canStart && !isBusy);
  return (
    <Tooltip content={texts.start} shortcut="Ctrl/Cmd+Enter" side="top">
      <Button
        size="lg"
        className="max-md:w-full"
        busy={isBusy}
        disabled={!canStart}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onStart}
      >
        {texts.start}
      </Button>
    </Tooltip>
  );
}
