import { Archive, Ellipsis, Eye, EyeOff, UserCheck, X } from 'lucide-react';
import type { DismissReason } from '#shared/posts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { ReasonPicker, reasonTexts } from '../actions/reason-picker.tsx';
import type { Selection } from './items.ts';
import { texts, type BulkAction } from '../texts.ts';

interface BulkBarProps {
  selection: Selection<unknown>;
  canLead: boolean;
  asking: boolean;
  onAsk: (asking: boolean) => void;
  onAct: (action: BulkAction, reason?: DismissReason) => void;
}

/** Replaces the filter bar while items are selected. */
export function BulkBar({ selection, canLead, asking, onAsk, onAct }: BulkBarProps) {
  const count = selection.chosen.length;
  return (
    <div
      role="toolbar"
      aria-label={texts.selected(count)}
      className="flex h-bar min-w-0 flex-none items-center gap-1 border-b bg-primary-soft px-4 max-md:h-14 max-md:px-2"
    >
      <IconButton small label={texts.clear} icon={X} onClick={selection.clear} />
      <span className="mr-2 text-13 font-medium whitespace-nowrap tabular-nums">{texts.selected(count)}</span>
      {canLead ? (
        <Button variant="ghost" size="sm" icon={UserCheck} onClick={() => onAct('lead')}>
          <span className="max-md:sr-only">{texts.lead}</span>
        </Button>
      ) : null}
      <ReasonPicker
        question={count === 1 ? reasonTexts.askDismiss : reasonTexts.askDismissMany(count)}
        open={asking}
        onOpenChange={onAsk}
        onPick={(reason) => onAct('dismiss', reason)}
        trigger={
          <Button variant="ghost" size="sm" icon={X}>
            <span className="max-md:sr-only">{texts.dismiss}</span>
          </Button>
        }
      />
      <Button variant="ghost" size="sm" icon={Archive} onClick={() => onAct('archive')}>
        <span className="max-md:sr-only">{texts.archive}</span>
      </Button>
      <span className="min-w-0 flex-1" />
      <Button variant="ghost" size="sm" className="max-md:hidden" onClick={selection.selectAll}>
        {texts.selectShown}
      </Button>
      <Menu align="end" trigger={<IconButton small label={texts.more} icon={Ellipsis} />}>
        <MenuItem icon={Eye} onSelect={() => onAct('seen')}>
          {texts.markSeen}
        </MenuItem>
        <MenuItem icon={EyeOff} onSelect={() => onAct('unseen')}>
          {texts.markUnseen}
        </MenuItem>
        <MenuItem onSelect={selection.selectAll}>{texts.selectShown}</MenuItem>
      </Menu>
    </div>
  );
}
