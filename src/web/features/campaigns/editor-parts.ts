import type { CampaignDraft } from './draft.ts';

/** What every part of the editor works on. */
export interface EditorPartProps {
  draft: CampaignDraft;
  onChange: (change: Partial<CampaignDraft>) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}
