/** What the shop sells: categories, models, and prices in euros. */
const CATEGORIES: Record<string, readonly (readonly [model: string, price: number, grams: number | null])[]> =
  {
    Boots: [
      ['Kebnekaise', 189, 1240],
      ['Sarek Low', 139, 860],
      ['Trollheim GTX', 229, 1410],
    ],
    Jackets: [
      ['Drizzle', 149, 310],
      ['Northwall Down', 349, 620],
      ['Fjord Shell', 259, 450],
    ],
    Tents: [
      ['Two-Night', 299, 2100],
      ['Basecamp 4', 649, 6800],
      ['Ultra Solo', 429, 980],
    ],
    'Sleeping bags': [
      ['Polar 800', 389, 1350],
      ['Meadow', 119, 900],
      ['Three Season', 199, 1120],
    ],
    Climbing: [
      ['Granite Rope 60 m', 179, 3900],
      ['Chalk, 300 g', 14, 300],
      ['Ridge Harness', 79, 390],
    ],
    Kitchen: [
      ['Flint Stove', 69, 95],
      ['Titan Pot 1.2 l', 54, 140],
      ['Spork, "the good one"', 9, 18],
    ],
    Backpacks: [
      ['Tarn 28', 119, 980],
      ['Expedition 65+10', 279, 2300],
      ['City Roll', 89, null],
    ],
    Lights: [
      ['Firefly', 39, 78],
      ['Lighthouse 400', 84, 210],
      ['Gift card', 50, null],
    ],
  };

const COLORS = ['moss', 'slate', 'rust', 'birch', 'night', 'glacier', 'ochre', 'charcoal'];

export const MODELS = Object.entries(CATEGORIES).flatMap(([category, models]) =>
  models.flatMap(([model, price, grams]) =>
    COLORS.map((color) => ({ name: `${model}, ${color}`, category, color, price, grams })),
  ),
);

export const NOTES = [
  'Please ring twice, the bell is quiet.',
  'Leave it with the neighbors, "the blue door".',
  'Gift, please don’t enclose the invoice',
  'Second attempt:\nthe first parcel came back',
  'Call before 9, or after 17',
  'Lieferung bitte nur samstags; vielen Dank!',
  '急ぎません。',
];

export const REFUND_REASONS = [
  'too_small',
  'too_large',
  'damaged',
  'late',
  'not_as_described',
  'changed_mind',
];

export const PAGES = [
  '/',
  '/boots',
  '/jackets',
  '/tents',
  '/sleeping-bags',
  '/climbing',
  '/sale',
  '/cart',
  '/checkout',
  '/stores',
  '/guides/how-to-pack',
  '/guides/layers-in-winter',
];

export const REFERRERS = [
  'https://search.example.com/',
  'https://trails.example.org/forum',
  'https://news.example.net/outdoor',
  'https://social.example.com/',
];

export const CAMPAIGNS = ['spring', 'summer-sale', 'winter', 'newsletter', 'trail-club'];
