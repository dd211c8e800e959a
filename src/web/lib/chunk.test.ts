import { describe, expect, it } from 'vitest';
import { ChunkLoadError, chunkTimeout, loadChunk } from './chunk.ts';

describe('loading a chunk', () => {
  it('resolves with the module and clears the timer', async () => {
    let stopped = false;
    const page = await loadChunk(
      1,
      () => Promise.resolve('page'),
      () => () => (stopped = true),
    );
    expect([page, stopped]).toEqual(['page', true]);
  });

  it('names the chunk that failed to load', async () => {
    const failed = loadChunk(7, () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(failed).rejects.toBeInstanceOf(ChunkLoadError);
    await expect(failed).rejects.toMatchObject({ name: 'ChunkLoadError', message: 'Loading chunk 7 failed' });
  });

  it('gives up after 120 s', async () => {
    let limit = 0;
    const fireAtOnce = (act: () => void, milliseconds: number) => {
      limit = milliseconds;
      act();
      return () => {};
    };
    await expect(loadChunk(3, () => new Promise(() => {}), fireAtOnce)).rejects.toThrow('Loading chunk 3 failed');
    expect([limit, chunkTimeout]).toEqual([120_000, 120_000]);
  });
});
