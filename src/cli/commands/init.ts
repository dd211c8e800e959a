import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { AppError } from '#core/platform/errors.ts';
import { version } from '#shared/product.ts';
import { leaf, type Shared } from '../command.ts';
import { createOutput } from '../output.ts';

const template = `# Earshot. Every key has a default; keep only the ones you change. config.example.yaml lists them all.
# Any key can also come from the environment: EARSHOT_HTTP__PORT=8080, EARSHOT_REDDIT__CLIENT_SECRET_FILE=/run/secrets/reddit

dataDir: ./data

http:
  port: 3000
  # host: 0.0.0.0                        # only behind a reverse proxy with TLS
  # publicUrl: https://earshot.example.com

reddit:
  # Without a client id Reddit isn't read; all other sources and imports work. Reddit accepts no new apps:
  # this is for one that it has approved. Register it before January 12, 2027, at https://developers.reddit.com/app-registration
  # clientId: ""
  # clientSecret: ""
  # userAgent: "web:com.example.earshot:v${version} (by /u/you)"
`;

function runInit(file: string, shared: Shared & { force?: boolean }): void {
  const out = createOutput(shared.json === true);
  try {
    writeFileSync(file, template, { mode: 0o600, flag: shared.force ? 'w' : 'wx' });
  } catch (error) {
    throw new AppError('conflict', `Couldn't write ${file}. If it exists, --force overwrites it.`, { cause: error });
  }
  out.result({ file }, () => `Wrote ${file}. Next: earshot doctor, then earshot serve.`);
}

export function addInit(program: Command): void {
  leaf(program, { usage: 'init [file]', about: 'Create a config.yaml to start from', example: 'earshot init' })
    .option('--force', 'overwrite an existing file')
    .action((file: string | undefined, shared: Shared & { force?: boolean }) => runInit(file ?? 'config.yaml', shared));
}
