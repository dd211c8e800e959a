import type { Today } from '#shared/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const texts = {
  title: t('Dashboard'),
  greeting: (name: string, hour: number) =>
    hour < 12
      ? t('Good morning, {name}.', { name })
      : hour < 18
        ? t('Good afternoon, {name}.', { name })
        : t('Good evening, {name}.', { name }),
  sinceNothing: (when: string) => t('Nothing new since {when}.', { when }),
  failed: t("Couldn't load the dashboard."),
};

const doneTexts: Record<keyof Today['done'], (people: number) => string> = {
  replied: (people) => t('{people} replied to', { people: fullNumber(people) }),
  followedUp: (people) => t('{people} followed up or snoozed', { people: fullNumber(people) }),
  dismissed: (people) => t('{people} dismissed or archived', { people: fullNumber(people) }),
};

export const todayTexts = {
  title: t('Today'),
  groups: { answer: t('Answered you'), 'follow-up': t('Follow-ups due'), lead: t('Best new leads') },
  progress: (done: number, all: number) => t('{done} of {all}', { done: fullNumber(done), all: fullNumber(all) }),
  leads: t('All leads'),
  posts: t('Posts'),
  failed: t("Couldn't load today's list."),
  answered: t('They answered your reply'),
  followUpDue: t('Follow-up due'),
  someone: t('Someone'),
  answeredYou: t('answered you'),
  finish: t('Done'),
  done: (until: string | null) => (until === null ? t("You're done.") : t("You're done until {until}.", { until })),
  nothing: (until: string | null) => (until === null ? t('Nothing to do.') : t('Nothing to do until {until}.', { until })),
  arrive: t('New leads, answers, and follow-ups appear here automatically.'),
  counts: (done: Today['done']) =>
    (['replied', 'followedUp', 'dismissed'] as const).filter((kind) => done[kind] > 0).map((kind) => doneTexts[kind](done[kind])),
  doneCounts: (counts: string) => t('Today: {counts}.', { counts }),
};
