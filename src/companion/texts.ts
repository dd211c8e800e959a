const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const texts = {
  name: 'Earshot',
  scoring: (count: number) => `Scoring ${counted(count, 'text')}…`,
  nothing: 'Nothing to score on this page.',
  noCampaigns: 'You have no active campaign. Create one in Earshot first.',
  found: (leads: number, all: number) => `${leads === 0 ? 'No lead' : counted(leads, 'lead')} in ${counted(all, 'text')}`,
  saveTo: 'Save to',
  bestCampaign: 'The campaign that fits best',
  saveAll: (count: number) => `Save ${counted(count, 'lead')}`,
  save: 'Save',
  saved: 'Saved',
  reply: 'Reply',
  close: 'Close',
  lead: (score: number) => `${score} · Lead`,
  cantRead: "Earshot can't read this page.",
  unreachable: (address: string) => `Couldn't reach ${address}. Try again in a minute.`,
  ended: "This browser isn't connected any more. Connect it again in the extension's options.",
  notThis: (address: string) => `${address} didn't reply like Earshot. Check the address.`,
  noAddress: 'Enter the address of your Earshot, such as https://earshot.example.com.',
  refused: 'Without access to that address, the extension can send nothing to it.',
  connected: (address: string) => `Connected to ${address}`,
};
