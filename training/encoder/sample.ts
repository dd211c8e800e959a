import type { Encoder } from '#core/scoring/encoder/encoder.ts';
import type { SampleText } from '#core/scoring/encoder/table.ts';
import { foldToString } from '#core/text/fold.ts';
import { createRandom } from '../../bench/fit/random.ts';

const sampleSize = 700;

/** General texts as rows of the encoder, from JSON lines. */
export function drawSample(lines: readonly string[], encoder: Pick<Encoder, 'rowsOf'>): SampleText[] {
  const random = createRandom(5);
  return Array.from({ length: sampleSize }, () => {
    const { title, body } = JSON.parse(lines[Math.floor(random() * lines.length)] ?? '{}') as { title: string; body: string };
    const titleText = termsOf(title);
    const whole = Uint16Array.from(encoder.rowsOf([...titleText, ...termsOf(body)]));
    return { title: whole.subarray(0, encoder.rowsOf(titleText).length), whole };
  });
}

const termsOf = (text: string): string[] =>
  foldToString(text)
    .split(' ')
    .filter((word) => word !== '');
