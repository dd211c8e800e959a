import { isoTime } from '#core/platform/clock.ts';
import {
  type Connection,
  type ConnectionField,
  type ConnectionId,
  connectionIds,
  type ConnectionKey,
  type Connections,
  type ConnectionTest,
  type ConnectionValues,
  secretKeys,
  type TestedId,
} from '#shared/connections.ts';
import type { Way } from '#shared/ai.ts';
import type { ModelCheckPart } from '#shared/model-check.ts';
import { callbackUrlOf } from '#core/accounts/single-sign-on/callback-url.ts';
import { ownOrigin } from '#core/accounts/reset-links.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Config } from '#core/platform/config.ts';
import { browserGuard } from '#core/platform/live-config.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { redirectUriOf } from '#core/reddit/account/linking.ts';
import { checkValues, namesOf } from './check.ts';
import type { ConnectionStore } from './store.ts';
import { configValuesOf, currentValue, isConfigured, keysOf, lockOf, withChanges } from './values.ts';

/** Values to try: the configuration that they make, and the guard for addresses among them. */
export interface Trial {
  config: Config;
  guardOf: GuardOf;
  actor: Actor;
}
export type RunTest = (trial: Trial) => Promise<ConnectionTest>;

interface PartOfCheck {
  part: number;
  way: Way | null;
}

interface ConnectionDeps {
  config: Config;
  store: ConnectionStore;
  tests: Record<TestedId | 'models', RunTest>;
  checkModel: (trial: Trial, asked: PartOfCheck) => Promise<ModelCheckPart>;
  writeAudit: WriteAudit;
  bus: Bus;
}

function fieldOf(key: ConnectionKey, { config, store }: ConnectionDeps): ConnectionField {
  const lock = lockOf(key, config);
  const secret = secretKeys.has(key);
  const value = currentValue(key, config);
  const savedAt = lock ? null : store.savedAt(key);
  return {
    key,
    value: secret ? null : value,
    secret,
    saved: (value ?? '') !== '',
    setBy: lock?.setBy ?? (savedAt === null ? 'default' : 'browser'),
    lockedBy: lock?.name ?? null,
    savedAt: isoTime(savedAt),
  };
}

/** Connections as admins see and change them. Every method throws `forbidden` for everyone else. */
export function createConnections(deps: ConnectionDeps) {
  const { config, store, tests, checkModel, writeAudit, bus } = deps;

  const present = (id: ConnectionId): Connection => ({
    id,
    configured: isConfigured(id, config),
    fields: keysOf(id).map((key) => fieldOf(key, deps)),
  });
  const presentAll = (): Connections => ({
    items: connectionIds.map(present),
    redirectUri: redirectUriOf(config),
    loginCallbackUrl: callbackUrlOf(config),
    webhookUrl: `${ownOrigin(config)}/api/billing/webhook`,
  });

  function checked(id: ConnectionId, values: ConnectionValues, preview = store.preview) {
    const saved = store.saved();
    const after = withChanges(saved, values);
    return { after, next: checkValues(id, values, { saved, after, config, preview }) };
  }
  const trialOf = (actor: Actor, { after, next }: ReturnType<typeof checked>): Trial => ({
    config: next,
    guardOf: browserGuard(next, configValuesOf(after)),
    actor,
  });

  return {
    list(actor: Actor): Connections {
      requireAdmin(actor);
      return presentAll();
    },
    /** Throws `invalid` with a sentence for each field that can't be saved. */
    async change(actor: Actor, id: ConnectionId, values: ConnectionValues): Promise<Connections> {
      requireAdmin(actor);
      // Another server may have saved others.
      await store.load();
      await store.save(checked(id, values).after);
      bus.emit('connections:changed', {});
      await writeAudit(actor, { action: 'connection-changed', target: `connection:${id}`, details: { changed: namesOf(values) } });
      return presentAll();
    },
    /** Tests without storing. A connection that doesn't work is a result, not an error. */
    async test(actor: Actor, id: TestedId, values: ConnectionValues = {}): Promise<ConnectionTest> {
      requireAdmin(actor);
      const result = await tests[id](trialOf(actor, checked(id, values)));
      await writeAudit(actor, { action: 'connection-tested', target: `connection:${id}`, details: { ok: result.ok } });
      return result;
    },
    async models(actor: Actor, values: ConnectionValues): Promise<ConnectionTest> {
      requireAdmin(actor);
      // Without a check that a model is chosen: this is what it is chosen from.
      return tests.models(trialOf(actor, checked('model', values, withModel(store.preview))));
    },
    /** Throws `invalid` for a part that there isn't. */
    async checkModel(actor: Actor, values: ConnectionValues, asked: PartOfCheck): Promise<ModelCheckPart> {
      requireAdmin(actor);
      return checkModel(trialOf(actor, checked('model', values)), asked);
    },
  };
}
export type ConnectionsService = ReturnType<typeof createConnections>;

const withModel =
  (preview: ConnectionStore['preview']): ConnectionStore['preview'] =>
  (values) =>
    preview(new Map([['ai.ollama.model', '?'], ['ai.openai.model', '?'], ...values]));
