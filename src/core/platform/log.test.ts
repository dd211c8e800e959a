import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const logUrl = new URL('log.ts', import.meta.url).href;

/** Messages that a process has written by its end. */
function messagesOf(program: string): string[] {
  const code = `import { createLog } from ${JSON.stringify(logUrl)}; const log = await createLog('info', false); ${program}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test.each([
  ['ends by itself', ''],
  ['is ended in the same turn', 'process.exit(1);'],
  ['fails', 'throw new Error("bug");'],
  ['is killed after that turn', 'setImmediate(() => setImmediate(() => process.kill(process.pid, "SIGKILL")));'],
])('writes every line in order when the process %s', (_, end) => {
  const lines = Array.from({ length: 300 }, (__, at) => `line ${at}`);
  expect(messagesOf(`for (let at = 0; at < 300; at += 1) log.info('line ' + at); ${end}`)).toEqual(lines);
});

test('has written a fatal error before the process can go on', () => {
  expect(messagesOf('log.info("before"); log.fatal("bug"); process.kill(process.pid, "SIGKILL"); for (;;);')).toEqual(['before', 'bug']);
});
