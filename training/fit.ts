// Fits src/core/scoring/assess/model.json: weights on lead-eval, calibration on campaigns that weren't used for the weights.
import { writeFileSync } from 'node:fs';
import type { Model } from '#core/scoring/assess/model.ts';
import { fitCalibration } from '../bench/fit/calibrate.ts';
import { readRated, secondEvaluation } from '../bench/fit/rated.ts';
import { matchAll, matchLeftOut } from '../bench/fit/left-out.ts';
import { fitWeights } from '../bench/fit/weights.ts';

/** Where a clear buyer, a possible lead, and mere talk should score; chosen on the held-out sums. */
const grades: Model['grades'] = {
  intent: { slope: 2, center: 0.6 },
  fit: { slope: 2.6, center: -0.75 },
  relevance: { slope: 2.2, center: -0.3 },
};

const first = readRated();
const features = fitWeights(first);
const calibration = fitCalibration([...matchLeftOut(first), ...matchAll(readRated(secondEvaluation), features)]);
const model: Model = { features, grades, calibration };
writeFileSync(new URL('../src/core/scoring/assess/model.json', import.meta.url), `${JSON.stringify(model, null, 2)}\n`);
console.log(calibration);
