import { Printer } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { type Brand, type Report, type ReportLead, reportRoutes } from '#shared/reports.ts';
import { useApi } from '#web/lib/api.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { fullNumber, reasonText, titleOf } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { accents } from '#web/lib/theme.ts';
import { ThemeButton } from '#web/shell/theme-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChartPicture } from '#web/ui/chart.tsx';
import { Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { formatDuration, formatShare } from './format.ts';
import { dayOf, daysOf, reportTexts as texts } from './texts.ts';

/** As wide as what fits between the margins of an A4 page, so that charts print as they are. */
const width = 'mx-auto w-full max-w-170 px-5 md:px-0';

function inAccent(brand: Brand): CSSProperties {
  const { value, darkValue } = accents.find(({ name }) => name === brand.accent) ?? accents[0];
  return { '--primary': `light-dark(hsl(${value}), hsl(${darkValue}))` } as CSSProperties;
}

/** What whoever has the link of a report sees. */
export function ReportPage() {
  const { token = '' } = useParams();
  const { data, error, mutate, isValidating } = useApi(reportRoutes.read, { params: { token } }, { revalidateOnFocus: false });
  if (error?.status === 404 || error?.status === 400) {
    return (
      <main className="grid min-h-dvh place-items-center bg-surface p-8">
        <h1 className="max-w-measure text-center text-16 text-balance">{texts.ended}</h1>
      </main>
    );
  }
  if (error) {
    return (
      <main className="grid min-h-dvh place-items-center bg-surface">
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {texts.failed} {error.message}
        </ErrorState>
      </main>
    );
  }
  if (!data) return <LoadingPane />;
  return (
    <main>
      <ReportSheet
        report={data}
        actions={
          <>
            <Button variant="outline" icon={Printer} onClick={() => window.print()}>
              {texts.print}
            </Button>
            <ThemeButton />
          </>
        }
      />
    </main>
  );
}

/** A report under the name and in the color of whoever makes it. */
export function ReportSheet({ report, actions }: { report: Report; actions: ReactNode }) {
  const title = texts.title(report.campaign);
  usePageTitle(title);
  // Without the product's name, because this is also the name of a PDF.
  useEffect(() => void (document.title = [report.brand.name, title, daysOf(report)].filter(Boolean).join(' · ')), [report, title]);
  return (
    <div style={inAccent(report.brand)} className="min-h-dvh border-t-4 border-primary bg-surface pb-16 print:border-t-0 print:pb-0">
      <div className={width}>
        <header className="flex flex-wrap items-start gap-4 pt-8 pb-6 print:pt-0 print:pb-4">
          <div className="min-w-0 flex-[1_1_18rem]">
            {report.brand.logo === null ? null : (
              <img
                src={report.brand.logo}
                alt={report.brand.name}
                className="mb-3 max-h-12 max-w-50 object-contain print:mb-1 print:max-h-10"
              />
            )}
            {report.brand.name === '' ? null : (
              <p className="text-14 font-semibold wrap-anywhere text-primary">
                <bdi>{report.brand.name}</bdi>
              </p>
            )}
            <h1 className="mt-1 text-28 font-semibold tracking-[-.02em] text-balance wrap-anywhere print:text-20">{title}</h1>
            <p className="mt-1 text-muted">{daysOf(report)}</p>
          </div>
          <span className="flex flex-wrap items-center gap-2 max-md:w-full print:hidden">{actions}</span>
        </header>
        <div className="flex flex-col gap-8 print:gap-4">
          {report.sample ? <Note tone="warn">{texts.sample}</Note> : null}
          <Summary report={report} />
          <Trend weeks={report.weeks} />
          {report.voice.length === 0 ? null : <Voice voice={report.voice} />}
          <Best best={report.best} all={report.leads} />
          <p className="text-12 text-muted">{texts.note}</p>
        </div>
      </div>
    </div>
  );
}

const Summary = ({ report: { leads, contacted, replied, answeredMinutes } }: { report: Report }) => (
  <div className="border-y py-5 print:py-3">
    <Figures
      figures={[
        { value: fullNumber(leads), label: texts.leads },
        { value: fullNumber(contacted), label: texts.contacted },
        { value: fullNumber(replied), label: texts.replied },
        { value: formatDuration(answeredMinutes), label: texts.timeToReply, title: texts.timeToReplyHint },
      ]}
    />
  </div>
);

const Trend = ({ weeks }: Pick<Report, 'weeks'>) => (
  <Section title={texts.weekly} className="break-inside-avoid">
    <div className="pt-4">
      <ChartPicture
        kind="bar"
        caption={texts.weekly}
        series={[texts.allLeads, texts.repliedLeads]}
        rows={weeks.map(({ from, leads, answered }) => ({ label: dayOf(from), values: [leads, answered] }))}
        height={160}
      />
    </div>
  </Section>
);

const Voice = ({ voice }: Pick<Report, 'voice'>) => (
  <Section title={texts.voice} className="break-inside-avoid">
    <ul className="flex flex-col gap-2 pt-4 text-13 print:gap-0 print:pt-2">
      {voice.map(({ name, own, mentions, share }) => (
        <li
          key={name}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem] print:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_8rem] items-center gap-3"
        >
          <bdi className={own ? 'truncate font-semibold' : 'truncate'} title={own ? `${name}, ${texts.own}` : name}>
            {name}
          </bdi>
          <span className="h-2 bg-sunken print:border">
            <span style={{ width: `${String(share * 100)}%` }} className={own ? 'block h-full bg-primary' : 'block h-full bg-control'} />
          </span>
          <span className="text-right whitespace-nowrap text-muted tabular-nums">
            <b className="font-medium text-text">{formatShare(share, 1)}</b> {texts.mentions(mentions)}
          </span>
        </li>
      ))}
    </ul>
  </Section>
);

const Best = ({ best, all }: { best: readonly ReportLead[]; all: number }) => (
  <Section title={texts.best(best.length, all)}>
    {best.length === 0 ? <p className="pt-4 text-muted">{texts.noLeads}</p> : null}
    <ol>
      {best.map((lead, at) => (
        <Lead key={lead.permalink ?? at} lead={lead} />
      ))}
    </ol>
  </Section>
);

function Lead({ lead: { author, community, kind, title, excerpt, reason, permalink, postedAt } }: { lead: ReportLead }) {
  const url = externalUrl(permalink);
  const heading = titleOf({ kind, title }) || excerpt;
  return (
    <li className="break-inside-avoid border-b border-line py-3 last:border-b-0 print:py-1.5">
      <h3 className="line-clamp-2 text-14 font-semibold wrap-anywhere print:line-clamp-1">
        {url === null ? (
          heading
        ) : (
          <a href={url} target="_blank" rel={externalRel} className="text-primary underline-offset-3 hover:underline">
            {heading}
          </a>
        )}
      </h3>
      <p className="text-12 wrap-anywhere text-muted">
        <bdi>{author || texts.deletedAuthor}</bdi> · <bdi>{community}</bdi>
        {postedAt === null ? null : ` · ${dayOf(postedAt)}`}
      </p>
      {title === '' || excerpt === '' ? null : (
        <p className="mt-1 line-clamp-2 text-13 wrap-anywhere text-soft-text print:mt-0">{excerpt}</p>
      )}
      {reason === '' ? null : <p className="mt-1 line-clamp-2 text-13 wrap-anywhere print:mt-0 print:line-clamp-1">{reasonText(reason)}</p>}
    </li>
  );
}
