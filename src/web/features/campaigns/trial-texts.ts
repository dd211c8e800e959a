import type { Trial } from '#shared/trials.ts';
import { counted } from '#web/lib/format.ts';
import { t, listed } from '#web/lib/language.ts';

function found({ matched, today, best }: Trial): string {
  const [conversations, new24] = [
    counted(matched, 'conversation'),
    today > 0 ? t(', {today} of them in the last 24 hours', { today }) : '',
  ];
  return best.length < matched
    ? t('{conversations} in the last 30 days{new24}. These are the best.', { conversations, new24 })
    : t('{conversations} in the last 30 days{new24}.', { conversations, new24 });
}

export const trialTexts = {
  title: t('Right now'),
  offer: t('Reads the newest posts of these sources and shows what fits. Nothing is stored.'),
  begin: t('Try it now'),
  headline: (trial: Trial, isRunning: boolean): string => {
    if (trial.matched > 0) return found(trial);
    if (isRunning) return t('Looking for conversations…');
    return trial.considered === 0
      ? t('No posts could be read.')
      : t('None of the newest {considered, plural, one {# post} other {# posts}} fit.', { considered: trial.considered });
  },
  read: (name: string, items: number) => `${name} (${String(items)})`,
  readFrom: (names: readonly string[]) => t('Read: {names}.', { names: listed(names) }),
  reading: (names: readonly string[]) => t('Reading {names}…', { names: listed(names) }),
  unread: (name: string, error: string) => (error.startsWith(name) ? error : `${name}: ${error}`),
};
