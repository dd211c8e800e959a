import { expect, it } from 'vitest';
import { reportPageView } from './page-view.ts';

it('a page view names the path, and goes nowhere unless an endpoint is set', () => {
  const sent: string[] = [];
  const send = (url: string, body: string) => sent.push(url, body);
  reportPageView('/dashboard', null, send);
  expect(sent).toEqual([]);
  reportPageView('/dashboard', '/collect', send);
  expect(sent).toEqual(['/collect', '{"type":"page-view","path":"/dashboard"}']);
});
