// Lighthouse on the dashboard and the leads of a running instance with the sample campaign. Not a dependency, because it needs
// 200 packages.
// npm install --no-save lighthouse puppeteer-core
// node bench/lighthouse.mjs http://localhost:4380 TOKEN
// TOKEN is a signed-in user's (`localStorage.token`). CHROMIUM_PATH names the browser.
import { desktopConfig, default as lighthouse } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const [url, token] = process.argv.slice(2);
if (!url || !token) {
  console.error('node bench/lighthouse.mjs URL TOKEN');
  process.exit(2);
}
const onlyCategories = ['performance', 'accessibility', 'best-practices'];
const measures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

async function visit(path, form) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--headless=new', '--disable-background-networking', '--disable-sync'],
  });
  const page = await browser.newPage();
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((kept) => {
    localStorage.setItem('token', kept);
    localStorage.setItem('getting-started-completed', 'true');
  }, token);
  const flags = { disableStorageReset: true, onlyCategories, logLevel: 'silent' };
  const { lhr } = await lighthouse(url + path, flags, form === 'desktop' ? desktopConfig : undefined, page);
  await browser.close();
  return {
    page: `${path}, ${form}`,
    ...Object.fromEntries(Object.values(lhr.categories).map(({ title, score }) => [title, Math.round(score * 100)])),
    ...Object.fromEntries(measures.map((name) => [name, lhr.audits[name].displayValue])),
    machine: lhr.environment.benchmarkIndex,
    lighthouse: lhr.lighthouseVersion,
  };
}

const rows = [];
for (const path of ['/dashboard', '/dashboard/leads']) for (const form of ['desktop', 'mobile']) rows.push(await visit(path, form));
console.table(rows);
