import { expect, it } from 'vitest';
import { readTrial } from './live-trial.tsx';

interface Ending {
  error?: Error;
}

/** A response whose bytes arrive in these pieces. Its stream can't be iterated, as in Safari. */
function inPieces(pieces: string[], { error }: Ending = {}): Response {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(stream) {
      const next = left.shift();
      if (next) stream.enqueue(next);
      else if (error) stream.error(error);
      else stream.close();
    },
  });
  Object.defineProperty(body, Symbol.asyncIterator, { value: undefined });
  return new Response(body);
}

const done = '{"isDone":true}\n';
const interrupted = 'The connection was interrupted. Try again.';

it('takes each line once, however its bytes arrive', async () => {
  const taken: unknown[] = [];
  await readTrial(inPieces(['{"matched":1}\n{"best"', ':"é', '"}\n', done]), (trial) => taken.push(trial));
  expect(taken).toEqual([{ matched: 1 }, { best: 'é' }, { isDone: true }]);
});

it.each([
  ['its last line is cut', inPieces(['{"isDone":false}\n{"isD'])],
  ['it ends before the trial is done', inPieces(['{"isDone":false}\n'])],
  ['it breaks', inPieces(['{"isDone":false}\n'], { error: new TypeError('Load failed') })],
  ['it is empty', new Response(null)],
])('says that the connection was interrupted when %s', async (_, response) => {
  await expect(readTrial(response, () => undefined)).rejects.toThrow(interrupted);
});
