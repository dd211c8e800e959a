import { useState } from 'react';
import type { Evidence } from '#shared/scoring.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Checks, Level } from '#web/ui/checks.tsx';
import { Chip, ChipRow, SetChip } from '#web/ui/chip.tsx';
import { EvidenceProvider, EvidenceText } from '#web/ui/evidence.tsx';
import { CoverageLegend, CoverageStrip } from '#web/ui/coverage-strip.tsx';
import { Note } from '#web/ui/note.tsx';
import { Meter, Progress } from '#web/ui/progress.tsx';
import { RuleEditor } from '#web/ui/rule-editor.tsx';
import { Score } from '#web/ui/score.tsx';
import { Kit, KitRow } from './kit.tsx';
import { Sparkline } from '#web/ui/chart.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { ScoreSummary, WhyBars } from '#web/ui/why.tsx';

export function LabelKit() {
  return (
    <Kit title="Badge, chip, dot" note="Words carry the meaning">
      <KitRow label="Badge">
        <Badge>neutral</Badge>
        <Badge tone="primary" live>
          active
        </Badge>
        <Badge tone="good">won</Badge>
        <Badge tone="warn">paused</Badge>
        <Badge tone="bad">removed</Badge>
        <Badge tone="outline">sample</Badge>
      </KitRow>
      <KitRow label="Chip">
        <ChipRow label="Filters">
          <Chip>r/freelance</Chip>
          <Chip data-show="hover">Hover</Chip>
          <SetChip removeLabel="Remove the score filter" onRemove={() => undefined}>
            Score 70 and up
          </SetChip>
          <Chip look="on">Pressed</Chip>
          <Chip look="add">Filter</Chip>
          <Chip data-show="focus">Focus</Chip>
          <Chip disabled>Disabled</Chip>
        </ChipRow>
      </KitRow>
      <KitRow label="State">
        <Status tone="good">Reading</Status>
        <Status tone="off">Nothing new</Status>
        <Status tone="warn" colored>
          Went private
        </Status>
        <Status tone="bad" colored>
          Couldn't read
        </Status>
        <Status tone="new">Not seen</Status>
      </KitRow>
      <KitRow label="Level">
        <Level level="ok" />
        <Level level="warn" />
        <Level level="bad" />
        <Level level="unknown" />
      </KitRow>
      <KitRow label="Avatar">
        <Avatar name="mara" />
        <Avatar name="" />
      </KitRow>
    </Kit>
  );
}

const text =
  "I do brand and packaging work, mostly for small food companies. Six active clients right now and every one of them is billed in a different way: two on deposit plus balance, three monthly, one per deliverable.\n\nSo I'm looking for something that sends invoices and chases people politely without me having to think about it.";
const quote = (quoted: string, why: Evidence['why']): Evidence => ({
  text: quoted,
  start: text.indexOf(quoted),
  end: text.indexOf(quoted) + quoted.length,
  field: 'body',
  why,
});
const evidence = [
  quote('Six active clients right now and every one of them is billed in a different way', 'fit'),
  quote("I'm looking for something that sends invoices", 'intent'),
  quote('invoices and chases people politely', 'relevance'),
];
const reasons = [
  { name: 'intent', points: 29, max: 30, message: 'Asks for help: “looking for”, “would pay”' },
  { name: 'fit', points: 28, max: 30, message: 'Exact: freelancer, six clients' },
  { name: 'relevance', points: 11, max: 12, message: 'Four of your five pain points' },
  { name: 'urgency', points: 7, max: 8, message: 'Soon: before the month ends' },
  { name: 'reachability', points: 7, max: 8, message: 'Open thread, author answers' },
  { name: 'recency', points: 7, max: 7, message: '38 minutes old' },
  { name: 'saturation', points: 4, max: 5, message: 'One vendor has replied' },
];

export function ScoreKit() {
  return (
    <Kit title="Score" note="Quiet until it matters">
      <KitRow label="Bands">
        {[null, 0, 24, 49, 50, 61, 69, 70, 78, 84, 85, 93, 100].map((value) => (
          <Score key={value} value={value} />
        ))}
      </KitRow>
      <EvidenceProvider evidence={evidence}>
        <div className="grid grid-cols-[minmax(0,1fr)_224px] gap-x-10 gap-y-6 max-lg:grid-cols-1">
          <EvidenceText text={text} />
          <div className="flex flex-col gap-4">
            <ScoreSummary value={93} by="Built-in and qwen3:4b-instruct" />
            <WhyBars reasons={reasons} />
          </div>
        </div>
      </EvidenceProvider>
      <KitRow label="Two columns">
        <div className="w-120 max-w-full">
          <WhyBars columns={2} reasons={reasons.slice(0, 4)} />
        </div>
      </KitRow>
    </Kit>
  );
}

