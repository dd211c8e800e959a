import type { Command } from 'commander';
import type { Log } from '#core/platform/log.ts';
import { leaf, toolsOf, type Shared } from '../command.ts';
import { untilSignal } from '../signals.ts';

/** For people: what they can open in a browser. */
export const openable = (url: string): string => url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])/, '//localhost');

/** A bug that nobody caught leaves unknown state behind: it is logged whole, and the supervisor starts anew. */
function endOnBug(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/** A supervisor kills what takes longer; everything that was answered is stored, so that an end is always safe. */
const longestStopMs = 8_000;

function endInTime(log: Log): void {
  setTimeout(() => {
    log.warn('work did not end in time; it goes on after the next start');
    process.exit(0);
  }, longestStopMs).unref();
}

async function runServe(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const [{ createLog }, { openCore }, { startJobs }, { serve }] = await Promise.all([
    import('#core/platform/log.ts'),
    import('#core/open.ts'),
    import('#jobs/scheduler.ts'),
    import('#server/main.ts'),
  ]);
  const log = await createLog(config.log.level, process.stderr.isTTY);
  endOnBug(log);
  const core = await openCore(config, { log, hold: 'own' });
  try {
    const server = await serve(core);
    const stopJobs = config.jobs.enabled ? await startJobs(core) : async () => {};
    out.say(`Earshot is listening on ${openable(config.http.publicUrl || server.url)}`);
    const signal = await untilSignal();
    log.info({ signal }, 'stopping');
    endInTime(log);
    await Promise.all([server.close(), stopJobs()]);
  } finally {
    await core.close();
  }
}

export function addServe(program: Command): void {
  leaf(program, {
    usage: 'serve',
    about: 'Start the server: migrate the database, listen, fetch from Reddit',
    example: 'EARSHOT_HTTP__PORT=8080 earshot serve',
  }).action(runServe);
}
