import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { adminRoutes, type JobOverview, type Overview } from '#shared/admin.ts';
import { type AiStatus, aiRoutes } from '#shared/ai.ts';
import { type RedditAccess, redditAccountRoutes } from '#shared/reddit-account.ts';
import { sourceOf } from '#shared/sources.ts';
import { dayMs } from '#shared/time.ts';
import { registrationUrl } from '#web/features/reddit-account/texts.ts';
import { useApi } from '#web/lib/api.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { inBytes } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { TextLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { needTexts as texts } from './texts.ts';

interface Need {
  key: string;
  /** `bad`: something is lost or stands still. `warn`: it soon will. `info`: somebody waits. */
  tone: 'bad' | 'warn' | 'info';
  text: string;
  /** Where to act: a path of the app, or a page elsewhere. */
  to?: string;
  link?: string;
}

interface Known {
  overview: Overview;
  jobs: readonly JobOverview[];
  /** Null until known. */
  ai: AiStatus | null;
  reddit: RedditAccess | null;
  now: number;
}

/** Fetching stops below 100 MB. */
const lowBytes = 1_000_000_000;
const oldBackupMs = 3 * dayMs;
/** Days before an end at Reddit. */
const noticeDays = 60;

const jobsTab = { to: '?tab=jobs', link: texts.jobs };
const connectionsTab = { to: '?tab=connections', link: texts.connections };

function ofDisk({ overview: { disk } }: Known): Need[] {
  return disk.freeBytes < lowBytes ? [{ key: 'disk', tone: 'bad', text: texts.disk(inBytes(disk.freeBytes)) }] : [];
}

function ofJobs({ jobs, now, overview: { startedAt } }: Known): Need[] {
  const failed = jobs
    .filter(({ lastError, gaveUp }) => lastError !== null && gaveUp !== null)
    .map(({ name, lastError }): Need => ({ key: `job ${name}`, tone: 'bad', text: texts.job(name, lastError ?? ''), ...jobsTab }));
  const backup = jobs.find(({ name }) => name === 'backup');
  if (!backup || backup.gaveUp !== null || backup.lastSummary['skipped'] !== undefined) return failed;
  const days = Math.floor((now - Date.parse(backup.lastSuccessAt ?? startedAt)) / dayMs);
  if (days * dayMs < oldBackupMs) return failed;
  const text = backup.lastSuccessAt === null ? texts.noBackup : texts.oldBackup(days);
  return [...failed, { key: 'backup', tone: 'bad', text, ...jobsTab }];
}

function ofModel({ ai }: Known): Need[] {
  if (ai?.state !== 'down' && ai?.state !== 'paused') return [];
  const text = [tSent(ai.message), tSent(ai.hint ?? '')].filter(Boolean).join(' ');
  return [{ key: 'model', tone: 'bad', text: texts.model(text), ...connectionsTab }];
}

function ofSources({ overview: { sources }, reddit }: Known): Need[] {
  const isClosed = reddit?.state === 'closed';
  const failing = sources
    .filter(({ source, state }) => state !== 'ok' && !(isClosed && source === 'reddit'))
    .map(({ source, state, error }): Need => ({
      key: `source ${source}`,
      tone: state === 'down' ? 'bad' : 'warn',
      text: texts.source(t(sourceOf(source).label), error === null ? null : tSent(error)),
    }));
  const access = { to: '/dashboard/settings?tab=reddit', link: texts.reddit };
  if (isClosed) return [{ key: 'reddit', tone: 'bad', text: tSent(reddit.problem ?? ''), ...access }, ...failing];
  if (reddit?.state !== 'api') return failing;
  const ending = reddit.ends.flatMap(({ what, daysLeft }): Need[] => {
    if (daysLeft < 0 || daysLeft > noticeDays) return [];
    if (what === 'unregistered')
      return [{ key: what, tone: 'warn', text: texts.unregistered(daysLeft), to: registrationUrl, link: texts.register }];
    return what === 'api' ? [{ key: what, tone: 'warn', text: texts.ends(daysLeft), ...access }] : [];
  });
  return [...failing, ...ending];
}

function ofPeople({ overview: { mailConfigured, users, waiting, newer } }: Known): Need[] {
  return [
    ...(!mailConfigured && users.total > 1 ? [{ key: 'mail', tone: 'warn' as const, text: texts.mail, ...connectionsTab }] : []),
    ...(waiting.feedback > 0
      ? [
          {
            key: 'feedback',
            tone: 'info' as const,
            text: texts.feedback(waiting.feedback),
            to: '/dashboard/admin/feedback?status=new',
            link: texts.read,
          },
        ]
      : []),
    ...(waiting.applications > 0
      ? [
          {
            key: 'applications',
            tone: 'info' as const,
            text: texts.applications(waiting.applications),
            to: '?tab=applications',
            link: texts.decide,
          },
        ]
      : []),
    ...(newer ? [{ key: 'newer', tone: 'info' as const, text: texts.newer(newer.version), to: newer.url, link: texts.changes }] : []),
  ];
}

const order = ['bad', 'warn', 'info'];

/** What an admin has to do, most urgent first. */
export const listNeeds = (known: Known): Need[] =>
  [ofDisk, ofJobs, ofModel, ofSources, ofPeople]
    .flatMap((needsOf) => needsOf(known))
    .toSorted((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));

const signs = {
  bad: { Icon: OctagonAlert, color: 'text-bad' },
  warn: { Icon: TriangleAlert, color: 'text-warn' },
  info: { Icon: Info, color: 'text-soft-text' },
};

function ActLink({ to, link }: Required<Pick<Need, 'to' | 'link'>>): ReactNode {
  if (/^[/?]/.test(to)) return <TextLink to={to}>{link}</TextLink>;
  const url = externalUrl(to);
  return url === null ? null : (
    <a href={url} target="_blank" rel={externalRel} className="font-medium text-primary hover:underline">
      {link}
    </a>
  );
}

/** One sentence for each thing that an admin has to do, and where. */
export function Needs({ overview }: { overview: Overview }) {
  const jobs = useApi(adminRoutes.jobs, {}).data?.items;
  const ai = useApi(aiRoutes.status, {}).data ?? null;
  const reddit = useApi(redditAccountRoutes.access, {}).data ?? null;
  const now = useMinute();
  if (!jobs) return null;
  const needs = listNeeds({ overview, jobs, ai, reddit, now });
  return (
    <Section title={texts.title}>
      {needs.length === 0 ? (
        <p className="flex items-center gap-2 pt-4 text-14 text-soft-text">
          <CircleCheck aria-hidden className="text-good" />
          {texts.nothing}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {needs.map(({ key, tone, text, to, link }) => {
            const { Icon, color } = signs[tone];
            return (
              <li key={key} className="flex gap-2 py-3 text-14">
                <Icon aria-hidden className={`mt-0.5 flex-none ${color}`} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {text} {to !== undefined && link !== undefined ? <ActLink to={to} link={link} /> : null}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
