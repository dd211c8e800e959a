import { type FunnelStep, funnelSteps } from '#shared/analytics.ts';
import { t } from '#web/lib/language.ts';
import { dateFormat } from '#web/lib/format.ts';
import { dayParam, idParam, oneOf, readUrlParams } from '#web/lib/url-params.ts';

const dayMs = 86_400_000;

export const presets = ['7', '30', '90', '365'] as const;
export type Preset = (typeof presets)[number];
const defaultPreset: Preset = '30';

const readers = { days: oneOf(presets), from: dayParam, to: dayParam, campaign: idParam, step: oneOf(funnelSteps) };

/** Both dates are inclusive. */
export interface ChosenRange {
  preset: Preset | 'custom';
  from: string;
  to: string;
  campaignId: string | undefined;
  /** Only what reached this step of the funnel. */
  step: FunnelStep | undefined;
}

/** "October 23 to November 21", with years if they differ. */
export function rangeLabel({ from, to }: ChosenRange): string {
  const format = dateFormat({
    day: 'numeric',
    timeZone: 'UTC',
    ...(from.slice(0, 4) === to.slice(0, 4) ? { month: 'long' } : { month: 'short', year: 'numeric' }),
  });
  return from === to
    ? format.format(new Date(from))
    : t('{from} to {to}', { from: format.format(new Date(from)), to: format.format(new Date(to)) });
}

/** The date in a time zone, such as `2026-11-21`; in the browser's zone if the given one is unknown. */
export function dateIn(zone: string | undefined, now: number): string {
  const of = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  try {
    return of(zone);
  } catch {
    return of(undefined);
  }
}

const shifted = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The range in the URL; swapped dates are put in order. */
export function rangeOf(address: URLSearchParams, today: string): ChosenRange {
  const { days, from, to, campaign, step } = readUrlParams(address, readers);
  if (from !== undefined || to !== undefined) {
    const ends = [from ?? shifted(to ?? today, -29), to ?? today].toSorted();
    return { preset: 'custom', from: ends[0] ?? today, to: ends[1] ?? today, campaignId: campaign, step };
  }
  const preset = days ?? defaultPreset;
  return { preset, from: shifted(today, 1 - Number(preset)), to: today, campaignId: campaign, step };
}

/** URL filters for a preset; the default one leaves the URL empty. */
export const presetFilters = (preset: Preset) => ({ days: preset === defaultPreset ? undefined : preset, from: undefined, to: undefined });
export const customFilters = (from: string, to: string) => ({ days: undefined, from, to });
