import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { DEFAULT_SUPPORT_EMAIL, securityHeaders } from '@headwater/shared/contract';
import { haltCanary } from '../registry/canary.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';
import { assetRoutes } from './asset.routes.ts';
import { createCanaryWatch, type Halt } from './canary-watch.ts';
import { createCensus } from './census.ts';
import { createDeliveryCounters, type DeliveryContext } from './context.ts';
import { cspReportRoutes } from './csp-report.routes.ts';
import { faviconRoutes } from './favicon.routes.ts';
import { integrityRoutes } from './integrity.routes.ts';
import { createLastGood } from './last-good.ts';
import { watchRegistry } from './live-registry.ts';
import { operationsRoutes } from './operations.routes.ts';
import { overrideRoutes, type Identify } from './override.routes.ts';
import { createPageNotes } from './page-notes.ts';
import { sendPage } from './page.routes.ts';
import { createPublishedBuilds } from './published-builds.ts';
import { registryRoutes } from './registry.routes.ts';
import { reportRoutes } from './report.routes.ts';
import { sendText } from './send-text.ts';

export interface DeliveryOptions {
  /** The registry's folder. */
  registry: string;
  /**
   * The product's URL for browsers, if the operator has set it. HSTS and prefixed cookies are used only with
   * HTTPS.
   */
  publicUrl?: string | null;
  supportEmail?: string;
  sentryDsn?: string | null;
  /** Returns who sent a request. Without it, overrides can only be set by a signed link. */
  identify?: Identify;
}

/**
 * The web server of the product as a Fastify plugin: pages, published files, and the registry document. It
 * handles every URL that no other route of the server claims. Routes that it must not handle (the API) have
 * their own not-found handler under their prefix.
 */
export function createDelivery(options: DeliveryOptions): FastifyPluginAsync {
  return async (app) => {
    const context = createContext(app, options);
    const headers = securityHeaders(context.https);
    app.addHook('onRequest', async (_, reply) => void reply.headers(headers));
    app.setErrorHandler((error, request, reply) => {
      const status = statusOf(error);
      if (status >= 500) request.log.error(error);
      return sendText(
        reply,
        status,
        status >= 500 ? 'Something went wrong. Please try again shortly.' : 'Bad request.',
      );
    });
    assetRoutes(app, context);
    integrityRoutes(app, context);
    registryRoutes(app, context);
    overrideRoutes(app, context, options.identify);
    reportRoutes(app, context);
    cspReportRoutes(app, context);
    operationsRoutes(app, context);
    faviconRoutes(app);
    app.setNotFoundHandler((request, reply) => sendPage(context, request, reply));
  };
}

function createContext(app: FastifyInstance, options: DeliveryOptions): DeliveryContext {
  const registry = openRegistry(options.registry);
  const builds = createPublishedBuilds(registry);
  const lastGood = createLastGood(registry, (error) =>
    app.log.error(error, 'The last good state of the registry cannot be saved or read'),
  );
  const notes = createPageNotes(registry, (error) =>
    app.log.warn(error, 'The versions of pages cannot be noted for gc'),
  );
  app.addHook('onClose', () => Promise.all([notes.settled(), lastGood.settled()]));
  const url = options.publicUrl ? new URL(options.publicUrl) : null;
  return {
    registry,
    builds,
    live: watchRegistry({
      registry,
      builds,
      lastGood,
      onFailure: (error) => app.log.error(error, 'The registry cannot be read'),
    }),
    settings: {
      supportEmail: options.supportEmail ?? DEFAULT_SUPPORT_EMAIL,
      sentryDsn: options.sentryDsn ?? null,
    },
    origin: url?.origin ?? null,
    https: url?.protocol === 'https:',
    counters: createDeliveryCounters(),
    census: createCensus(),
    watch: createCanaryWatch(haltIn(registry, app.log)),
    notes,
  };
}

const haltIn =
  (registry: Registry, log: FastifyBaseLogger): Halt =>
  async (name, { id, build }, why) => {
    try {
      const halted = await haltCanary(registry, name, id, { by: 'delivery', why });
      if (halted) log.warn({ canary: build.reference, why }, 'A canary was halted');
    } catch (error) {
      log.error(error, `The canary ${build.reference} fails too often, but cannot be halted`);
    }
  };

/** Returns 503 if the registry can't be read, which may be temporary. */
const statusOf = (error: unknown) =>
  error instanceof RegistryFault ? 503 : ((error as { statusCode?: number }).statusCode ?? 500);
