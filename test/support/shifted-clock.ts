/**
 * Shifts the clock of every process that loads this file by `TEST_CLOCK_SHIFT_MS`. The runner passes it on by
 * `NODE_OPTIONS=--import`, so that what the tests start is shifted too. Timers run at their usual speed.
 */
const shiftMs = Number(process.env['TEST_CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;
const now = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made === globalThis.Date ? target : made) as object,
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
});
