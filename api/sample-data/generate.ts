/**
 * Writes the sample shop, Finch Outdoor: six CSV files beside this one. Deterministic, so that running it again
 * changes nothing. `node api/sample-data/generate.ts`
 */
import { writeFileSync } from 'node:fs';

const FIRST = [
  'Mara',
  'Tomás',
  'Chiyo',
  'Benedikt',
  'Amara',
  'Petra',
  'Oluwaseun',
  'Wilhelmina',
  'Edvin',
  'Zoë',
  'Jürgen',
  'Łukasz',
  'Aoife',
  'Søren',
  'Inés',
  'Ngozi',
  'Kaito',
  'Freya',
  'Émile',
  'Priya',
];
const LAST = [
  'Lindqvist',
  'Okonkwo-Reyes',
  'Nakagawa',
  'Hohenwarter',
  'Diallo',
  'Kiefer',
  'van der Meulen',
  'Aalto',
  'Strömqvist',
  "O'Brien",
  'Müller',
  'Nowak',
  'Byrne',
  'Sørensen',
  'Núñez',
  'Adeyemi',
  'Tanaka',
  'Haugen',
  'Lefèvre',
  'Nair',
];
const CITIES = [
  ['SE', 'Stockholm'],
  ['SE', 'Östersund'],
  ['NO', 'Tromsø'],
  ['DK', 'Århus'],
  ['DE', 'München'],
  ['DE', 'Köln'],
  ['AT', 'Innsbruck'],
  ['CH', 'Zürich'],
  ['NL', 'Utrecht'],
  ['PL', 'Kraków'],
  ['FI', 'Jyväskylä'],
  ['FR', 'Grenoble'],
] as const;
const CATEGORIES = {
  Boots: [
    ['Kebnekaise', 189],
    ['Sarek Low', 139],
    ['Trollheim GTX', 229],
  ],
  Jackets: [
    ['Drizzle', 149],
    ['Northwall Down', 349],
    ['Fjord Shell', 259],
  ],
  Tents: [
    ['Two-Night', 299],
    ['Basecamp 4', 649],
    ['Ultra Solo', 429],
  ],
  'Sleeping bags': [
    ['Polar 800', 389],
    ['Meadow', 119],
    ['Three Season', 199],
  ],
  Climbing: [
    ['Granite Rope 60 m', 179],
    ['Chalk, 300 g', 14],
    ['Ridge Harness', 79],
  ],
  Kitchen: [
    ['Flint Stove', 69],
    ['Titan Pot 1.2 l', 54],
    ['Spork, "the good one"', 9],
  ],
} as const;
const COLOURS = ['moss', 'slate', 'rust', 'birch', 'night', 'glacier', 'ochre', 'charcoal'];

// Mulberry32: small, and the same everywhere.
let seed = 20_260_101;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const whole = (below: number) => Math.floor(random() * below);
const pick = <T>(from: readonly T[]): T => from[whole(from.length)]!;
const cents = (amount: number) => amount.toFixed(2);
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
const day = (time: number) => iso(time).slice(0, 10);

const DAY = 86_400_000;
const FROM = Date.parse('2024-01-01T00:00:00Z');
const DAYS = 680;

type Cell = string | number | boolean | null;

