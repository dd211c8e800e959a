import { expect, test } from 'playwright/test';
import { itemsIn, sensibleAnswer } from '../ai/support/responders.ts';
import { type FakeOllama, startFakeOllama } from '../support/fakes/ollama/server.ts';
import { seedPeople } from './support/people.ts';
import { startInstance, type Instance } from './support/instance.ts';
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
      asked.system.includes('You write replies') ? drafted : JSON.stringify({ items: itemsIn(asked).map(sensibleAnswer) }),
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
    .toContain('ollama:llama3.1');
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
  const answer = await openReply(page);
  await page.getByRole('button', { name: 'Write drafts' }).click();
  await expect(answer).toHaveValue(drafts[0] ?? '');
  await page.getByRole('button', { name: 'Answer and mention' }).click();
  await expect(answer).toHaveValue(drafts[1] ?? '');
  await answer.fill('My own words');
  await page.getByRole('button', { name: 'A question' }).click();
  await expect(answer).toHaveValue(drafts[2] ?? '');
  await page.getByRole('button', { name: 'Restore my text' }).click();
  await expect(answer).toHaveValue('My own words');
  const before = fake.requests.length;
  await page.getByRole('radio', { name: 'Short' }).click();
  await expect.poll(() => fake.requests.length).toBe(before + 1);
  await expect(answer).toHaveValue('My own words');
  expect(problems).toEqual([]);
});
