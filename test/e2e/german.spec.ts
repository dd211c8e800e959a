import { readFileSync } from 'node:fs';
import { expect, test, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import type { Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';
import { startWithSample } from './support/sample.ts';

const catalog = (name: string) => JSON.parse(readFileSync(`src/shared/languages/${name}.json`, 'utf8')) as Record<string, string>;
const german = { ...catalog('de'), ...catalog('de-sentences') };
const translations = new Set(Object.values(german));
/** English texts that a German page must not show: those that German says with other words, and that are no German text themselves. */
const english = Object.entries(german).flatMap(([key, text]) => (key === text || key.includes('{') || translations.has(key) ? [] : [key]));

let instance: Instance;
let token: string;
let campaignId: string;

test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
test.beforeAll(async () => {
  ({ instance, token, campaignId } = await startWithSample());
});
test.afterAll(() => instance.close());

/** English texts on the page: what it shows, says to screen readers, and holds in empty fields. Posts are in their authors' words, and forums that are offered have names. */
const englishOn = (page: Page): Promise<string[]> =>
  page.evaluate((texts) => {
    const known = new Set(texts);
    const ours = [...document.querySelectorAll('body *')].filter(
      (element) => !element.closest('mark, bdi, kbd, .evidence-ref, [data-letter], .prose, .font-mono, code, datalist'),
    );
    const shown = ours.flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent),
      ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)),
    ]);
    return [...new Set(shown.map((text) => text?.trim() ?? ''))].filter((text) => known.has(text));
  }, english);

interface Screen {
  name: string;
  path: string;
  /** Shown when it is there. */
  says: string;
}

const screens = (leadId: string): Screen[] => [
  { name: 'today', path: '/dashboard', says: 'Heute' },
  { name: 'leads', path: '/dashboard/leads', says: 'Leads' },
  { name: 'lead', path: `/dashboard/leads/${leadId}`, says: 'Verlauf' },
  { name: 'posts', path: '/dashboard/posts', says: 'Beiträge' },
  { name: 'campaign', path: `/dashboard/campaigns/${campaignId}?tab=settings`, says: 'Wen du suchst' },
  { name: 'analytics', path: '/dashboard/analytics', says: 'Trichter' },
  { name: 'settings', path: '/dashboard/settings', says: 'Einstellungen' },
  { name: 'notifications', path: '/dashboard/settings?tab=notifications', says: 'Benachrichtigungskanäle' },
  { name: 'admin', path: '/dashboard/admin?tab=connections', says: 'Verbindungen' },
];

for (const [size, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`a German browser sees German on ten screens, and none scrolls sideways (${size})`, async ({ page, context }) => {
    const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads?sort=-confidence', { token });
    await page.setViewportSize(viewport);
    const { problems } = watch(page);
    await page.goto(`${instance.url}/login`);
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByText('Gib deine E-Mail-Adresse ein')).toBeVisible();
    expect(await englishOn(page)).toEqual([]);
    await keepScreen(page, `german-login-${size}`);
    await signIn(context, token);
    for (const { name, path, says } of screens(items[0]?.id ?? '')) {
      await page.goto(`${instance.url}${path}`);
      await expect(page.getByText(says, { exact: true }).filter({ visible: true }).first(), name).toBeVisible();
      await settled(page);
      expect(await englishOn(page), name).toEqual([]);
      expect(await fitsAcross(page), name).toBe(true);
      await keepScreen(page, `german-${name}-${size}`);
    }
    await page.goto(`${instance.url}/dashboard/leads/${items[0]?.id ?? ''}`);
    await page.getByRole('button', { name: 'Antwort schreiben' }).first().click();
    await expect(page.getByRole('textbox', { name: 'Deine Antwort' })).toBeVisible();
    await settled(page);
    expect(await englishOn(page), 'reply').toEqual([]);
    await keepScreen(page, `german-reply-${size}`);
    await page.goto(`${instance.url}/dashboard/leads`);
    await settled(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible();
    expect(await englishOn(page), 'keys').toEqual([]);
    await keepScreen(page, `german-keys-${size}`);
    expect(problems).toEqual([]);
  });

test('says the help and refusals with names in them in German, and keeps what people call their tags', async ({ page, context }) => {
  const { problems } = watch(page);
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/help/sources#coverage`);
  await expect(page.getByRole('heading', { name: 'Abdeckung', exact: true })).toBeInViewport();
  await expect(page.getByText('Eine Kampagne beobachtet Quellen, etwa die Beiträge eines Subreddits')).toBeVisible();
  await keepScreen(page, 'german-help');
  await page.goto(`${instance.url}/dashboard/help?q=Ruhezeiten`);
  await page.getByRole('list', { name: 'Suchergebnisse' }).getByRole('link').first().click();
  await expect(page.getByText('Ruhezeiten halten sofortige Nachrichten zurück')).toBeVisible();

  await instance.api('POST', '/competitors', { token, body: { name: 'Quillbill & Söhne' } });
  await page.goto(`${instance.url}/dashboard/competitors`);
  await page.getByRole('button', { name: 'Mitbewerber hinzufügen' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Quillbill & Söhne');
  await dialog.getByRole('button', { name: 'Mitbewerber hinzufügen' }).click();
  await expect(page.getByText('„Quillbill & Söhne“ ist schon in deiner Liste').first()).toBeVisible();
  await keepScreen(page, 'german-refusal');

  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token });
  await instance.api('PATCH', `/leads/${items[0]?.id ?? ''}`, { token, body: { tags: ['New'] } });
  await page.goto(`${instance.url}/dashboard/leads/${items[0]?.id ?? ''}`);
  await expect(page.getByText(`${german['Tag'] ?? ''}: New`, { exact: true })).toBeVisible();
  expect(problems.filter((problem) => !/409/.test(problem))).toEqual([]);
});

test('emails and notifications follow the language that is chosen', async ({ page, context }) => {
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=appearance`);
  const language = async () => (await instance.api<{ settings: { language?: string } }>('GET', '/auth/me', { token })).settings.language;
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  expect(await language()).toBe('en');
  await page.getByText('Deutsch', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sprache' })).toBeVisible();
  expect(await language()).toBe('de');
});

test('keeps a choice of language on the device, and returns to German', async ({ page, context }) => {
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=appearance`);
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.getByText('Deutsch', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sprache' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sprache' })).toBeVisible();
});
