import { expect, test } from 'playwright/test';
import { itemsIn, sensibleAnswer } from '../ai/support/responders.ts';
import { type FakeOllama, startFakeOllama } from '../support/fakes/ollama/server.ts';
import { seedPeople } from './support/people.ts';
import { runJob, startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';
import { openReply } from './support/reply.ts';

const drafts = [
  'Take the deposit in the same document as the quote.',
  'Reminders on day 3, 10 and 21 (I make a tool for that).',
  'How many of these do you send in a month, and who chases them now?',
];
const drafted = JSON.stringify({ variants: drafts.map((text) => ({ text })) });

let fake: FakeOllama;
let instance: Instance;
let token: string;

test.beforeAll(async () => {
  fake = await startFakeOllama({
    respond: (asked) =>
      asked.system.includes('You write replies')
        ? drafted
        : asked.system.includes('You describe how')
          ? JSON.stringify({ profile: 'Dry. Short sentences, no greeting.' })
          : JSON.stringify({ items: itemsIn(asked).map(sensibleAnswer) }),
  });
  instance = await startInstance({ EARSHOT_AI__PROVIDER: 'ollama', EARSHOT_AI__OLLAMA__HOST: fake.host });
  token = (await instance.register('mara')).token;
  await seedPeople(instance, token);
});
test.afterAll(async () => {
  await instance.close();
  await fake.close();
});

test('shows which model scored a post, and its cost in the settings', async ({ page, context }) => {
  const { problems } = watch(page);
  await signIn(context, token);
  await expect
    .poll(
      async () => (await instance.api<{ items: { scoredBy: string }[] }>('GET', '/posts', { token })).items.map(({ scoredBy }) => scoredBy),
      { timeout: 40_000 },
    )
    .toContain('ollama:qwen3:4b-instruct');
  await page.goto(`${instance.url}/dashboard/settings?tab=ai`);
  await settled(page);
  await expect(page.getByText('Ollama is working')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Your tokens today' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'By campaign' })).toBeVisible();
  await page.goto(`${instance.url}/dashboard`);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Model use today' })).toBeVisible();
  await page.goto(`${instance.url}/dashboard/admin?tab=ai`);
  await settled(page);
  await expect(page.getByRole('region', { name: 'By user' })).toContainText('mara');
  expect(problems).toEqual([]);
});

test("inserts one draft at a time and restores the user's own text", async ({ page, context }) => {
  const { problems } = watch(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/posts`);
  await settled(page);
  await openReply(page);
  const answer = page.getByRole('textbox', { name: 'Your reply' });
  const typed = Promise.withResolvers<void>();
  await page.route('**/draft-reply', (route) => typed.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'Write drafts' }).click();
  await answer.fill('Typed while the model writes');
  typed.resolve();
  await expect(page.getByRole('button', { name: 'Rewrite drafts' })).toBeVisible();
  await expect(answer).toHaveValue('Typed while the model writes');
  await page.getByRole('button', { name: 'Answer only' }).click();
  await expect(answer).toHaveValue(drafts[0] ?? '');
  await page.getByRole('button', { name: 'Answer and mention' }).click();
  await expect(answer).toHaveValue(drafts[1] ?? '');
  await answer.fill('My own words');
  await page.getByRole('button', { name: 'A question' }).click();
  await expect(answer).toHaveValue(drafts[2] ?? '');
  await page.getByRole('button', { name: 'Restore my text' }).click();
  await expect(answer).toHaveValue('My own words');
  const before = fake.requests.length;
  await page.getByRole('button', { name: 'Rewrite drafts' }).click();
  await expect.poll(() => fake.requests.length).toBe(before + 1);
  await expect(answer).toHaveValue('My own words');
  expect(problems).toEqual([]);
});

test('has a draft when a lead opens, in the voice that is described in the settings', async ({ page, context }) => {
  const { problems } = watch(page);
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=ai`);
  await settled(page);
  for (const [index, sample] of ['Honestly, ask for half in advance.', 'Honestly, send it the same day.', 'Do it now, it helps.'].entries())
    await page.getByRole('textbox', { name: `Reply ${String(index + 1)}` }).fill(sample);
  await page.getByRole('button', { name: 'Describe from these' }).click();
  const profile = page.getByRole('textbox', { name: 'Description' });
  await expect(profile).toHaveValue(/^Dry\./);
  await profile.fill('Dry. Never salesy.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('How you write is saved')).toBeVisible();
  await runJob(instance, token, 'drafts');
  const asked = fake.requests.map(({ json }) => JSON.stringify(json)).filter((text) => text.includes('You write replies'));
  expect(asked.at(-1)).toContain('Dry. Never salesy.');
  await page.goto(`${instance.url}/dashboard/leads`);
  await settled(page);
  await page.keyboard.press('r');
  const answer = page.getByRole('textbox', { name: 'Your reply' });
  await expect(answer).toHaveAttribute('placeholder', drafts[0] ?? '');
  await answer.press('Tab');
  await expect(answer).toHaveValue(drafts[0] ?? '');
  // By its number, while the reply is one line.
  await answer.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: `Write a reply Draft: ${drafts[0] ?? ''}` })).toBeVisible();
  await page.keyboard.press('2');
  await expect(answer).toHaveValue(drafts[1] ?? '');
  await page.keyboard.press('1');
  await expect(answer).toHaveValue(drafts[0] ?? '');
  expect(problems).toEqual([]);
});
