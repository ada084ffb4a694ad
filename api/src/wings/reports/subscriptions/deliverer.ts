import {
  DELIVERY_WAIT_HOURS,
  paths,
  REPORT_MAIL_RETRY_MINUTES,
  type Language,
} from '@headwater/shared/contract';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { MailRefused, MailUnwritable, type Mail, type MailFile } from '../../ground/mail/index.ts';
import { ageOf, tablesOf } from '../files/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import type { TableRow } from '../../tables/tables/index.ts';
import {
  findDelivery,
  lastPins,
  noteMail,
  noteOutcome,
  type ListedDelivery,
} from './deliveries.repository.ts';
import { workspaceOfOwner } from './owner-workspace.ts';
import {
  clean,
  computed,
  dayIn,
  isEmpty,
  letterOf,
  tableIdsOf,
  type Edition,
  type Letter,
} from './report-letter.ts';
import {
  findMailbox,
  findSubscription,
  recipientsLeft,
  type Recipient,
  type SubscriptionRow,
} from './subscriptions.repository.ts';
import { oneClickUrl, unsubscribeToken } from './unsubscribe-token.ts';

/** How often a delivery looks whether its data is fresh. A run that ends makes it look at once. */
const LOOK_MINUTES = 5;
/** After this, a report that can't be computed is tried again like one that can't be sent. */
const WORK_MS = 8 * 60_000;

type Outcome = Parameters<typeof noteOutcome>[2];

interface Work {
  readonly subscription: SubscriptionRow;
  readonly delivery: ListedDelivery;
}

/** Works on one delivery that this process has taken: sends it, waits, or says why it isn't sent. */
export async function deliver(
  services: Services,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const found = await inWorkspace(async (db) => {
    const delivery = await findDelivery(db, id);
    const subscription = delivery && (await findSubscription(db, delivery.subscription_id));
    return subscription && { delivery, subscription };
  });
  // The report, and its subscriptions with it, was deleted.
  if (!found) return;
  const outcome = await attempt(services, workspaceId, found).catch((error: unknown): Outcome => {
    services.log.warn({ err: error, workspaceId, delivery: id }, 'a report was not sent');
    return later(found.delivery, 'not_computed');
  });
  await inWorkspace(async (db) => {
    if (outcome === 'forgotten') await forget(db, id);
    else await noteOutcome(db, id, outcome);
    const { report_id } = found.subscription;
    await services.events.publishIn(db, { type: 'reports', id: report_id, sourceConnectionId: null });
  });
}

/** A delivery of a sync that has changed nothing leaves the day to another one. */
const forget = (db: WorkspaceDb, id: string) =>
  db
    .deleteFrom('report_deliveries')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();

async function attempt(
  services: Services,
  workspaceId: string,
  { subscription, delivery }: Work,
): Promise<Outcome | 'forgotten'> {
  if (subscription.paused_at !== null) return { state: 'skipped', fault: 'paused' };
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const { owner_id: ownerId } = subscription;
  const owner = ownerId === null ? undefined : await inWorkspace((db) => findMailbox(db, ownerId));
  if (!owner) return { state: 'skipped', fault: 'owner_left' };
  if (!services.mail.isOn) return { state: 'skipped', fault: 'mail_off' };
  const workspace = workspaceOfOwner(services, workspaceId, owner);
  const { report, recipients, last } = await workspace.transaction(async (db) => ({
    report: await getReport(db, subscription.report_id, workspace),
    recipients: await recipientsLeft(db, subscription.id, delivery.id),
    last: await lastPins(db, subscription.id),
  }));
  if (recipients.length === 0)
    return delivery.sent > 0
      ? { state: 'sent', pins: delivery.pins ?? '' }
      : { state: 'skipped', fault: 'no_recipients' };
  const content = contentOf(report);
  const tables = await tablesOf(workspace, content);
  const pins = pinsOf(report.version, tables);
  const edition: Edition = {
    ...{ services, workspace, report: { id: report.id, name: report.name, content }, tables },
    ...{ filters: subscription.filters, zone: subscription.zone, attachPdf: subscription.attach_pdf },
    signal: AbortSignal.timeout(WORK_MS),
  };
  if (delivery.cause === 'sync' && last === pins) return 'forgotten';
  if (subscription.skip_unchanged && last === pins) return { state: 'skipped', fault: 'unchanged' };
  const late = subscription.only_fresh ? lateTables(tableIdsOf(content), content.cards, tables) : [];
  const mails = mailsOf(edition, { subscription, delivery, recipients });
  if (late.length > 0) {
    if (delivery.wait_until.getTime() > Date.now())
      return { state: 'waiting', fault: 'stale', againIn: LOOK_MINUTES };
    await mails.send(async (language) => ({
      held: clean(late.join(', ')),
      day: dayIn({ language, timeZone: edition.zone }),
    }));
    return { state: 'skipped', fault: 'stale' };
  }
  const made = await computed(edition);
  if (subscription.skip_empty && isEmpty(made)) return { state: 'skipped', fault: 'empty' };
  const { isUnsent, isUnwritable, refused } = await mails.send((language) =>
    letterOf(edition, made, language),
  );
  if (isUnwritable) return { state: 'failed', fault: 'mail_unwritable' };
  if (isUnsent) return later(delivery, 'mail_failed');
  return refused === recipients.length && delivery.sent === 0
    ? { state: 'failed', fault: 'mail_refused' }
    : { state: 'sent', pins };
}

