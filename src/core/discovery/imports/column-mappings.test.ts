import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { createColumnMappings } from './column-mappings.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-columns-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('remembers the mapping of a file that was inspected without reading it again', async () => {
  const { core, close } = await makeCore();
  const ann = await makeUser(core, 'ann');
  const mappings = createColumnMappings({ db: core.db, now: core.now });
  const file = join(folder, 'a.csv');
  const fill = () => writeFileSync(file, 'Frage,Thema\nWhich tool?,Invoices\n');
  fill();
  expect(await mappings.inspect(ann, file)).toMatchObject({ mapping: {}, remembered: false });
  rmSync(file);
  await mappings.remember(ann, file, { title: 'Frage' });
  fill();
  expect(await mappings.inspect(ann, file)).toMatchObject({ mapping: { title: 'Frage' }, remembered: true });

  writeFileSync(file, 'Betreff,Inhalt\na,b\n');
  await mappings.remember(ann, file, { title: 'Betreff' });
  expect(await mappings.inspect(ann, file)).toMatchObject({ mapping: { title: 'Betreff' }, remembered: true });
  await close();
});
