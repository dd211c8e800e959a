import { AudioLines } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Schedule } from '#shared/schedule.ts';
import { Section } from '#web/ui/section.tsx';
import { texts } from './texts.ts';
import { whenOf } from './times.ts';

export function UpcomingRuns({ listening, zone }: Pick<Schedule, 'listening'> & { zone: string }) {
  return (
    <Section title={texts.nextRuns} className="mt-10">
      {listening.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noRuns}</p> : null}
      <ul>
        {listening.map(({ campaignId, name, at }) => (
          <li key={campaignId} className="flex flex-wrap items-center gap-x-3 border-b border-line py-2.5 text-13 last:border-b-0">
            <AudioLines aria-hidden className="size-4 text-muted" />
            <Link to={`/dashboard/campaigns/${campaignId}`} className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <time dateTime={at} className="text-muted tabular-nums">
              {whenOf(at, zone)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
