import { loadSavedConfig, type SavedConfig } from '#core/instance/connections/saved-config.ts';
import type { WarningLog } from '#core/instance/connections/store.ts';
import type { Config } from '#core/platform/config.ts';
import type { Finding } from './finding.ts';
import { withStored } from './stored.ts';

interface Saved extends Pick<SavedConfig, 'config' | 'guardOf'> {
  findings: Finding[];
}

export const nothingSaved = (config: Config): Saved => ({ config, guardOf: () => null, findings: [] });

/** The configuration with what is set under Admin → Connections. A database without tables has nothing. */
export async function readSaved(config: Config): Promise<Saved> {
  const warnings: string[] = [];
  const warn: WarningLog['warn'] = ({ key }, message) => void warnings.push(key === undefined ? message : `${key}: ${message}`);
  const found = await withStored(config, (db) => loadSavedConfig(config, db, { warn })).catch(() => null);
  if (found === null) return nothingSaved(config);
  const { saved, ...live } = found;
  if (saved.length + warnings.length === 0) return { ...live, findings: [] };
  const message = [saved.length > 0 ? `set in the browser: ${saved.join(', ')}` : 'set in the browser', ...warnings].join('. ');
  return { ...live, findings: [{ check: 'connections', level: warnings.length > 0 ? 'watch' : 'ok', message }] };
}
