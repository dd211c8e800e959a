import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { sourceOf } from '#shared/sources.ts';
import { ModelToday } from '#web/features/ai/status-lines.tsx';
import { streamLevels, streamNameInRun, groupProblems } from '#web/features/campaigns/stream-labels.ts';
import { exactTime } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import { useAuth, useWorkspace } from '#web/lib/session.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/page.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { Panel } from './panel.tsx';

type SetupKey = Dashboard['setup'][number]['key'];

interface SetupStep {
  label: string;
  /** What it is good for. */
  why: string;
  action: string;
  to: string;
  /** The list is done without it. */
  isOptional?: true;
}

const setupSteps: Record<SetupKey, SetupStep> = {
  account: { label: t('Create the first account'), why: '', action: t('Settings'), to: '/dashboard/settings' },
  campaign: {
    label: t('Create a campaign'),
    why: t('It finds your conversations'),
    action: t('Create campaign'),
    to: '/dashboard/campaigns/new',
  },
  connect: { label: t('Connect Reddit'), why: t('To post replies from here'), action: t('Connect'), to: '/dashboard/settings?tab=reddit' },
  rate: { label: t('Rate 8 posts'), why: t('Good and bad matches teach the campaign'), action: t('Rate posts'), to: '/dashboard/posts' },
  reply: { label: t('Reply to your first lead'), why: t("That's what it's for"), action: t('Reply'), to: '/dashboard/leads' },
  model: {
    label: t('Connect an AI model'),
    why: t('Sharper scores, and drafts of replies'),
    action: t('Connect'),
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  email: {
    label: t('Connect an email server'),
    why: t('For digests and password links'),
    action: t('Connect'),
    to: '/dashboard/admin?tab=connections',
    isOptional: true,
  },
  passkey: {
    label: t('Add a passkey'),
    why: t('Log in without a password'),
    action: t('Add'),
    to: '/dashboard/settings?tab=security',
    isOptional: true,
  },
};

const texts = {
  monitoring: t('Monitoring'),
  coverage: t('Coverage'),
  monitoringOf: (total: number) => t(' of {total, plural, one {# stream} other {# streams}} up to date', { total }),
  outage: t('no stream could be read since'),
  monitoringNone: t('No active campaigns.'),
  setup: t('Setup'),
  setupDone: (done: number, all: number) => t('{done} of {all}', { done, all }),
  done: t('done'),
};

export function SideColumn({ dashboard }: { dashboard: Dashboard }) {
  const { monitored, outages, campaigns, setup } = dashboard;
  return (
    <div className="flex min-w-0 flex-col gap-10 max-md:contents max-md:*:order-3 max-md:*:first:order-1">
      <Panel of={dashboard}>
        <MonitoringSection monitored={monitored} outages={outages} firstCampaign={campaigns[0]?.id} />
      </Panel>
      <Panel of={dashboard} reads={['/ai']}>
        <ModelToday />
      </Panel>
      <Panel of={dashboard}>
        <SetupSection setup={setup} />
      </Panel>
    </div>
  );
}

function SetupSection({ setup }: { setup: Dashboard['setup'] }) {
  const { isOwn } = useWorkspace();
  const required = setup.filter(({ key }) => !setupSteps[key].isOptional);
  const done = required.filter((step) => step.done).length;
  if (!isOwn || done === required.length) return null;
  return (
    <Section title={texts.setup} aside={<span className="text-12 tabular-nums">{texts.setupDone(done, required.length)}</span>}>
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
                {!isDone && step.why !== '' ? <span className="block text-12 text-muted">{step.why}</span> : null}
              </span>
              {isDone ? null : (
                <ButtonLink variant="link" size="sm" className="max-md:-my-2.5" to={step.to}>
                  {step.action}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

interface MonitoringProps extends Pick<Dashboard, 'monitored' | 'outages'> {
  firstCampaign: string | undefined;
}

/** What concerns the whole instance, for its admins. */
function Outages({ outages }: Pick<Dashboard, 'outages'>) {
  const { user } = useAuth();
  if (outages.length === 0) return null;
  const items = outages.map(({ source, since, error }) => ({
    key: source,
    level: 'bad' as const,
    text: (
      <>
        <Link to="/dashboard/admin" className="font-medium text-text hover:underline">
          {t(sourceOf(source).label)}
        </Link>
        : {texts.outage} {exactTime(since ?? '', { timeZone: user?.settings.timezone })}
        {error ? `. ${tSent(error)}` : null}
      </>
    ),
  }));
  return <Checks className="mt-2.5" items={items} />;
}

function MonitoringSection({ monitored, outages, firstCampaign }: MonitoringProps) {
  const { total, problems, reddit } = monitored;
  const campaign = problems[0]?.campaignId ?? firstCampaign;
  const tone = total === 0 ? 'off' : monitored.monitored === total ? 'good' : monitored.monitored === 0 ? 'bad' : 'warn';
  const coverage = (
    <ButtonLink variant="link" size="sm" to={`/dashboard/campaigns/${campaign ?? ''}?tab=coverage`}>
      {texts.coverage}
    </ButtonLink>
  );
  return (
    <Section title={texts.monitoring} aside={campaign ? coverage : undefined}>
      <p className="mt-3 flex items-center gap-2 text-13">
        <Dot tone={tone} />
        {total === 0 ? (
          texts.monitoringNone
        ) : (
          <span>
            <b className="font-medium">{monitored.monitored}</b>
            {texts.monitoringOf(total)}
          </span>
        )}
      </p>
      <Outages outages={outages} />
      {reddit === null || outages.some(({ error }) => error === reddit) ? null : (
        <Checks className="mt-2.5" items={[{ key: 'reddit', level: 'bad', text: tSent(reddit) }]} />
      )}
      {problems.length > 0 ? (
        <Checks
          className="mt-2.5"
          items={groupProblems(
            problems.map(({ name, message: words, state }) => ({ name: streamNameInRun(name), reason: words, state })),
          ).map(({ names, reason, state }) => ({
            key: `${state} ${reason}`,
            level: streamLevels[state],
            text: (
              <>
                <b className="font-medium text-text">{names}</b> {reason}
              </>
            ),
          }))}
        />
      ) : null}
    </Section>
  );
}
