import type { SqlTable } from '@headwater/shared/contract';
import { Button, Row } from '@headwater/shared/ui';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { examplesOf } from './examples-of.ts';

interface ExamplesProps {
  /** Undefined if there is nothing to try. */
  tables: readonly SqlTable[] | undefined;
  onTry(sql: string): void;
}

/** Queries over a table of the workspace, for whoever hasn't written one. */
export function Examples({ tables, onTry }: ExamplesProps) {
  const t = messages.use();
  const examples = useMemo(() => examplesOf(tables ?? []), [tables]);
  return (
    <Row>
      {examples.map(({ kind, table, sql }) => (
        <Button key={kind} size="small" onClick={() => onTry(sql)}>
          {t(`sql.example_${kind}`, { table })}
        </Button>
      ))}
    </Row>
  );
}
