import { createCell } from '#web/lib/cell.ts';
import { t } from '#web/lib/language.ts';
import { showToast } from '#web/lib/show-toast.ts';

export interface FollowUpRequest {
  leadId: string;
  name: string;
  /** It is to be put off: called when it is, to move on. Returns what brings it back. */
  onSnoozed?: () => () => void;
}
/** The shell hosts the dialog. A cell, so that a request made before it has loaded isn't lost. */
export const followUpRequest = createCell<FollowUpRequest | null>(null);
const noPerson = t('Make it a lead first: a follow-up is about a person.');
/** `null`: the post has no lead yet. */
export const askFollowUp = (request: FollowUpRequest | null): void => (request ? followUpRequest.set(request) : showToast.info(noPerson));
export const askSnooze = (request: FollowUpRequest | null, onSnoozed: () => () => void): void =>
  askFollowUp(request && { ...request, onSnoozed });
