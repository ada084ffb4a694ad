import { customers } from './customers.table.ts';
import { orderLines } from './order-lines.table.ts';
import { orders } from './orders.table.ts';
import { payments } from './payments.table.ts';
import { products } from './products.table.ts';
import { refunds } from './refunds.table.ts';
import { stores } from './stores.table.ts';
import { visits } from './visits.table.ts';
import type { ShopTable } from './shop-table.ts';

export const SHOP_TABLES: readonly ShopTable[] = [
  customers,
  orderLines,
  orders,
  payments,
  products,
  refunds,
  stores,
  visits,
];
