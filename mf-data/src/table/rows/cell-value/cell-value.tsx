import { Skeleton } from '@headwater/shared/ui';
import { WholeValue, type WholeValueProps } from '@headwater/shared/ui/table';
import { messages } from '../../../messages.ts';
import { codeOf, WithCode } from '@headwater/shared/figures';

const viewer = codeOf('json-viewer', () => import(/* webpackChunkName: "json-viewer" */ './json-viewer.tsx'));

/** The whole of a cell's value: JSON as a tree, whose code is loaded then, and everything else as text. */
export function CellValue(props: WholeValueProps) {
  const t = messages.use();
  const { value } = props;
  if (value === null || !/^\s*[{[]/.test(value)) return <WholeValue {...props} />;
  return (
    <WithCode code={viewer} thing={t('json.thing')} loading={<Skeleton width={0} height={0} />}>
      {({ JsonViewer }) => <JsonViewer {...props} value={value} />}
    </WithCode>
  );
}
