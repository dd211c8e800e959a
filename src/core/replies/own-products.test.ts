import { describe, expect, test } from 'vitest';
import { brandsOf, areRecognizable, namedBrands } from './own-products.ts';

const product = (over: Partial<{ name: string; website: string; offering: string }>) => ({ name: '', website: '', offering: '', ...over });
const billbird = brandsOf([
  product({
    name: 'Invoices',
    website: 'https://www.billbird.example.com/pricing',
    offering: 'Billbird is an invoicing tool for freelancers.',
  }),
]);
const mentions = (text: string, brands: readonly string[]): boolean => namedBrands(text, brands).length > 0;

describe('own products', () => {
  test.each([
    'We built a small tool, see billbird.example.com',
    'See https://billbird.example.com/start?x=1 for more',
    'Our app: app.billbird.example.com.',
    'billbird.example.com/pricing has the details',
    'I work on Billbird, which does that.',
    "Billbird's reminders do that",
    'have a look at (billbird)',
    'BILLBIRD does this',
  ])('are seen in “%s”', (text) => {
    expect(mentions(text, billbird)).toBe(true);
  });

  test.each([
    'Superbillbirds are animals',
    'see notbillbird.example.com',
    'The bill bird is a toucan.',
    'Send invoices on time. Invoices are never fun.',
    'An example would help.',
    'www is not needed',
  ])('are not seen in “%s”', (text) => {
    expect(mentions(text, billbird)).toBe(false);
  });

  test('are known by the name of a campaign or of its offering without any website', () => {
    for (const brands of [
      brandsOf([product({ name: 'Paperboat' })]),
      brandsOf([product({ name: 'Leads', offering: 'Paperboat: invoices for studios' })]),
    ]) {
      expect(areRecognizable(brands)).toBe(true);
      expect(mentions('You could use paperboat for that', brands)).toBe(true);
    }
  });

  test('include all campaigns, not only the first', () => {
    const brands = brandsOf([product({ website: 'https://one-product.example' }), product({ name: 'Zettelkran' })]);
    expect(mentions('We made Zettelkran', brands)).toBe(true);
    expect(mentions('one-product.example', brands)).toBe(true);
  });

  describe('of which the name is a common word', () => {
    const notes = brandsOf([product({ name: 'Notes', website: 'https://getnotes.example' })]);
    test.each(['I built Notes for exactly this.', 'We use our app Notes daily', 'You could try Notes, it syncs.', 'see getnotes.example'])(
      'are seen in “%s”',
      (text) => {
        expect(mentions(text, notes)).toBe(true);
      },
    );
    test.each([
      'I took notes.',
      'Notes are fine, we built a shed.',
      'She read her Notes to me.',
      'We built a thing. The Notes from class are gone.',
      'we made notes of our app',
    ])('are not seen in “%s”', (text) => {
      expect(mentions(text, notes)).toBe(false);
    });
    test('are unknown without a website, instead of “no promotion”', () => {
      expect(areRecognizable(brandsOf([product({ name: 'Notes' })]))).toBe(false);
      expect(areRecognizable(brandsOf([product({ name: 'Late invoices' })]))).toBe(false);
    });
  });

  test('on a site of many are known by their own address only', () => {
    const brands = brandsOf([
      product({ website: 'https://github.com/ann/paperboat-cli' }),
      product({ website: 'https://zettelkran.github.io' }),
    ]);
    expect(mentions('github.com/ann/paperboat-cli does that', brands)).toBe(true);
    expect(mentions('it is on https://github.com/somebody/else', brands)).toBe(false);
    expect(mentions('GitHub is nice', brands)).toBe(false);
    expect(mentions('zettelkran.github.io', brands)).toBe(true);
  });
});
