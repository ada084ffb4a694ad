import { useFormat } from '@headwater/shared/messages';
import { CopyButton, Mono, Row, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { Facts } from '../facts.ts';
import { SettingRow } from '../setting-row.tsx';
import type { Organization } from '../workspace.queries.ts';

/** The facts about a workspace that nobody can change. */
export function AboutWorkspace({ workspace: { id, name, role, createdAt } }: { workspace: Organization }) {
  const t = messages.use();
  const format = useFormat();
  return (
    <SettingRow title={t('settings.workspace')} about={t('settings.name_stays')}>
      <Facts>
        <dt>{t('settings.name')}</dt>
        <dd>
          <b>{name}</b>
        </dd>
        <dt>{t('settings.created')}</dt>
        <dd>{format.date(createdAt)}</dd>
        <dt>{t('settings.your_role')}</dt>
        <dd>{t(`role.${role}`)}</dd>
        <dt>{t('settings.id')}</dt>
        <dd>
          <Row gap={1} nowrap>
            <Id>{id}</Id>
            <CopyButton text={id} label={t('settings.copy_id')} />
          </Row>
        </dd>
      </Facts>
    </SettingRow>
  );
}

const Id = styled(Mono)({ minWidth: 0, overflowWrap: 'anywhere' });
