import { List, SquareKanban } from 'lucide-react';
import { Segmented } from '#web/ui/segmented.tsx';
import { boardTexts } from './texts.ts';

const views = [
  { value: 'list' as const, label: boardTexts.list, icon: List },
  { value: 'board' as const, label: boardTexts.board, icon: SquareKanban },
];

export type LeadView = (typeof views)[number]['value'];

export function ViewSwitch({ view, onChange }: { view: LeadView; onChange: (view: LeadView) => void }) {
  return <Segmented label={boardTexts.view} options={views} value={view} onChange={onChange} />;
}
