import { flatten, flattenPage } from './flatten.ts';

const order = {
  type: 'orders',
  id: '1',
  attributes: { total: '12.50' },
  relationships: {
    customer: { data: { type: 'customers', id: '7' } },
    lines: { data: [{ type: 'lines', id: 'a' }] },
    coupon: { data: null },
    link: {},
  },
};
const customer = {
  type: 'customers',
  id: '7',
  attributes: { name: 'Mara' },
  relationships: { lastOrder: { data: { type: 'orders', id: '1' } } },
};

interface Order {
  customer: { name: string; lastOrder: Order };
}

test('attributes and relationships are merged with id and type, and circular references are kept', () => {
  const flat = flatten<Order>({ data: order, included: [customer] });
  expect(flat).toMatchObject({
    id: '1',
    type: 'orders',
    total: '12.50',
    coupon: null,
    lines: [{ type: 'lines', id: 'a' }],
  });
  expect(flat.customer.name).toBe('Mara');
  expect(flat.customer.lastOrder.customer).toBe(flat.customer);
  expect(flat).not.toHaveProperty('link');
});

test('a list keeps its order, null stays null, and anything but a document is returned unchanged', () => {
  expect(
    flatten<{ id: string }[]>({
      data: [
        { type: 'a', id: '2' },
        { type: 'a', id: '1' },
      ],
    }).map((x) => x.id),
  ).toEqual(['2', '1']);
  expect(flatten({ data: null })).toBeNull();
  expect(flatten(undefined)).toBeUndefined();
});

test('a page has its cursor and its total', () => {
  const page = flattenPage({ data: [{ type: 'a', id: '2' }], links: { next: 'c1' }, meta: { total: 30 } });
  expect(page).toEqual({ items: [{ type: 'a', id: '2' }], next: 'c1', total: 30 });
});
