import { expect, it } from 'vitest';
import { reportPageView } from './page-title.ts';

it('reports the path of a page view, and nothing without an endpoint', () => {
  const sent: string[] = [];
  const send = (url: string, body: string) => sent.push(url, body);
  reportPageView('/dashboard', null, send);
  expect(sent).toEqual([]);
  reportPageView('/dashboard', '/collect', send);
  expect(sent).toEqual(['/collect', '{"type":"page-view","path":"/dashboard"}']);
});

it('keeps the secrets of links out of the path', () => {
  const sent: string[] = [];
  for (const path of ['/beta-verification/s3cret', '/mail/s3cret', '/report/s3cret'])
    reportPageView(path, '/collect', (_, body) => sent.push(body));
  expect(sent).toEqual([
    '{"type":"page-view","path":"/beta-verification/-"}',
    '{"type":"page-view","path":"/mail/-"}',
    '{"type":"page-view","path":"/report/-"}',
  ]);
});
