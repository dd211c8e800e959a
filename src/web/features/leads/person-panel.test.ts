import { describe, expect, test } from 'vitest';
import { createAutosave, type SaveState, mentionAt } from './person-panel.tsx';

function setUp(failures = 0) {
  const saved: string[] = [];
  const states: SaveState[] = [];
  let due: (() => void) | null = null;
  const gates: (() => void)[] = [];
  let left = failures;
  const autosave = createAutosave({
    delay: 800,
    onState: (state) => states.push(state),
    schedule: (run) => {
      due = run;
      return () => {
        due = null;
      };
    },
    save: async (text) => {
      await new Promise<void>((resolve) => {
        gates.push(resolve);
      });
      if (left-- > 0) throw new Error('offline');
      saved.push(text);
    },
  });
  const settle = async () => {
    gates.shift()?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { autosave, saved, states, settle, gates, quiet: () => due?.() };
}

describe('autosave of notes', () => {
  test('saves once after typing stops', async () => {
    const { autosave, saved, states, settle, gates, quiet } = setUp();
    autosave.change('a');
    autosave.change('ab');
    expect(gates).toHaveLength(0);
    quiet();
    await settle();
    expect(saved).toEqual(['ab']);
    expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved']);
  });

  test('saves text typed during a save after it', async () => {
    const { autosave, saved, settle, gates, quiet } = setUp();
    autosave.change('first');
    quiet();
    autosave.change('second');
    quiet();
    expect(gates).toHaveLength(1);
    await settle();
    await settle();
    expect(saved).toEqual(['first', 'second']);
  });

  test('reports a failed save and keeps the text for the next attempt', async () => {
    const { autosave, saved, states, settle } = setUp(1);
    autosave.change('text');
    autosave.flush();
    await settle();
    expect(states.at(-1)).toBe('failed');
    autosave.flush();
    await settle();
    expect(saved).toEqual(['text']);
    expect(states.at(-1)).toBe('saved');
  });

  test('saves newer text instead of the text that failed', async () => {
    const { autosave, saved, settle } = setUp(1);
    autosave.change('old');
    autosave.flush();
    autosave.change('new');
    await settle();
    autosave.flush();
    await settle();
    expect(saved).toEqual(['new']);
  });

  test('saves nothing if nothing was typed', () => {
    const { autosave, gates } = setUp();
    autosave.flush();
    expect(gates).toHaveLength(0);
  });
});

test.each([
  ['@', { start: 1, written: '' }],
  ['Ask @be', { start: 5, written: 'be' }],
  ['(@ben lee', { start: 2, written: 'ben lee' }],
  ['Ask\n@be', { start: 5, written: 'be' }],
  ['ben@be', null],
  ['Nobody', null],
  ['@ben, and', null],
])('finds what is written after the @ before the caret in %j', (text, found) => expect(mentionAt(text, text.length)).toEqual(found));
