/**
 * Preloaded with `node --import`: kills the process with SIGKILL just before its KILL_AT-th change to the file system, counted
 * from 1. Patches the functions for every module.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env['KILL_AT']);
let changes = 0;

function count(): void {
  changes += 1;
  if (changes === killAt) process.kill(process.pid, 'SIGKILL');
}

for (const name of [
  'linkSync',
  'renameSync',
  'rmSync',
  'fsyncSync',
  'copyFileSync',
  'mkdirSync',
  'chmodSync',
  'write',
  'writev',
  'fsync',
] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.defineProperty(fs, name, {
    value: (...args: unknown[]) => {
      count();
      return real(...args);
    },
  });
}
syncBuiltinESMExports();
