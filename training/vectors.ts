import { vectorScale } from '#core/scoring/reader/sentences.ts';

const toByte = (value: number): number => Math.max(-127, Math.min(127, Math.round(value * vectorScale)));

/** A vector as it is stored. */
export const toBytes = (vector: Float32Array): Buffer => Buffer.from(Int8Array.from(vector, toByte).buffer);
