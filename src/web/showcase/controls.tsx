import { AlarmClock, Archive, Columns3, Ellipsis, List, Send } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant, IconButton } from '#web/ui/button.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { RadioGroup, Checkbox, Switch } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/command.tsx';
import { DateTimeInput } from '#web/ui/when-input.tsx';
import { Field, Input, SearchInput, Textarea, Select, Slider } from '#web/ui/field.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Kit, KitRow } from './kit.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const variants: readonly [ButtonVariant, string][] = [
  ['default', 'Default'],
  ['secondary', 'Secondary'],
  ['outline', 'Outline'],
  ['ghost', 'Ghost'],
  ['destructive', 'Destructive'],
  ['link', 'Link'],
];

function Variants(props: { 'data-show'?: string; disabled?: boolean; busy?: boolean }) {
  return variants.map(([variant, label]) => (
    <Button key={variant} variant={variant} {...props}>
      {label}
    </Button>
  ));
}

export function ButtonKit() {
  return (
    <Kit title="Button" note="Six variants, four sizes">
      <KitRow label="Rest">
        <Variants />
      </KitRow>
      <KitRow label="Hover">
        <Variants data-show="hover" />
      </KitRow>
      <KitRow label="Focus">
        <Variants data-show="focus" />
      </KitRow>
      <KitRow label="Disabled">
        <Variants disabled />
      </KitRow>
      <KitRow label="Busy">
        <Variants busy />
      </KitRow>
      <KitRow label="Sizes">
        <Button size="sm">Small</Button>
        <Button>Default</Button>
        <Button size="lg">Large</Button>
        <IconButton variant="outline" label="Archive" shortcut="e" icon={Archive} />
        <IconButton label="More" icon={Ellipsis} />
        <IconButton small label="More, small" icon={Ellipsis} />
      </KitRow>
      <KitRow label="With">
        <Button icon={Send}>Post reply</Button>
        <Button variant="outline" icon={AlarmClock} shortcut="f">
          Follow up
        </Button>
        <Button icon={Send} busy>
          Posting
        </Button>
        <Button asChild variant="outline">
          <a href="#parts">A link</a>
        </Button>
      </KitRow>
      <KitRow label="Kbd">
        {['j', 'k', 'Enter', 'Ctrl', 'K'].map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </KitRow>
    </Kit>
  );
}

export function InputKit() {
  const [painPoints, setPainPoints] = useState(['late invoices', 'deposits']);
  const [at, setAt] = useState<string | null>('2026-11-23T09:30:00.000Z');
  return (
    <Kit title="Input" note="The message stands beside the field">
      <div className="grid grid-cols-3 items-start gap-x-6 gap-y-5 max-lg:grid-cols-2 max-md:grid-cols-1">
        <Field label="Rest">
          <Input placeholder="What do you sell?" />
        </Field>
        <Field label="Filled" hint="One line. It can be changed later.">
          <Input defaultValue="Paperboat, invoices for studios" />
        </Field>
        <Field label="Focus">
          <Input data-show="focus" defaultValue="paperboat.exa" />
        </Field>
        <Field label="Error" error="An address needs a dot, as in paperboat.com">
          <Input defaultValue="paperboat" />
        </Field>
        <Field label="Warning" warning="This subreddit doesn't allow links">
          <Input defaultValue="paperboat.example" />
        </Field>
        <Field label="Disabled">
          <Input disabled value="Set by the operator" readOnly />
        </Field>
        <Field label="Search">
          <SearchInput placeholder="Search posts" end={<Kbd>/</Kbd>} />
        </Field>
        <Field label="Date and time" hint="In your time zone">
          <DateTimeInput value={at} onChange={setAt} />
        </Field>
        <Field label="Chip input" aside={`${painPoints.length} of 5`}>
          <ChipInput values={painPoints} onChange={setPainPoints} max={5} placeholder="Add a pain point" />
        </Field>
        <Field label="Textarea" className="col-span-full">
          <Textarea defaultValue="Freelancers and small studios who bill by hand and lose track of who has paid." />
        </Field>
      </div>
    </Kit>
  );
}

const sorts = [
  { value: 'best', label: 'Best first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'comments', label: 'Most comments' },
] as const;
const campaigns = [
  { value: '1', label: 'Paperboat · late invoices', aside: '38 leads' },
  { value: '2', label: 'Paperboat · moving off Tallybird', aside: '12 leads' },
  { value: '3', label: 'Fernhill · clinic no-shows', aside: '9 leads' },
];

export function ChoiceKit() {
  const [sort, setSort] = useState<(typeof sorts)[number]['value']>('best');
  const [campaign, setCampaign] = useState<string | null>(null);
  const [mode, setMode] = useState<'now' | 'daily' | 'weekly'>('now');
  const [weight, setWeight] = useState(30);
  return (
    <Kit title="Choice">
      <KitRow label="Select">
        <Select aria-label="Order" options={sorts} value={sort} onChange={setSort} />
        <Select aria-label="Order, small" small options={sorts} value={sort} onChange={setSort} />
        <Select aria-label="Order, not chosen" placeholder="Choose an order" options={sorts} value="" onChange={setSort} />
        <Select aria-label="Order, disabled" disabled options={sorts} value={sort} onChange={setSort} />
      </KitRow>
      <div className="grid max-w-120 gap-4">
        <Field label="Combobox">
          <Combobox label="Campaigns" placeholder="Choose a campaign" options={campaigns} value={campaign} onChange={setCampaign} />
        </Field>
      </div>
      <KitRow label="Checkbox">
        <Checkbox>Off</Checkbox>
        <Checkbox defaultChecked>On</Checkbox>
        <Checkbox data-show="focus">Focus</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox disabled defaultChecked>
          Disabled, on
        </Checkbox>
      </KitRow>
      <KitRow label="Switch">
        <Switch>Off</Switch>
        <Switch defaultChecked>On</Switch>
        <Switch data-show="focus" defaultChecked>
          Focus
        </Switch>
        <Switch disabled>Disabled</Switch>
      </KitRow>
      <RadioGroup
        label="Radio"
        value={mode}
        onChange={setMode}
        options={[
          { value: 'now', label: 'Immediately', hint: 'One message for each lead.' },
          { value: 'daily', label: 'Daily' },
          { value: 'weekly', label: 'Weekly' },
        ]}
      />
      <KitRow label="Slider">
        <span className="w-50">
          <Slider aria-label="Intent" max={50} value={weight} onChange={setWeight} />
        </span>
        <output className="w-8 text-right font-medium tabular-nums">{weight}</output>
        <span className="w-50">
          <Slider aria-label="Disabled" disabled value={40} onChange={setWeight} />
        </span>
      </KitRow>
    </Kit>
  );
}

export function TabsKit() {
  const [tab, setTab] = useState<'overview' | 'posts' | 'leads' | 'runs'>('overview');
  const [view, setView] = useState<'list' | 'board'>('list');
  const [range, setRange] = useState<'7' | '30' | '90'>('30');
  return (
    <Kit title="Tabs, segment">
      <Tabs
        label="Campaign"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview' },
          { value: 'posts', label: 'Posts', count: 87 },
          { value: 'leads', label: 'Leads', count: 38 },
          { value: 'runs', label: 'Runs' },
        ]}
      >
        <TabPanel value={tab}>What stands under {tab}.</TabPanel>
      </Tabs>
      <KitRow>
        <Segmented
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: 'List', icon: List },
            { value: 'board', label: 'Board', icon: Columns3 },
          ]}
        />
        <Segmented
          label="Range"
          value={range}
          onChange={setRange}
          options={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
          ]}
        />
      </KitRow>
    </Kit>
  );
}
