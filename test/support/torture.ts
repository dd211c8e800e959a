/** `npm run test:torture` runs the whole form of tests that `npm test` runs in a quick one. */
const isTorture = process.env['EARSHOT_TORTURE'] !== undefined;

/** How often to repeat something. */
export const times = (quick: number, whole: number): number => (isTorture ? whole : quick);
