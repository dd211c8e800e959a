import { useState } from 'react';
import useSWR from 'swr';
import { subredditRoutes, type Subreddit } from '#shared/subreddits.ts';
import { call } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { subredditName } from '#web/lib/format.ts';
import { shortNumber } from '#web/lib/language.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RulesDialog, promotionLabels, subredditTexts as texts } from './rules-dialog.tsx';

const atOnce = 100;
const shown = 8;
const tones: Record<Subreddit['promotion']['level'], BadgeTone> = {
  none: 'warn',
  low: 'neutral',
  'weekly-thread': 'neutral',
  ok: 'good',
  unknown: 'outline',
};

async function fetchAll(names: readonly string[]): Promise<Subreddit[]> {
  const all: Subreddit[] = [];
  for (let start = 0; start < names.length; start += atOnce) {
    const part = names.slice(start, start + atOnce).join(',');
    all.push(...(await call(subredditRoutes.list, { query: { names: part } })).items);
  }
  return all;
}

interface SubredditFactsProps {
  names: readonly string[];
  /** Posts per day by lower-case name, for subreddits that were read. */
  pace?: ReadonlyMap<string, number>;
}

/** Size, promotion policy and rules of the chosen subreddits. A failed request shows nothing: these facts are optional. */
export function SubredditFacts({ names, pace }: SubredditFactsProps) {
  const key = useDebounced([...names].join(','), 400);
  const { data = [] } = useSWR(key === '' ? null : ['subreddits', key], () => fetchAll(key.split(',')), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const chosen = new Set(names.map((name) => name.toLowerCase()));
  const known = data.filter(({ name }) => chosen.has(name.toLowerCase()));
  if (known.length === 0) return null;
  const visible = isAll ? known : known.slice(0, shown);
  return (
    <div>
      <ul aria-label={texts.facts} className="flex flex-col text-13">
        {visible.map((subreddit) => (
          <FactsRow
            key={subreddit.name}
            subreddit={subreddit}
            perDay={pace?.get(subreddit.name.toLowerCase())}
            onRules={() => setOpen(subreddit.name)}
          />
        ))}
      </ul>
      {known.length > visible.length ? (
        <Button variant="link" size="sm" className="mt-1" onClick={() => setAll(true)}>
          {texts.more(known.length - visible.length)}
        </Button>
      ) : null}
      <RulesDialog name={open} onClose={() => setOpen(null)} />
    </div>
  );
}

interface FactsRowProps {
  subreddit: Subreddit;
  perDay: number | undefined;
  onRules: () => void;
}

function FactsRow({ subreddit: { name, state, about, promotion }, perDay, onRules }: FactsRowProps) {
  const closed = texts.states[state];
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line last:border-b-0 max-md:min-h-11">
      <span className="min-w-0 flex-1 truncate">{subredditName(name)}</span>
      {closed === '' ? null : <Badge tone="bad">{closed}</Badge>}
      {about?.restrictsComments ? <Badge>{texts.restricted}</Badge> : null}
      {perDay === undefined ? null : <span className="text-muted tabular-nums max-md:hidden">{texts.perDay(perDay)}</span>}
      {typeof about?.subscribers === 'number' ? (
        <span title={texts.subscribers(about.subscribers)} className="text-muted tabular-nums">
          {shortNumber(about.subscribers)}
        </span>
      ) : null}
      <Badge
        tone={tones[promotion.level]}
        title={promotion.from === 'rules' ? texts.fromRules(promotion.message) : promotion.from === 'catalog' ? texts.fromCatalog : ''}
      >
        {promotionLabels[promotion.level]}
      </Badge>
      <Button variant="link" size="sm" aria-label={texts.seeRules(name)} onClick={onRules}>
        {texts.rules}
      </Button>
    </li>
  );
}
