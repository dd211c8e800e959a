import { type CampaignInput, campaignRoutes } from '#shared/campaigns.ts';
import { maxKept, type Trial, trialRoutes } from '#shared/trials.ts';
import { focusContextOf } from '#web/features/keys/keys.tsx';
import { call } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { useHotkey } from '#web/lib/hotkey.ts';
import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

export const firstRunTexts = {
  readOnly: t('You can read this workspace. It has no campaigns yet.'),
  greeting: (name: string) => t('Welcome, {name}.', { name }),
  question: t('What do you sell?'),
  field: t('A sentence or your website'),
  hint: t('Earshot then shows you people who ask for it.'),
  placeholder: t('We waterproof wet basements in Ohio'),
  find: t('Find conversations'),
  again: t('Search again'),
  empty: t('Say what you sell, in a sentence or with your website.'),
  tooShort: t('Say a little more: what you sell, and who needs it.'),
  tooLong: (most: number) => t('Use at most {most} characters. A sentence is enough.', { most: fullNumber(most) }),
  notSite: t('Enter a website such as example.com, or a sentence.'),
  conversations: t('Conversations'),
  thumbs: t('Your thumbs stay on this page until you press Start. Then they are stored with the posts, and teach your campaign.'),
  thumbsLost: t('Some of your thumbs could not be stored. You can rate the posts once they arrive.'),
  rate: { right: (title: string) => t('Good match: {title}', { title }), wrong: (title: string) => t('Bad match: {title}', { title }) },
  start: t('Start'),
  startHint: (hasFound: boolean) =>
    hasFound
      ? t('Creates the campaign with these conversations, and keeps looking for new ones.')
      : t('Creates the campaign, and keeps looking for conversations.'),
  searchFirst: t('Search again to start with what you typed.'),
  startFailed: (reason: string) => t("Couldn't create the campaign. {reason}", { reason }),
  noSources: t('Earshot knows no open site where people ask for this. Say more about it, or start and add sites to the campaign.'),
  unreachable: t("None of the sources could be reached. Check this server's connection, or try Earshot with made-up posts."),
  nothing: t('Nothing fits right now. Say more about what you sell, or start and let Earshot keep looking.'),
  sample: t('Try it with sample posts'),
  builders: t('Build a campaign yourself'),
  settings: t('Settings'),
  failed: (reason: string) => t("Couldn't start the sample. {reason}", { reason }),
};

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
  if (missing.some((fullname) => verdicts.has(fullname))) toast.error(firstRunTexts.thumbsLost);
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
    <Tooltip content={firstRunTexts.start} shortcut="Ctrl/Cmd+Enter" side="top">
      <Button
        size="lg"
        className="max-md:w-full"
        busy={isBusy}
        disabled={!canStart}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={onStart}
      >
        {firstRunTexts.start}
      </Button>
    </Tooltip>
  );
}