function write(name: string, header: string[], rows: Cell[][]): void {
  const field = (value: Cell) => {
    if (value === null) return '';
    const text = String(value);
    return /[",\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [header, ...rows].map((row) => row.map(field).join(','));
  writeFileSync(new URL(`${name}.csv`, import.meta.url), `${lines.join('\n')}\n`);
}

const stores = CITIES.slice(0, 8).map(([country, city], at) => [
  `S${String(at + 1).padStart(3, '0')}`,
  `Finch ${city}`,
  city,
  country,
  day(FROM - whole(3000) * DAY),
  at < 6,
]);
write('stores', ['store_code', 'name', 'city', 'country', 'opened_on', 'has_workshop'], stores);

const products = Object.entries(CATEGORIES).flatMap(([category, models]) =>
  models.flatMap(([model, price]) =>
    COLOURS.map((colour) => ({ category, model, price: price + whole(5), colour })),
  ),
);
write(
  'products',
  ['sku', 'name', 'category', 'list_price', 'weight_grams', 'attributes', 'discontinued_on'],
  products.map(({ category, model, price, colour }, at) => [
    String(1000 + at).padStart(8, '0'),
    `${model}, ${colour}`,
    category,
    cents(price),
    random() < 0.06 ? null : 40 + whole(4000),
    JSON.stringify({ colour, warranty_years: 1 + whole(5) }),
    random() < 0.08 ? day(FROM + whole(DAYS) * DAY) : null,
  ]),
);

const customers = Array.from({ length: 2000 }, (_, at) => {
  const first = pick(FIRST);
  const last = pick(LAST);
  const [country, city] = pick(CITIES);
  const plain = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^\w.-]/g, '')
    .toLowerCase();
  return {
    id: at + 1,
    first,
    last,
    email: `${plain}${at + 1}@example.com`,
    country,
    city,
    since: FROM - 400 * DAY + whole((DAYS + 300) * DAY),
  };
});
write(
  'customers',
  ['customer_id', 'first_name', 'last_name', 'email', 'phone', 'city', 'country', 'newsletter', 'created_at'],
  customers.map(({ id, first, last, email, country, city, since }) => [
    id,
    first,
    last,
    email,
    random() < 0.35 ? null : `00${40 + whole(9)}${100_000_000 + whole(899_999_999)}`,
    city,
    country,
    random() < 0.4,
    iso(since),
  ]),
);

const orders: Cell[][] = [];
const lines: Cell[][] = [];
const refunds: Cell[][] = [];
for (let id = 1; id <= 12_000; id++) {
  // More orders with the years, more towards Christmas.
  const at = FROM + Math.floor(Math.sqrt(random()) * DAYS) * DAY + whole(DAY / 1000) * 1000;
  const { id: customer } = customers[Math.floor(random() ** 2 * customers.length)]!;
  const [status, shipped] = pick([
    ['shipped', true],
    ['shipped', true],
    ['shipped', true],
    ['paid', false],
    ['cancelled', false],
  ] as const);
  let total = 0;
  for (let line = 1; line <= 1 + whole(4); line++) {
    const product = whole(products.length);
    const quantity = 1 + Math.floor(random() ** 3 * 4);
    const discount = random() < 0.2 ? pick([0.05, 0.1, 0.15]) : null;
    const price = Math.round(products[product]!.price * (1 - (discount ?? 0)) * 100) / 100;
    total += price * quantity;
    lines.push([id, line, String(1000 + product).padStart(8, '0'), quantity, cents(price), discount]);
  }
  const note =
    random() < 0.03
      ? pick([
          'Ring twice,\nthe bell is broken.',
          'A gift: "no invoice, please"',
          'Leave it with the neighbours',
        ])
      : null;
  orders.push([
    id,
    customer,
    random() < 0.55 ? pick(stores)[0]! : null,
    status,
    cents(total),
    'EUR',
    iso(at),
    shipped ? iso(at + (1 + whole(6)) * DAY) : null,
    note,
  ]);
  if (shipped && random() < 0.055) {
    const part = random() < 0.5 ? total : total / 2;
    refunds.push([
      `R-${String(refunds.length + 1).padStart(5, '0')}`,
      id,
      cents(part),
      pick(['size', 'damaged', 'late', 'other']),
      iso(at + (8 + whole(20)) * DAY),
    ]);
  }
}
write(
  'orders',
  ['order_id', 'customer_id', 'store_code', 'status', 'total', 'currency', 'placed_at', 'shipped_at', 'note'],
  orders,
);
write('order_lines', ['order_id', 'line', 'sku', 'quantity', 'unit_price', 'discount'], lines);
write('refunds', ['refund_id', 'order_id', 'amount', 'reason', 'refunded_at'], refunds);
