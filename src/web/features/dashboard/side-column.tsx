import type { Dashboard } from '#shared/dashboard.ts';
import { ModelToday } from '#web/features/ai/model-today.tsx';
import { DueSection } from '#web/features/follow-ups/due-section.tsx';
import { MonitoringSection } from './monitoring-section.tsx';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { setupSteps, texts } from './texts.ts';

export function SideColumn({ dashboard: { monitored, campaigns, setup } }: { dashboard: Dashboard }) {
  return (
    <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-3 max-md:*:first:order-1">
      <DueSection />
      <MonitoringSection monitored={monitored} firstCampaign={campaigns[0]?.id} />
      <ModelToday />
      <SetupSection setup={setup} />
    </div>
  );
}

function SetupSection({ setup }: { setup: Dashboard['setup'] }) {
  const done = setup.filter((step) => step.done).length;
  if (done === setup.length) return null;
  return (
    <Section title={texts.setup} aside={<span className="text-12 tabular-nums">{texts.setupDone(done, setup.length)}</span>}>
      <ul className="mt-1">
        {setup.map(({ key, done: isDone, progress }) => {
          const step = setupSteps[key];
          const Sign = isDone ? CircleCheck : Circle;
          return (
            <li key={key} className="flex items-start gap-2.5 border-b border-line py-2 text-13 last:border-b-0">
              <Sign aria-hidden className={isDone ? 'mt-0.5 text-primary' : 'mt-0.5 text-muted'} />
              <span className={isDone ? 'min-w-0 flex-1 text-muted' : 'min-w-0 flex-1'}>
                {step.label}
                {isDone ? <span className="sr-only">, {texts.done}</span> : null}
                {!isDone && progress ? <span className="text-muted"> · {progress}</span> : null}
              </span>
              {isDone ? null : (
                <Button variant="link" size="sm" asChild className="max-md:-my-2.5">
                  <Link to={step.to}>{step.action}</Link>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
