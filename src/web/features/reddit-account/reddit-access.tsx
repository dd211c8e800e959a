import { type RedditAccess, redditAccountRoutes } from '#shared/reddit-account.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useApi } from '#web/lib/api.ts';
import { tSent } from '#web/lib/language.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { registrationUrl, accessTexts as texts, setupTexts } from './texts.ts';

function Registration({ ends }: Pick<RedditAccess, 'ends'>) {
  const daysLeft = ends.find(({ what }) => what === 'unregistered')?.daysLeft ?? -1;
  if (daysLeft < 0) return null;
  return (
    <Note tone="warn">
      {texts.register}{' '}
      <a href={registrationUrl} target="_blank" rel="noopener noreferrer" className="font-medium text-primary hover:underline">
        {setupTexts.registrationLink}
      </a>{' '}
      ({texts.left(daysLeft)}).
    </Note>
  );
}

/** What is open to this instance at Reddit, until when, and what remains. */
export function RedditAccessSection() {
  const answer = useApi(redditAccountRoutes.access, {});
  return (
    <Section title={texts.title} className="mt-10">
      <Loaded answer={answer} failed={texts.failed} skeleton={<TableSkeleton columns={2} />}>
        {({ state, problem, ends }) => (
          <div className="flex max-w-160 flex-col gap-4 pt-4 text-14">
            {state === 'off' || state === 'closed' ? <Note tone="warn">{tSent(problem ?? '')}</Note> : <p>{texts.states[state]}</p>}
            {state === 'api' ? <Registration ends={ends} /> : null}
            <Facts
              facts={ends.map(({ what, daysLeft }) => ({
                name: texts.ends[what].on,
                value: `${texts.ends[what].what} (${texts.left(daysLeft)})`,
              }))}
            />
            <p className="text-muted">{texts.after}</p>
            <HelpLink topic="reddit-access" />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
