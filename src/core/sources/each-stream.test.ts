import { expect, test } from 'vitest';
import type { Stream } from '#core/reddit/stream.ts';
import { eachStream, type ReadStream } from './each-stream.ts';

const streams: Stream[] = ['quick', 'slow'].map((name) => ({ kind: 'feed', name }));

test('stops outstanding work when its reader stops early', async () => {
  const stopped: string[] = [];
  const read: ReadStream = async (stream, _, signal) => {
    if (stream.name === 'slow')
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          stopped.push(stream.name);
          reject(signal.reason);
        }),
      );
    return { stream, state: 'ok', items: [], newest: null, gap: null, refused: 0 };
  };
  for await (const reading of eachStream({ streams, watermarks: new Map(), signal: new AbortController().signal }, read)) {
    expect(reading.stream.name).toBe('quick');
    break;
  }
  expect(stopped).toEqual(['slow']);
});
