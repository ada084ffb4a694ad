import type { ServiceRight } from '@headwater/shared/contract';
import { reportTools } from './report-tools.ts';
import { sqlTools } from './sql-tools.ts';
import { tableTools } from './table-tools.ts';
import type { Tool } from './tool.ts';

export const TOOLS: readonly Tool[] = [...tableTools, ...sqlTools, ...reportTools];

/** Returns the tools that an account with these rights has. */
export const toolsFor = (rights: readonly ServiceRight[]): readonly Tool[] =>
  TOOLS.filter(({ right }) => rights.includes(right));
