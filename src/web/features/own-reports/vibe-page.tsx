import { vibeRoutes, type Vibe, type VibeFindings, type VibeHistory } from '#shared/vibe.ts';
import { authorName } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { ReportFrame } from './report-frame.tsx';
import { frameTexts, vibeTexts as texts } from './texts.ts';
import { useReport } from './use-report.ts';
import { CommunitiesSection, FiguresSection } from './vibe-figures.tsx';
import { VibeHistorySections } from './vibe-history.tsx';
import { HoursSection, ToneSection, TopicsSection } from './vibe-sections.tsx';

const dateOf = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone });

function leadOf({ posts, comments, username, from, to, zone, capped }: Vibe): string {
  const made = texts.of(posts, comments, authorName(username));
  const when = from && to ? texts.between(dateOf(from, zone), dateOf(to, zone)) : '.';
  return [`${made}${when}`, capped ? texts.capped : ''].join(' ').trim();
}

function Findings({ findings, zone }: { findings: VibeFindings; zone: string }) {
  return (
    <>
      <FiguresSection findings={findings} />
      <CommunitiesSection findings={findings} />
      <HoursSection hours={findings.hours} zone={zone} />
      <TopicsSection topics={findings.topics} />
    </>
  );
}

function Report({ vibe, history }: { vibe: Vibe; history: VibeHistory }) {
  const { findings, zone, hidden, sampleSize, missing, error } = vibe;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_352px]">
      <div className="flex min-w-0 flex-col gap-10">
        {error === null ? null : <Note tone="warn">{frameTexts.older(error)}</Note>}
        {findings ? <Findings findings={findings} zone={zone} /> : <Note>{hidden ? texts.hidden : texts.few(sampleSize, missing)}</Note>}
      </div>
      <aside className="flex min-w-0 flex-col gap-10">
        {findings ? <ToneSection tone={findings.tone} /> : null}
        <VibeHistorySections items={history.items} />
        <Section title={frameTexts.howTo}>
          <p className="pt-3 text-13 text-muted">{texts.how}</p>
        </Section>
      </aside>
    </div>
  );
}

export function VibePage() {
  usePageTitle(texts.title);
  const state = useReport({
    run: vibeRoutes.analyze,
    latest: vibeRoutes.latest,
    history: vibeRoutes.history,
    input: { query: { zone: browserTimeZone() } },
  });
  const { report, history } = state;
  return (
    <ReportFrame page={texts} state={state} lead={report ? leadOf(report) : null}>
      {report && history ? <Report vibe={report} history={history} /> : null}
    </ReportFrame>
  );
}
