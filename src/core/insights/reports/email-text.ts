import type { Language, Texts } from '#shared/language.ts';
import type { ReportPace } from '#shared/report-emails.ts';
import type { Report } from '#shared/reports.ts';
import { emailPage, htmlLink, htmlLine, quiet, strong } from '#core/platform/email/html.ts';
import { textsIn } from '#core/platform/language.ts';
import { lineOf } from '#core/text/clean.ts';

interface ReportEmail {
  language: Language | undefined;
  report: Report;
  pace: ReportPace;
  /** Of the page with the report. */
  url: string;
  /** UTC ms. */
  expiresAt: number;
  /** Null: it is a trial for whoever set it up. */
  unsubscribeUrl: string | null;
}

function durationOf({ t }: Texts, minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return t('less than a minute');
  if (whole < 60) return t('{count, plural, one {# minute} other {# minutes}}', { count: whole });
  if (whole < 48 * 60) return t('{count, plural, one {# hour} other {# hours}}', { count: Math.round(whole / 60) });
  return t('{count, plural, one {# day} other {# days}}', { count: Math.round(whole / 1440) });
}

function figuresOf(texts: Texts, { leads, contacted, replied, answeredMinutes }: Report): [label: string, value: string][] {
  const { t, language } = texts;
  const number = new Intl.NumberFormat(language);
  const time: [string, string][] = answeredMinutes === null ? [] : [[t('Time to reply (median)'), durationOf(texts, answeredMinutes)]];
  return [[t('Leads'), number.format(leads)], [t('Contacted'), number.format(contacted)], [t('Replied'), number.format(replied)], ...time];
}

function whyOf({ t }: Texts, { pace, sender, isTrial }: { pace: ReportPace; sender: string; isTrial: boolean }): string {
  if (isTrial) return t('This is a trial, sent to you alone.');
  return pace === 'weekly'
    ? t('{sender} sends you this report every week.', { sender })
    : t('{sender} sends you this report every month.', { sender });
}

/** An email with the figures of a report and its link, in its owner's language: who sends it, its subject, and its two parts. */
export function reportEmail({ language, report, pace, url, expiresAt, unsubscribeUrl }: ReportEmail) {
  const texts = textsIn(language);
  const { t } = texts;
  const daysFormat = new Intl.DateTimeFormat(texts.language, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const { brand, campaign, from, to, sample } = report;
  const sender = lineOf(brand.name, 60);
  const title = lineOf(campaign ?? t('Conversations report'), 120);
  const days = daysFormat.formatRange(new Date(from), new Date(to)).replaceAll('\u2009', ' ');
  const figures = figuresOf(texts, report);
  const warning = sample ? t('The figures include made-up posts from the sample campaign.') : '';
  const until = t('The link works until {day}.', { day: daysFormat.format(expiresAt) });
  const why = whyOf(texts, { pace, sender: sender || 'Earshot', isTrial: unsubscribeUrl === null });
  const text = [
    `${title}\n${days}`,
    figures.map(([label, value]) => `${label}: ${value}`).join('\n'),
    warning,
    `${t('Read the report')}: ${url}\n${until}`,
    ['-- ', why, unsubscribeUrl === null ? '' : `${t('Unsubscribe')}: ${unsubscribeUrl}`].filter(Boolean).join('\n'),
  ];
  const rows = figures.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 0;font-size:14px;${quiet}">${label}</td><td class="strong" align="right" style="padding:6px 0;font-size:16px;font-weight:600;${strong}">${value}</td></tr>`,
  );
  const body = `<tr><td class="line" style="padding:12px 0 18px;border-top:1px solid #dfe4e8">
${htmlLine(days, `font-size:14px;${quiet}`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0">${rows.join('\n')}</table>
${htmlLine(warning, `font-size:13px;${quiet}`)}
<p style="margin:18px 0 0;font-size:16px">${htmlLink(url, t('Read the report'))}</p>
${htmlLine(until, `font-size:13px;${quiet}`)}
</td></tr>`;
  return {
    ...(sender === '' ? {} : { fromName: sender }),
    subject: `${title}, ${days}`,
    text: text.filter(Boolean).join('\n\n'),
    html: emailPage({
      language: texts.language,
      sender: sender || 'Earshot',
      title,
      parts: [body],
      foot: [htmlLine(why, quiet), htmlLink(unsubscribeUrl, t('Unsubscribe'), quiet)].filter(Boolean).join(''),
    }),
  };
}