const slots = (make: (index: number) => number | null) => Array.from({ length: 48 }, (_, index) => make(index));
const reading = slots((index) => (index * 7) % 5);

export function CoverageKit() {
  return (
    <Kit title="Coverage strip" note="48 half hours">
      <KitRow>
        <CoverageStrip label="Reading" slots={reading} />
        <CoverageStrip label="Nothing new" slots={slots(() => 0)} />
        <CoverageStrip label="With a gap" slots={slots((index) => (index === 10 ? 25 : (index * 7) % 5))} gaps={[10]} />
        <CoverageStrip label="Couldn't read" slots={slots((index) => (index > 42 ? null : (index * 3) % 4))} />
        <CoverageStrip label="Paused" slots={slots((index) => (index > 8 ? -1 : (index * 7) % 5))} />
        <CoverageStrip label="Never read" slots={slots(() => null)} />
      </KitRow>
      <CoverageLegend />
      <KitRow>
        <Sparkline label="Leads a day, ten days: from 1 to 7" values={[1, 3, 2, 4, 3, 5, 4, 6, 5, 7]} />
        <Sparkline values={[2, 2, 2]} />
        <div className="w-40">
          <Meter label="Tokens" value={64} />
          <p className="mt-1.5 text-12 text-muted">meter 64 %</p>
        </div>
        <div className="w-40">
          <Meter label="Tokens, near the limit" value={86} tone="warn" />
          <p className="mt-1.5 text-12 text-muted">near its limit</p>
        </div>
        <div className="w-40">
          <Progress label="Reading subreddits" value={7} max={20} />
          <p className="mt-1.5 text-12 text-muted">reading 7 of 20</p>
        </div>
        <div className="w-40">
          <Progress label="Reading, length unknown" value={null} />
          <p className="mt-1.5 text-12 text-muted">length unknown</p>
        </div>
      </KitRow>
    </Kit>
  );
}

const checked = [
  { level: 'ok', text: 'r/freelance rule 4: no links. The draft has none' },
  { level: 'warn', text: '9% of your posts in 90 days are promotion; this subreddit asks for under 10%' },
  { level: 'bad', text: 'The thread is locked' },
  { level: 'unknown', text: 'Your karma here could not be read' },
] as const;

export function NoteKit() {
  return (
    <Kit title="Notes, checks" note="Inside a page">
      <div className="flex max-w-160 flex-col gap-2">
        <Note>Drafts come from built-in patterns. Add a model for your own tone.</Note>
        <Note tone="good">Posted. Earshot looks for an answer from now on.</Note>
        <Note tone="warn">This thread is nine days old. A late answer is read by few.</Note>
        <Note tone="bad">Rule 4 of r/freelance: no links. Take the link out to post.</Note>
      </div>
      <Checks items={checked} className="max-w-56" />
    </Kit>
  );
}

const rules = [
  'invoic* (tool OR app OR software)',
  '"late payment" OR "late payments"',
  'title:deposit* client* NOT rent*',
  'tallybird NOT OR review',
  'type:comment "still owe me"',
  'freelance* money',
].join('\n');
const found = ['96', '61', '22', 'error', '18', 'paused'];

export function RuleKit() {
  const [value, setValue] = useState(rules);
  const faulty = value === rules;
  return (
    <Kit title="Rule editor" note="One rule a line">
      <RuleEditor
        label="Rules"
        value={value}
        onChange={setValue}
        errors={faulty ? [{ line: 4, column: 15, message: 'NOT needs a word, a phrase or ( … ) after it. It found OR.' }] : []}
        pausedLines={faulty ? [6] : []}
        aside={{
          heading: '30 days',
          render: (line) => (faulty && line === 6 ? <Badge tone="warn">paused</Badge> : (found[line - 1] ?? '–')),
        }}
      />
      <RuleEditor label="Rules, none yet" value="" placeholder={'invoic* (tool OR app)'} onChange={() => undefined} errors={[]} />
    </Kit>
  );
}
