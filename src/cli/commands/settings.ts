import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { adminSettingsSchema } from '#shared/admin.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const settings = await core.instance.admin.settings(systemActor);
    out.result(settings, () =>
      table(
        ['setting', 'value'],
        Object.entries(settings).map(([key, value]) => [key, String(value)]),
      ),
    );
  });

function runSet(key: string, value: string, shared: Shared): Promise<void> {
  const given = value === 'true' || value === 'false' ? value === 'true' : value;
  const parsed = adminSettingsSchema.partial().safeParse({ [key]: given });
  if (!parsed.success)
    throw new AppError(
      'invalid',
      `Invalid setting or value: ${key} ${value}. Settings: ${Object.keys(adminSettingsSchema.shape).join(', ')}`,
    );
  return withCore(shared, async (core, out) => {
    const settings = await core.instance.admin.changeSettings(systemActor, parsed.data);
    out.result(settings, () => `Set ${key} to ${value}.`);
  });
}

export function addSettingsCommands(program: Command): void {
  const settings = noun(program, 'settings', 'Manage instance settings');
  leaf(settings, { usage: 'list', about: 'List all settings', example: 'earshot settings list' }).action(runList);
  leaf(settings, { usage: 'set <key> <value>', about: 'Change a setting', example: 'earshot settings set betaModeEnabled true' }).action(
    runSet,
  );
}
