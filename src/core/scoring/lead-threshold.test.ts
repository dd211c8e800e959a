import { expect, test } from 'vitest';
import { builtInScores, isModelScore, leadThresholdOf } from './lead-threshold.ts';

test('a campaign with the default threshold makes leads from 70 on, or from 60 on where a model scored', () => {
  expect(leadThresholdOf({ postFloor: 25, leadThreshold: 70 }, false)).toBe(70);
  expect(leadThresholdOf({ postFloor: 25, leadThreshold: 70 }, true)).toBe(60);
});

test.each([69, 71, 40, 90])('a chosen threshold of %i holds for all scores', (leadThreshold) => {
  expect(leadThresholdOf({ postFloor: 25, leadThreshold }, false)).toBe(leadThreshold);
  expect(leadThresholdOf({ postFloor: 25, leadThreshold }, true)).toBe(leadThreshold);
});

test("the threshold for a model's scores isn't below the campaign's floor, nor above its threshold", () => {
  expect(leadThresholdOf({ postFloor: 65, leadThreshold: 70 }, true)).toBe(65);
  expect(leadThresholdOf({ postFloor: 80, leadThreshold: 70 }, true)).toBe(70);
});

test('a score is a model’s unless the built-in scorer left its mark', () => {
  expect(Object.values(builtInScores).filter(isModelScore)).toEqual([]);
  expect(['ollama:llama3.1', 'openai:gpt-4o'].every(isModelScore)).toBe(true);
});
