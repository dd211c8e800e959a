import { List, SquareKanban } from 'lucide-react';
import { Segmented } from '#web/ui/segmented.tsx';
import { listTexts } from './list-texts.ts';

const views = [
  { value: 'list' as const, label: listTexts.list, icon: List },
  { value: 'board' as const, label: listTexts.board, icon: SquareKanban },
];

export type Shown = (typeof views)[number]['value'];

export function ViewSwitch({ view, onChange }: { view: Shown; onChange: (view: Shown) => void }) {
  return <Segmented label={listTexts.view} options={views} value={view} onChange={onChange} />;
}