/** Tries again after a while, each time a longer one, and gives up at the end. */
function later({ attempts }: ListedDelivery, fault: 'mail_failed' | 'not_computed'): Outcome {
  const againIn = REPORT_MAIL_RETRY_MINUTES[attempts];
  return againIn === undefined ? { state: 'failed', fault } : { state: 'retrying', fault, againIn };
}

/** The versions of a report and its tables. Two deliveries of the same ones would be the same. */
const pinsOf = (version: number, tables: ReadonlyMap<string, TableRow>): string =>
  [`r.${version}`, ...[...tables.values()].map((table) => `${table.id}.${table.version}`).toSorted()].join(
    ',',
  );

/** Returns the names of a report's tables that aren't as fresh as they should be, or can't be read at all. */
function lateTables(
  ids: readonly string[],
  cards: Edition['report']['content']['cards'],
  tables: ReadonlyMap<string, TableRow>,
): string[] {
  return ids.flatMap((id) => {
    const table = tables.get(id);
    if (!table)
      return cards
        .flatMap((card) => ('table' in card && card.table.id === id ? [card.table.name] : []))
        .slice(0, 1);
    const isGood = table.version !== null && table.damagedAt === null && !ageOf(table).isLate;
    return isGood ? [] : [table.tableName];
  });
}

interface Sent {
  /** The server was away. */
  isUnsent: boolean;
  /** Somebody's mail can't be written. */
  isUnwritable: boolean;
  refused: number;
}

type Said = Letter | { readonly held: string; readonly day: string };

/** Sends a mail to each of the recipients, and keeps who has got it: another attempt leaves them out. */
function mailsOf(
  { services, workspace, report, filters }: Edition,
  { subscription, delivery, recipients }: Work & { recipients: readonly Recipient[] },
) {
  const { config, keys, mail, database } = services;
  const link = pageUrl(config, linkTo(workspace.id, report.id, filters));
  const name = clean(report.name);
  const mailTo = ({ id, address: to, language }: Recipient, said: Said, workspaceName: string): Mail => {
    const token = unsubscribeToken(keys.subscriptions, {
      ...{ workspaceId: workspace.id, subscriptionId: subscription.id, userId: id },
    });
    const common = { to, language, report: name, workspace: workspaceName, link };
    const unsubscribe = {
      unsubscribeLink: pageUrl(config, paths.unsubscribe(token)),
      oneClickUrl: oneClickUrl(config, token),
    };
    if ('held' in said)
      return {
        ...{ template: 'report_held', ...common, day: said.day, tables: said.held, ...unsubscribe },
        hours: String(DELIVERY_WAIT_HOURS),
      };
    const { files: _files, ...rest } = said;
    return { template: 'report', ...common, ...rest, owner: clean(subscription.owner_name), ...unsubscribe };
  };
  return {
    async send(say: (language: Language) => Promise<Said>): Promise<Sent> {
      const workspaceName = await nameOf(services, workspace.id);
      const said = new Map<Language, Said>();
      const sent: Sent = { isUnsent: false, isUnwritable: false, refused: 0 };
      for (const recipient of recipients) {
        const { language, id } = recipient;
        if (!said.has(language)) said.set(language, await say(language));
        const words = said.get(language)!;
        const files: readonly MailFile[] = 'held' in words ? [] : words.files;
        const outcome = await mail
          .sendAtOnce(mailId(delivery.id, id), mailTo(recipient, words, workspaceName), files)
          .then(() => 'sent' as const)
          .catch((error: unknown) => {
            services.log.warn({ err: error, delivery: delivery.id }, 'mail of a report not sent');
            if (error instanceof MailUnwritable) return 'unwritable' as const;
            return error instanceof MailRefused ? ('refused' as const) : ('unsent' as const);
          });
        if (outcome === 'refused') sent.refused += 1;
        if (outcome === 'unwritable') {
          sent.isUnwritable = true;
          continue;
        }
        // The server is away: the others would wait for it, too.
        if (outcome === 'unsent') {
          sent.isUnsent = true;
          break;
        }
        await workspaceTransaction(database, workspace.id, (db) =>
          noteMail(db, delivery.id, id, outcome === 'refused'),
        );
      }
      return sent;
    },
  };
}

/** Returns the same ID for each attempt, by which readers recognize the same mail. */
const mailId = (deliveryId: string, userId: string) => `${deliveryId}.${userId}`;

const linkTo = (workspaceId: string, reportId: string, filters: string): string =>
  `${paths.report(workspaceId, reportId)}${filters === '' ? '' : `?${filters}`}`;

async function nameOf({ database }: Pick<Services, 'database'>, workspaceId: string): Promise<string> {
  const { name } = await workspaceTransaction(database, workspaceId, (db) =>
    db.selectFrom('organizations').select('name').where('id', '=', workspaceId).executeTakeFirstOrThrow(),
  );
  return clean(name);
}

/** Sends a report to one person at once, once. Throws if the mail server doesn't take it. */
export async function sendTest(edition: Edition, to: Recipient): Promise<void> {
  const { services, workspace, report, filters } = edition;
  const { files, ...letter } = await letterOf(edition, await computed(edition), to.language);
  const mail: Mail = {
    ...{ template: 'report', to: to.address, language: to.language, report: clean(report.name), ...letter },
    ...{ workspace: await nameOf(services, workspace.id), owner: '', unsubscribeLink: '', oneClickUrl: '' },
    link: pageUrl(services.config, linkTo(workspace.id, report.id, filters)),
  };
  await services.mail.sendAtOnce(newId('mail'), mail, files);
}
