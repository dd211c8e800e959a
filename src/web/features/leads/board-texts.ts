import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const boardTexts = {
  title: t('Leads by stage'),
  failed: t("Couldn't load these leads."),
  empty: t('No leads in this stage'),
  more: t('Show more'),
  count: (count: number, isMore: boolean) => (isMore ? `${fullNumber(count)}+` : fullNumber(count)),
  value: t('Value'),
  sumHint: (isMore: boolean) => (isMore ? t('Value of the leads shown') : t('Value of these leads')),
  open: (name: string) => t('Open {name}', { name }),
  handle: (name: string) => t('Move {name} with the arrow keys', { name }),
  moveNamed: (name: string) => t('Move {name} to a stage', { name }),
  moveTo: (stage: string) => t('Move to {stage}', { stage }),
  howTo: t('Press Space to pick up a card, the left and right arrow keys to change its stage, Space to drop it, and Escape to cancel.'),
  pickedUp: (name: string) => t('Picked up {name}.', { name }),
  over: (name: string, stage: string) => t('{name} is over {stage}.', { name, stage }),
  dropped: (name: string, stage: string) =>
    stage === '' ? t("{name} wasn't moved.", { name }) : t('{name} moved to {stage}.', { name, stage }),
  canceled: (name: string) => t("Canceled. {name} wasn't moved.", { name }),
};
