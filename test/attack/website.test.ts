import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeServer } from '#test/support/serve.ts';
import { answeredDuring } from './others.ts';

async function site(pages: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url ?? '/'] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function open() {
  const server = await makeServer({ security: { allowPrivateHosts: ['127.0.0.1'] } });
  onTestFinished(() => server.close());
  const { token } = await server.member('ann');
  return { server, api: server.api(token) };
}
const bombs: Record<string, string> = {
  'deep nesting': '<div>a'.repeat(100_000),
  'deep nesting after a heading': `<h1>Invoices for freelancers</h1>${'<div>a'.repeat(700_000)}`,
  'unclosed links': '<a href="/about">we send invoices '.repeat(100_000),
  'spaces between tags': '<b> </b>'.repeat(600_000),
  'one element with a million attributes': `<p ${Array.from({ length: 600_000 }, (_, index) => `a${index}`).join(' ')}>`,
  entities: '&amp;'.repeat(1_000_000),
};

test.each(Object.keys(bombs))("doesn't delay other users while parsing a hostile website: %s", async (name) => {
  const { server, api } = await open();
  const websiteUrl = await site({ '/': bombs[name] ?? '' });
  await api.get('/health');
  const { answer, others } = await answeredDuring(server, api.post('/campaigns/propose', { mode: 'website', websiteUrl }));
  expect([200, 400, 503]).toContain(answer.status);
  expect(others).toBeGreaterThan(3);
});

test('finishes parsing five hostile pages, and searches for competitors in them too', async () => {
  const { server, api } = await open();
  const deep = '<div>a'.repeat(100_000);
  const links = ['/pricing', '/about', '/features', '/compare'];
  const front = `<h1>Invoices for freelancers</h1>${links.map((link) => `<a href="${link}">x</a>`).join('')}${deep}`;
  const websiteUrl = await site({ '/': front, ...Object.fromEntries(links.map((link) => [link, deep])) });
  const proposed = await answeredDuring(server, api.post('/campaigns/propose', { mode: 'website', websiteUrl }));
  expect(proposed.answer.status).toBe(200);
  expect(proposed.others).toBeGreaterThan(10);
  const discovered = await answeredDuring(server, api.post('/competitors/discover', { websiteUrl }));
  expect(discovered.answer.status).toBe(200);
  expect(discovered.others).toBeGreaterThan(10);
});
