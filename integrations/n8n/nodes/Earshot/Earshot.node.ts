import { callEarshot, type ExecuteContext, type Item, type Json, listEarshot } from './api.js';

const stages = ['new', 'contacted', 'replied', 'qualified', 'won', 'lost'];
const reasons = ['not-my-customer', 'no-need', 'seller', 'wrong-place', 'old'];
const options = (values: readonly string[]) => values.map((value) => ({ name: value, value }));
const shownFor = (...operations: string[]) => ({ show: { operation: operations } });

const operations = [
  { name: 'List Leads', value: 'listLeads', action: 'List leads', description: 'People who need what a campaign offers' },
  { name: 'Get Lead', value: 'getLead', action: 'Get a lead', description: 'One lead with their posts' },
  { name: 'Update Stage', value: 'updateStage', action: 'Move a lead to a stage' },
  { name: 'Add Follow-Up', value: 'addFollowUp', action: 'Add a follow up', description: 'A reminder of a lead' },
  { name: 'Mark', value: 'mark', action: 'Mark a post as a good or a bad match' },
];

const filters = [
  { displayName: 'Campaign ID', name: 'campaignId', type: 'string', default: '' },
  { displayName: 'Minimum Confidence', name: 'minConfidence', type: 'number', default: 70 },
  { displayName: 'Search', name: 'q', type: 'string', default: '' },
  { displayName: 'Stage', name: 'stage', type: 'options', options: options(stages), default: 'new' },
  {
    displayName: 'Updated Since',
    name: 'updatedSince',
    type: 'dateTime',
    default: '',
    description: 'Only leads with whom something happened since then, the oldest change first',
  },
];

const properties = [
  { displayName: 'Operation', name: 'operation', type: 'options', noDataExpression: true, options: operations, default: 'listLeads' },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    default: 50,
    displayOptions: shownFor('listLeads'),
    description: 'At most so many',
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    options: filters,
    displayOptions: shownFor('listLeads'),
  },
  {
    displayName: 'Lead ID',
    name: 'leadId',
    type: 'string',
    default: '',
    required: true,
    displayOptions: shownFor('getLead', 'updateStage', 'addFollowUp'),
  },
  {
    displayName: 'Stage',
    name: 'stage',
    type: 'options',
    options: options(stages),
    default: 'contacted',
    displayOptions: shownFor('updateStage'),
  },
  { displayName: 'Due', name: 'dueAt', type: 'dateTime', default: '', required: true, displayOptions: shownFor('addFollowUp') },
  { displayName: 'Note', name: 'note', type: 'string', default: '', displayOptions: shownFor('addFollowUp') },
  { displayName: 'Post ID', name: 'postId', type: 'string', default: '', required: true, displayOptions: shownFor('mark') },
  {
    displayName: 'Match',
    name: 'match',
    type: 'options',
    options: [
      { name: 'Good', value: 'right' },
      { name: 'Bad', value: 'wrong' },
    ],
    default: 'right',
    displayOptions: shownFor('mark'),
  },
  {
    displayName: 'Reason',
    name: 'reason',
    type: 'options',
    options: [{ name: 'None', value: '' }, ...options(reasons)],
    default: '',
    displayOptions: { show: { operation: ['mark'], match: ['wrong'] } },
  },
];

/** n8n gives times with an offset; Earshot takes them in UTC. */
const utc = (time: unknown): string => new Date(String(time)).toISOString();

function queryOf(given: Json): Json {
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined));
  const since = filled['updatedSince'];
  return since === undefined ? filled : { ...filled, updatedSince: utc(since), sort: 'lastActivityAt' };
}

type Operation = (context: ExecuteContext, text: (name: string) => string, item: number) => Promise<Json[]>;

const run: Record<string, Operation> = {
  listLeads: (context, _text, item) =>
    listEarshot(context, '/leads', {
      qs: queryOf(context.getNodeParameter('filters', item, {}) as Json),
      limit: Number(context.getNodeParameter('limit', item, 50)),
    }),
  getLead: async (context, text) => [await callEarshot(context, `/leads/${encodeURIComponent(text('leadId'))}`, { method: 'GET' })],
  updateStage: async (context, text) => [
    await callEarshot(context, `/leads/${encodeURIComponent(text('leadId'))}`, { method: 'PATCH', body: { stage: text('stage') } }),
  ],
  addFollowUp: async (context, text) => [
    await callEarshot(context, `/leads/${encodeURIComponent(text('leadId'))}/follow-ups`, {
      method: 'POST',
      body: { dueAt: utc(text('dueAt')), note: text('note') },
    }),
  ],
  mark: async (context, text) => {
    const reason = text('match') === 'wrong' ? text('reason') : '';
    const body = { verdict: text('match'), ...(reason !== '' && { reason }) };
    return [await callEarshot(context, `/posts/${encodeURIComponent(text('postId'))}/feedback`, { method: 'POST', body })];
  },
};

/** Reads and changes leads. */
export class Earshot {
  description = {
    displayName: 'Earshot',
    name: 'earshot',
    icon: 'fa:bullseye',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Read and change leads of Earshot',
    defaults: { name: 'Earshot' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'earshotApi', required: true }],
    properties,
  };

  async execute(this: ExecuteContext): Promise<Item[][]> {
    const results: Item[] = [];
    for (const [item] of this.getInputData().entries()) {
      const text = (name: string): string => String(this.getNodeParameter(name, item, ''));
      try {
        const operation = run[text('operation')];
        if (!operation) throw new Error(`Unknown operation: ${text('operation')}`);
        for (const json of await operation(this, text, item)) results.push({ json, pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: error instanceof Error ? error.message : String(error) }, pairedItem: { item } });
      }
    }
    return [results];
  }
}
