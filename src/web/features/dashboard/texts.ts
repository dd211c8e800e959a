import type { Today } from '#shared/dashboard.ts';
import { counted, fullNumber } from '#web/lib/format.ts';

export const texts = {
  title: 'Dashboard',
  greeting: (name: string, hour: number) => `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}, ${name}.`,
  since: (when: string) => `Since ${when}: `,
  sinceLeads: (count: number) => (count === 1 ? ' new lead and ' : ' new leads and '),
  sinceKept: (count: number) => (count === 1 ? ' post kept, from ' : ' posts kept, from '),
  sinceRead: (places: number) => ` posts and comments in ${counted(places, 'place')}.`,
  sinceNothing: (when: string) => `Nothing new since ${when}.`,
  failed: "Couldn't load the dashboard.",
};

const doneTexts: Record<keyof Today['done'], (people: number) => string> = {
  replied: (people) => `${fullNumber(people)} replied to`,
  followedUp: (people) => `${fullNumber(people)} followed up or snoozed`,
  dismissed: (people) => `${fullNumber(people)} dismissed or archived`,
};

export const todayTexts = {
  title: 'Today',
  groups: { answer: 'Answered you', 'follow-up': 'Follow-ups due', lead: 'Best new leads' },
  progress: (done: number, all: number) => `${fullNumber(done)} of ${fullNumber(all)}`,
  leads: 'All leads',
  posts: 'Posts',
  failed: "Couldn't load today's list.",
  answered: 'They answered your reply',
  followUpDue: 'Follow-up due',
  someone: 'Someone',
  answeredYou: 'answered you',
  finish: 'Done',
  done: (until: string | null) => (until === null ? "You're done." : `You're done until ${until}.`),
  nothing: (until: string | null) => (until === null ? 'Nothing to do.' : `Nothing to do until ${until}.`),
  arrive: 'New leads, answers, and follow-ups appear here automatically.',
  counts: (done: Today['done']) =>
    (['replied', 'followedUp', 'dismissed'] as const).filter((kind) => done[kind] > 0).map((kind) => doneTexts[kind](done[kind])),
  doneCounts: (counts: string) => `Today: ${counts}.`,
};
