import type { Trial } from '#shared/trials.ts';
import { counted } from '#web/lib/format.ts';

const list = new Intl.ListFormat('en');

function found({ matched, today, best }: Trial): string {
  const [conversations, new24] = [counted(matched, 'conversation'), today > 0 ? `, ${String(today)} of them in the last 24 hours` : ''];
  return `${conversations} in the last 30 days${new24}.${best.length < matched ? ' These are the best.' : ''}`;
}

export const trialTexts = {
  title: 'Right now',
  offer: 'Reads the newest posts of these sources and shows what fits. Nothing is stored.',
  begin: 'Try it now',
  headline: (trial: Trial, isRunning: boolean): string => {
    if (trial.matched > 0) return found(trial);
    if (isRunning) return 'Looking for conversations…';
    return trial.considered === 0 ? 'No posts could be read.' : `None of the newest ${counted(trial.considered, 'post')} fit.`;
  },
  read: (name: string, items: number) => `${name} (${String(items)})`,
  readFrom: (names: readonly string[]) => `Read: ${list.format(names)}.`,
  reading: (names: readonly string[]) => `Reading ${list.format(names)}…`,
  unread: (name: string, error: string) => (error.startsWith(name) ? error : `${name}: ${error}`),
};
