import type { TObject } from '@sinclair/typebox';
import type { ServiceRight } from '@headwater/shared/contract';
import type { RouteCall } from '../../../http/call-route.ts';

/** Calls one of the product's routes for the account whose token the request carries. */
export interface RouteCaller {
  readonly rights: readonly ServiceRight[];
  /** `route` is its method and path. */
  ask<T extends { static: unknown }>(route: string, document: T, call?: RouteCall): Promise<T['static']>;
}

interface ToolDefinition<I extends TObject> {
  /** As models know it. */
  readonly name: string;
  /** As people see it. */
  readonly title: string;
  /** What it is for, and what it returns, for a model to choose by. */
  readonly description: string;
  /** An account without it doesn't see the tool. */
  readonly right: ServiceRight;
  readonly input: I;
  /** What to do if something isn't there, or isn't visible. */
  readonly missing?: string;
  /** Returns what the model reads, as JSON. */
  call(input: I['static'], caller: RouteCaller): Promise<object>;
}

/** Something that a language model can do with a workspace's data. All of them only read. */
export type Tool = ToolDefinition<TObject>;

export const defineTool = <I extends TObject>(definition: ToolDefinition<I>): Tool =>
  definition as unknown as Tool;
