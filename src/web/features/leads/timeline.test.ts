import { expect, test } from 'vitest';
import { deedOf } from './timeline.tsx';

test.each([
  [{ kind: 'stage', text: 'new → won' }, 'moved it to Won'],
  [{ kind: 'assignee', text: 'Assigned to Ben Okonkwo' }, 'assigned it to Ben Okonkwo'],
  [{ kind: 'assignee', text: 'Assigned to Ada' }, 'took it'],
  [{ kind: 'assignee', text: 'Unassigned' }, 'unassigned it'],
  [{ kind: 'approval', text: 'Approved the reply in r/freelance' }, 'approved the reply in r/freelance'],
  [{ kind: 'approval', text: 'Sent the reply in r/freelance back' }, 'sent back the reply in r/freelance'],
  [{ kind: 'note', text: 'Notes changed' }, null],
  [{ kind: 'stage', text: 'new → elsewhere' }, null],
] as const)('says what Ada did by %o', (entry, deed) => expect(deedOf(entry, 'Ada')).toBe(deed));
