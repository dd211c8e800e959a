import { HelpLink } from '#web/features/help/help-link.tsx';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Chip, ChipRow } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { readFilters } from './filters.ts';
import { forgetSearches, readRecent } from './recent.ts';
import { texts } from './texts.ts';

export function Start({ onPick }: { onPick: (address: string) => void }) {
  const [recent, setRecent] = useState(() => readRecent());
  return (
    <EmptyState
      help={<HelpLink topic="coverage" />}
      action={
        recent.length === 0 ? null : (
          <div className="flex flex-col items-center gap-2">
            <ChipRow label={texts.recent}>
              {recent.map((entry) => {
                const { q, subreddit } = readFilters(new URLSearchParams(entry));
                return (
                  <Chip key={entry} className="max-w-64" onClick={() => onPick(entry)}>
                    <span className="truncate">
                      {q}
                      {subreddit ? ` · r/${subreddit}` : ''}
                    </span>
                  </Chip>
                );
              })}
            </ChipRow>
            <Button
              variant="link"
              size="sm"
              onClick={() => {
                forgetSearches();
                setRecent([]);
              }}
            >
              {texts.forget}
            </Button>
          </div>
        )
      }
    >
      {texts.start}
    </EmptyState>
  );
}
