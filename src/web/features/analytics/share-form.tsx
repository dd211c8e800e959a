import { useState } from 'react';
import { ImagePlus, X } from 'lucide-react';
import { competitorRoutes } from '#shared/competitors.ts';
import { type Brand, linkLives, newReportSchema, reportRoutes, maxLogoLength } from '#shared/reports.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { Secret } from '#web/features/settings/fields.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { basePath } from '#web/lib/base-path.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { pictureOf } from '#web/lib/files.ts';
import { checkFields, useCheckedForm } from '#web/lib/form.ts';
import { useTheme } from '#web/lib/theme.ts';
import { Can } from '#web/lib/session.tsx';
import { AccentPicker } from '#web/ui/accent-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/choice.tsx';
import { Field, Input, Select, FailureAlert, InputField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { ChosenRange } from './range-picker.tsx';
import { shareTexts as texts } from './texts.ts';

/** Larger than it is ever shown or printed. */
const edge = 400;

function LogoField({ logo, onChange }: { logo: string | null; onChange: (logo: string | null) => void }) {
  const [isRefused, setRefused] = useState(false);
  const take = async (file: Blob | undefined) => {
    const made = file ? await pictureOf(file, { edge, length: maxLogoLength }) : null;
    setRefused(made === null);
    if (made !== null) onChange(made);
  };
  if (logo !== null)
    return (
      <figure className="flex items-center gap-3">
        <img src={logo} alt={texts.logo} className="max-h-12 max-w-40 rounded-sm object-contain" />
        <Button variant="ghost" size="sm" icon={X} onClick={() => onChange(null)}>
          {texts.removeLogo}
        </Button>
      </figure>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      {isRefused ? <Note tone="bad">{texts.notALogo}</Note> : null}
      <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 text-13 font-medium text-primary hover:underline has-focus-visible:outline-2">
        <ImagePlus aria-hidden className="size-4" />
        {texts.addLogo}
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="sr-only"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </label>
    </div>
  );
}

export interface ShareProps {
  range: ChosenRange;
  /** The last day that can be chosen. */
  today: string;
  campaigns: readonly CampaignOption[];
}

const lives = linkLives.map((days) => ({ value: String(days), label: texts.life(days) }));

/** Makes a link. */
export function NewLink({ range, today, campaigns, brand: stored }: ShareProps & { brand: Brand }) {
  const { dark } = useTheme();
  const competitors = useApi(competitorRoutes.list, {}).data?.items ?? [];
  const [campaignId, setCampaignId] = useState(range.campaignId ?? 'all');
  const [life, setLife] = useState('30');
  const [brand, setBrand] = useState(stored);
  const [competitorIds, setCompetitorIds] = useState<string[]>([]);
  const [link, setLink] = useState<string | null>(null);
  const check = (form: HTMLFormElement) => {
    const days = Object.fromEntries([...new FormData(form)].filter(([name]) => name === 'from' || name === 'to'));
    const campaign = campaignId === 'all' ? {} : { campaignId };
    return checkFields(newReportSchema, { ...days, ...campaign, zone: browserTimeZone(), expiresInDays: Number(life), competitorIds });
  };
  const form = useCheckedForm(check, async (body) => {
    if (brand.name !== stored.name || brand.accent !== stored.accent || brand.logo !== stored.logo)
      await call(reportRoutes.setBrand, { body: brand });
    const { path } = await call(reportRoutes.create, { body });
    setLink(location.origin + basePath + path);
    markStale(['/reports']);
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FailureAlert failure={form.failure ?? form.errors['competitorIds'] ?? null} />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={texts.campaign}>
          <Select full options={[{ value: 'all', label: texts.allCampaigns }, ...campaigns]} value={campaignId} onChange={setCampaignId} />
        </Field>
        <Field label={texts.expires}>
          <Select full options={lives} value={life} onChange={setLife} />
        </Field>
        <InputField form={form} label={texts.from} type="date" name="from" max={today} defaultValue={range.from} />
        <InputField form={form} label={texts.to} type="date" name="to" max={today} defaultValue={range.to} />
      </div>
      <Can do="manage">
        <Field label={texts.name} hint={texts.nameHint}>
          <Input value={brand.name} maxLength={60} onChange={({ target }) => setBrand({ ...brand, name: target.value })} />
        </Field>
        <LogoField logo={brand.logo} onChange={(logo) => setBrand({ ...brand, logo })} />
        <AccentPicker value={brand.accent} onChange={(accent) => setBrand({ ...brand, accent })} dark={dark} />
      </Can>
      {competitors.length === 0 ? null : (
        <CheckboxGroup
          label={texts.voice}
          hint={texts.voiceHint}
          options={competitors.map(({ id, name }) => ({ value: id, label: name }))}
          value={competitorIds}
          onChange={setCompetitorIds}
        />
      )}
      <div>
        <Button type="submit" busy={form.busy}>
          {texts.create}
        </Button>
      </div>
      {link === null ? null : <Secret note={texts.once} secret={link} />}
    </form>
  );
}
