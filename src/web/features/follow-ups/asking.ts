import { createCell } from '#web/lib/cell.ts';
import { say } from '#web/lib/say.ts';

export interface Asked {
  leadId: string;
  name: string;
}
/** Opens the dialog, which stands once in the shell. A cell, so that who asks before it has been loaded is not forgotten. */
export const followUpAsked = createCell<Asked | null>(null);
const noPerson = 'Make it a lead first: a follow-up is about a person.';
/** Null: nobody is known as a lead. */
export const askFollowUp = (asked: Asked | null): void => (asked ? followUpAsked.set(asked) : say.info(noPerson));
