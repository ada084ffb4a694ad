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
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { MailRefused, MailUnwritable, type Mail, type MailFile } from '../../ground/mail/index.ts';
import { ageOf, tablesOf } from '../files/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import type { TableRow } from '../../tables/tables/index.ts';
import {
  findDelivery,
  forgetDelivery,
  holdDelivery,
  lastPins,
  LOOK_MINUTES,
  noteMail,
  noteOutcome,
  type ListedDelivery,
  type Outcome,
  type TakenDelivery,
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

/** After this, a report that can't be computed is tried again like one that can't be sent. */
const WORK_MS = 8 * 60_000;

interface Work {
  readonly taken: TakenDelivery;
  readonly subscription: SubscriptionRow;
  readonly delivery: ListedDelivery;
}

/** Works on one delivery that this process has taken: sends it, waits, or says why it isn't sent. */
export async function deliver(services: Services, taken: TakenDelivery): Promise<void> {
  const { workspaceId, id } = taken;
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const found = await inWorkspace(async (db) => {
    const delivery = await findDelivery(db, id);
    const subscription = delivery && (await findSubscription(db, delivery.subscription_id));
    return subscription && { taken, delivery, subscription };
  });
  // The report, and its subscriptions with it, was deleted.
  if (!found) return;
  const outcome = await attempt(services, workspaceId, found).catch((error: unknown): Outcome => {
    if (error instanceof LeaseLost) throw error;
    services.log.warn({ err: error, workspaceId, delivery: id }, 'a report was not sent');
    return later(found.delivery, 'not_computed');
  });
  await inWorkspace(async (db) => {
    if (outcome === 'forgotten') await forgetDelivery(db, taken);
    else await noteOutcome(db, taken, outcome);
    const { report_id } = found.subscription;
    await services.events.publishIn(db, { type: 'reports', id: report_id, sourceConnectionId: null });
  });
}

async function attempt(services: Services, workspaceId: string, work: Work): Promise<Outcome | 'forgotten'> {
  const { subscription, delivery } = work;
  if (subscription.paused_at !== null) return { event: 'skipped', fault: 'paused' };
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const { owner_id: ownerId } = subscription;
  const owner = ownerId === null ? undefined : await inWorkspace((db) => findMailbox(db, ownerId));
  if (!owner) return { event: 'skipped', fault: 'owner_left' };
  if (!services.mail.isOn) return { event: 'skipped', fault: 'mail_off' };
  const workspace = workspaceOfOwner(services, workspaceId, owner);
  const { report, recipients, last } = await workspace.transaction(async (db) => ({
    report: await getReport(db, subscription.report_id, workspace),
    recipients: await recipientsLeft(db, subscription.id, delivery.id),
    last: await lastPins(db, subscription.id),
  }));
  if (recipients.length === 0) {
    if (delivery.sent === 0) return { event: 'skipped', fault: 'no_recipients' };
    return delivery.pins === null
      ? { event: 'skipped', fault: 'stale' }
      : { event: 'sent', pins: delivery.pins };
  }
  const content = contentOf(report);
  const tables = await tablesOf(workspace, content);
  const pins = pinsOf(report.version, tables);
  const edition: Edition = {
    ...{ services, workspace, report: { id: report.id, name: report.name, content }, tables },
    ...{ filters: subscription.filters, zone: subscription.zone, attachPdf: subscription.attach_pdf },
    signal: AbortSignal.timeout(WORK_MS),
  };
  if (delivery.cause === 'sync' && last === pins) return 'forgotten';
  if (subscription.skip_unchanged && last === pins) return { event: 'skipped', fault: 'unchanged' };
  const late = subscription.only_fresh ? lateTables(tableIdsOf(content), content.cards, tables) : [];
  const mails = mailsOf(edition, { ...work, recipients, pins: late.length > 0 ? null : pins });
  if (late.length > 0) {
    if (delivery.wait_until.getTime() > Date.now())
      return { event: 'postponed', fault: 'stale', againIn: LOOK_MINUTES };
    const { isUnsent } = await mails.send(async (language) => ({
      held: clean(late.join(', ')),
      day: dayIn({ language, timeZone: edition.zone }),
    }));
    return isUnsent ? later(delivery, 'mail_failed') : { event: 'skipped', fault: 'stale' };
  }
  const made = await computed(edition);
  if (subscription.skip_empty && isEmpty(made)) return { event: 'skipped', fault: 'empty' };
  const { isUnsent, isUnwritable, accepted, refused } = await mails.send((language) =>
    letterOf(edition, made, language),
  );
  if (isUnwritable) return { event: 'failed', fault: 'mail_unwritable' };
  if (isUnsent) return later(delivery, 'mail_failed');
  if (accepted + delivery.sent > 0) return { event: 'sent', pins };
  return refused > 0
    ? { event: 'failed', fault: 'mail_refused' }
    : { event: 'skipped', fault: 'no_recipients' };
}

/** Tries again after a while, each time a longer one, and gives up at the end. */
function later({ attempts }: ListedDelivery, fault: 'mail_failed' | 'not_computed'): Outcome {
  const againIn = REPORT_MAIL_RETRY_MINUTES[attempts];
  return againIn === undefined ? { event: 'failed', fault } : { event: 'fault', fault, againIn };
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
  accepted: number;
  refused: number;
}

type Said = Letter | { readonly held: string; readonly day: string };

/** Sends a mail to each of the recipients, and keeps who has got it: another attempt leaves them out. */
function mailsOf(
  { services, workspace, report, filters }: Edition,
  {
    taken,
    subscription,
    delivery,
    recipients,
    pins,
  }: Work & { recipients: readonly Recipient[]; pins: string | null },
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
  /** Somebody may have left the workspace, or the subscription, while the report was computed. */
  const isStillDue = ({ id }: Recipient) =>
    workspaceTransaction(database, workspace.id, async (db) => {
      await holdDelivery(db, taken, pins);
      const left = await recipientsLeft(db, subscription.id, delivery.id);
      return left.some((one) => one.id === id);
    });
  return {
    async send(say: (language: Language) => Promise<Said>): Promise<Sent> {
      const workspaceName = await nameOf(services, workspace.id);
      const said = new Map<Language, Said>();
      const sent: Sent = { isUnsent: false, isUnwritable: false, accepted: 0, refused: 0 };
      for (const recipient of recipients) {
        const { language, id } = recipient;
        if (!said.has(language)) said.set(language, await say(language));
        const words = said.get(language)!;
        const files: readonly MailFile[] = 'held' in words ? [] : words.files;
        if (!(await isStillDue(recipient))) continue;
        const outcome = await mail
          .sendAtOnce(mailId(delivery.id, id), mailTo(recipient, words, workspaceName), files)
          .then(() => 'sent' as const)
          .catch((error: unknown) => {
            services.log.warn({ err: error, delivery: delivery.id }, 'mail of a report not sent');
            if (error instanceof MailUnwritable) return 'unwritable' as const;
            return error instanceof MailRefused ? ('refused' as const) : ('unsent' as const);
          });
        if (outcome === 'sent') sent.accepted += 1;
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
