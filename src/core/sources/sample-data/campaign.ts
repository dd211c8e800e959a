import { streamsNamed } from '#shared/streams.ts';
import { usualLeadThreshold } from '#shared/scoring.ts';
import { type CampaignInput, campaignInputSchema } from '#shared/campaigns.ts';

/** The campaign that the sample posts were written for; Paperboat is an invented product. */
export function sampleCampaign(): CampaignInput {
  return campaignInputSchema.parse({
    name: 'Paperboat · getting paid (sample)',
    mode: 'manual',
    description:
      'An invented product and invented posts that show how Earshot works. Paperboat is invoicing software for people who work alone or in teams of two or three.',
    offering:
      'Invoicing software for freelancers and tiny studios: quotes that turn into invoices, deposits and instalments, recurring retainers, online payment, several currencies, polite automatic payment reminders, and a list of who still owes.',
    idealCustomer:
      'Freelancers, solo consultants, photographers, makers and studios of up to five people who send their own invoices and have no bookkeeper.',
    painPoints: [
      'clients pay late and have to be chased',
      'forgot to send an invoice or to follow it up',
      'loses track of deposits and part payments',
      'writes invoices by hand, in a document or a spreadsheet',
      'asking for money feels awkward',
      'cannot tell which invoices are unpaid',
      'the current tool is too expensive or made for accountants',
    ],
    rules,
    excludes: ['for hire', 'affiliate links', 'customs invoice'],
    streams: streamsNamed('subreddit', subreddits),
    // Two weeks of posts arrive at once, and each lead shows something else.
    leadThreshold: usualLeadThreshold,
    // Invented leads must not notify anyone.
    notify: false,
  });
}

const rules = [
  { text: 'invoic* (tool OR app OR software OR program OR system OR "what do you use")' },
  { text: 'title:invoic* type:post -hiring' },
  { text: '"late payment" OR "past due" OR overdue OR "pay late" OR "paid late"' },
  { text: '(chase OR chasing OR chases OR nudge OR remind*) (client OR customer OR invoice OR bill OR pay OR paid)' },
  { text: '(owe OR owes OR owed OR unpaid OR outstanding) (client OR invoice OR bill OR job OR paid)' },
  { text: '(deposit OR instalment OR "payment plan") (invoice OR quote OR balance OR bill OR software OR app)', minScore: 35 },
  { text: '(billing OR bill) (software OR tool OR app OR system OR retainer OR recurring)' },
  { text: 'tallybird OR ottermint OR brindle OR quillbill OR nettlebook' },
  { text: '"get paid" OR "getting paid" OR "take payment" OR "paid on time"', minScore: 35 },
  { text: 'type:comment (reminder OR deposit OR portal OR retainer) (need OR want OR looking OR switch OR "sign up")' },
  { text: 'bill* (forget OR forgot OR late OR hour OR portal OR "lose track" OR guess)', minScore: 35 },
  {
    text: '(pay OR pays OR paid OR transfer) ("lose track" OR "lost the plot" OR late OR guess OR "just checking" OR "60 days" OR chaos)',
    minScore: 35,
  },
  { text: 'rechnung* OR mahnung* OR mahnen' },
];

/** In reading order: subreddits where people ask for tools come first. */
const subreddits = [
  'freelance',
  'smallbusiness',
  'graphic_design',
  'photography',
  'consulting',
  'freelanceWriters',
  'WeddingPhotography',
  'web_design',
  'webdev',
  'videography',
  'Illustration',
  'copywriting',
  'Bookkeeping',
  'VirtualAssistant',
  'TranslationStudies',
  'Entrepreneur',
  'sweatystartup',
  'EntrepreneurRideAlong',
  'Etsy',
  'podcasting',
  'editors',
  'selbststaendig',
];
