import type { CampaignDraft } from './draft.ts';

export interface EditorPartProps {
  draft: CampaignDraft;
  onChange: (change: Partial<CampaignDraft>) => void;
  /** Field name → error message. */
  errors: Readonly<Record<string, string>>;
}
