import { paths, StartError, ownValue } from '@headwater/shared/contract';
import { audit } from '../wings/ground/audit/index.ts';
import { installationTransaction } from '../platform/database/installation-db.ts';
import { insertDemoCode, listDemoCodes, revokeDemoCode, type DemoCode } from '../wings/samples/demo/index.ts';
import { pageUrl } from '../http/own-origins.ts';
import { withStore, type Arguments, type Command } from './command.ts';

const USES = { name: 'uses', usual: 20, most: 10_000 };
const DAYS = { name: 'days', usual: 30, most: 365 };

export const demoCodeCommands: readonly Command[] = [
  {
    words: 'demo-code create <label>',
    about: `create a link to the demo; --uses ${USES.usual}, --days ${DAYS.usual}`,
    options: { uses: { type: 'string' }, days: { type: 'string' } },
    run: async (config, { named: { label = '' }, options }) => {
      const [maxUses, days] = [wholeNumber(options, USES), wholeNumber(options, DAYS)];
      const { id, code } = await withStore(config, (database) =>
        installationTransaction(database, async (db) => {
          const made = await insertDemoCode(db, { label, maxUses, days });
          const subject = { type: 'demo_codes', id: made.id };
          await audit(db, { action: 'demo_code.create', actorId: null, subject, details: { label } });
          return made;
        }),
      );
      const off = config.demo === 'off' ? '\nThe demo is off: start the product with DEMO=codes.' : '';
      const link = pageUrl(config, paths.demoLogin({ code }));
      return `${maxUses} times within ${days} days, the demo opens here (${id}):\n${link}${off}`;
    },
  },
  {
    words: 'demo-code list',
    about: 'list the links to the demo, and how often each was used',
    run: async (config) => {
      const codes = await withStore(config, (database) => installationTransaction(database, listDemoCodes));
      return codes.length === 0 ? 'There are no demo codes.' : codes.map(describe).join('\n');
    },
  },
  {
    words: 'demo-code revoke <id>',
    about: 'revoke a link; people in the demo can stay until their two hours end',
    run: async (config, { named: { id = '' } }) => {
      const isFound = await withStore(config, (database) =>
        installationTransaction(database, async (db) => {
          const subject = { type: 'demo_codes', id };
          if (!(await revokeDemoCode(db, id))) return false;
          await audit(db, { action: 'demo_code.revoke', actorId: null, subject });
          return true;
        }),
      );
      if (!isFound)
        throw new StartError(`There is no demo code ${id}.`, 'demo-code list shows the existing ones.');
      return `${id} no longer admits anyone.`;
    },
  },
];

function wholeNumber(options: Arguments['options'], { name, usual, most }: typeof USES): number {
  const given = ownValue(options, name) ?? String(usual);
  if (typeof given !== 'string' || !/^[1-9]\d{0,8}$/.test(given) || Number(given) > most)
    throw new StartError(
      `--${name} is not a whole number from 1 to ${most}.`,
      `For example --${name} ${usual}.`,
    );
  return Number(given);
}

function describe({ id, label, uses, maxUses, expiresAt, isLive }: DemoCode): string {
  const until = expiresAt
    ? `until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'no expiry';
  return `${id}   ${uses} of ${maxUses} uses   ${until}${isLive ? '' : '   ended'}   ${label}`;
}
