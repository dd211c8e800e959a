import type { ReportPace } from '#shared/report-emails.ts';
import type { Report } from '#shared/reports.ts';
import { emailPage, htmlLink, htmlLine, quiet, strong } from '#core/platform/email/html.ts';
import { lineOf } from '#core/text/clean.ts';

interface ReportEmail {
  report: Report;
  pace: ReportPace;
  /** Of the page with the report. */
  url: string;
  /** UTC ms. */
  expiresAt: number;
  /** Null: it is a trial for whoever set it up. */
  unsubscribeUrl: string | null;
}

const daysFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const number = new Intl.NumberFormat('en');
const counted = (count: number, one: string): string => `${number.format(count)} ${count === 1 ? one : `${one}s`}`;

function durationOf(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return 'less than a minute';
  if (whole < 60) return counted(whole, 'minute');
  if (whole < 48 * 60) return counted(Math.round(whole / 60), 'hour');
  return counted(Math.round(whole / 1440), 'day');
}

function figuresOf({ leads, contacted, replied, answeredMinutes }: Report): [label: string, value: string][] {
  const time: [string, string][] = answeredMinutes === null ? [] : [['Time to reply (median)', durationOf(answeredMinutes)]];
  return [['Leads', number.format(leads)], ['Contacted', number.format(contacted)], ['Replied', number.format(replied)], ...time];
}

/** An email with the figures of a report and its link: who sends it, its subject, and its two parts. */
export function reportEmail({ report, pace, url, expiresAt, unsubscribeUrl }: ReportEmail) {
  const { brand, campaign, from, to, sample } = report;
  const sender = lineOf(brand.name, 60);
  const title = lineOf(campaign ?? 'Conversations report', 120);
  const days = daysFormat.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');
  const figures = figuresOf(report);
  const warning = sample ? 'The figures include made-up posts from the sample campaign.' : '';
  const until = `The link works until ${daysFormat.format(expiresAt)}.`;
  const why =
    unsubscribeUrl === null
      ? 'This is a trial, sent to you alone.'
      : `${sender || 'Earshot'} sends you this report every ${pace === 'weekly' ? 'week' : 'month'}.`;
  const text = [
    `${title}\n${days}`,
    figures.map(([label, value]) => `${label}: ${value}`).join('\n'),
    warning,
    `Read the report: ${url}\n${until}`,
    ['-- ', why, unsubscribeUrl === null ? '' : `Unsubscribe: ${unsubscribeUrl}`].filter(Boolean).join('\n'),
  ];
  const rows = figures.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 0;font-size:14px;${quiet}">${label}</td><td class="strong" align="right" style="padding:6px 0;font-size:16px;font-weight:600;${strong}">${value}</td></tr>`,
  );
  const body = `<tr><td class="line" style="padding:12px 0 18px;border-top:1px solid #dfe4e8">
${htmlLine(days, `font-size:14px;${quiet}`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0">${rows.join('\n')}</table>
${htmlLine(warning, `font-size:13px;${quiet}`)}
<p style="margin:18px 0 0;font-size:16px">${htmlLink(url, 'Read the report')}</p>
${htmlLine(until, `font-size:13px;${quiet}`)}
</td></tr>`;
  return {
    ...(sender === '' ? {} : { fromName: sender }),
    subject: `${title}, ${days}`,
    text: text.filter(Boolean).join('\n\n'),
    html: emailPage({
      sender: sender || 'Earshot',
      title,
      parts: [body],
      foot: [htmlLine(why, quiet), htmlLink(unsubscribeUrl, 'Unsubscribe', quiet)].filter(Boolean).join(''),
    }),
  };
}
