import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionId, connectionIds } from '#shared/connections.ts';
import type { Config } from '#core/platform/config.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { createLiveConfig, type LiveConfig } from '#core/platform/live-config.ts';
import { openSecrets, type Secrets, secretFile } from '#core/platform/secrets.ts';
import { createConnectionStore, type WarningLog } from './store.ts';
import { keysOf } from './values.ts';

const refuse = (): never => {
  throw new AppError('unavailable', `${secretFile} is missing`);
};

/** Unlike `openSecrets`, creates no key. */
function readSecrets({ dataDir, security }: Config): Pick<Secrets, 'seal' | 'unseal'> {
  const hasKey = security.secret !== '' || existsSync(join(dataDir, secretFile));
  return hasKey ? openSecrets(dataDir, security.secret) : { seal: refuse, unseal: refuse };
}

export interface SavedConfig extends Pick<LiveConfig, 'config' | 'guardOf'> {
  /** Connections of which a value is saved. */
  saved: ConnectionId[];
}

/** The configuration with what admins saved in the browser, for a command that doesn't open the whole application. */
export async function loadSavedConfig(config: Config, db: Db, log: WarningLog): Promise<SavedConfig> {
  const live = createLiveConfig(config);
  const store = createConnectionStore({ db, secrets: readSecrets(config), now: Date.now, log, live });
  await store.load();
  const saved = connectionIds.filter((id) => keysOf(id).some((key) => store.saved().has(key)));
  return { config: live.config, guardOf: live.guardOf, saved };
}
