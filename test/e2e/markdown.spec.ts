import { expect, test } from 'playwright/test';
import type { Post } from '#shared/posts.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

const body = `Which invoicing tool?

I need **invoicing software** that chases late payers, see [my notes](https://example.org/notes).

- sends invoices
- [click](javascript:alert(1)) and [data](data:text/html,x)
- [paypal.com](https://xn--pypal-4ve.com/login)

> which tool would you recommend?

R&D &gt; 3&nbsp;tools&hellip; &amp;amp;

1. واحد
2. اثنان

| tool | price |
| --- | --- |
| A | 12 |

<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

test("renders a post's Markdown and follows only web and email links", async ({ context, page }) => {
  const { token } = await instance.register('mara');
  const campaign = {
    name: 'Invoices',
    offering: 'Invoicing software for freelancers',
    rules: [{ text: 'invoic*' }],
    leadThreshold: 20,
    postFloor: 5,
  };
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', { token, body: campaign });
  await instance.api('POST', '/import/paste', { token, body: { campaignId: id, text: body } });
  await expect.poll(async () => (await instance.api<{ items: Post[] }>('GET', '/posts', { token })).items.length).toBe(1);
  await signIn(context, token);
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/posts`);
  await settled(page);
  const article = page.getByRole('article');
  await expect(article.locator('strong')).toHaveText(/invoicing software/);
  await expect(article.getByRole('listitem').filter({ hasText: /^sends invoices/ })).toBeVisible();
  await expect(article.getByRole('cell', { name: '12' })).toBeVisible();
  // Decoding entities must not need innerHTML, which the Content-Security-Policy refuses.
  await expect(article).toContainText('R&D > 3\u00A0tools… &amp;');
  const directionOf = (list: string) => article.locator(list).evaluate((element) => getComputedStyle(element).direction);
  expect([await directionOf('.prose ul'), await directionOf('.prose ol'), await directionOf('.prose blockquote')]).toEqual([
    'ltr',
    'rtl',
    'ltr',
  ]);
  const link = article.getByRole('link', { name: 'my notes' });
  await expect(link).toHaveAttribute('href', 'https://example.org/notes');
  await expect(link).toHaveAttribute('rel', /nofollow/);
  await expect(article.getByRole('link', { name: 'click' })).toBeHidden();
  await expect(article.getByText('(xn--pypal-4ve.com)')).toBeVisible();
  await expect(article.locator('a[href^="javascript:"], a[href^="data:"], img, script')).toHaveCount(0);
  await expect(page).not.toHaveTitle('run');
  expect(problems).toEqual([]);
});
