import type { FastifyPluginAsync } from 'fastify';
import { DEFAULT_SUPPORT_EMAIL } from '@headwater/shared/contract';
import { openRegistry } from '../registry/registry.ts';
import { assetRoutes } from './asset.routes.ts';
import { createDeliveryCounters, type DeliveryContext } from './context.ts';
import { cspReportRoutes } from './csp-report.routes.ts';
import { faviconRoutes } from './favicon.routes.ts';
import { watchRegistry } from './live-registry.ts';
import { operationsRoutes } from './operations.routes.ts';
import { createPageNotes } from './page-notes.ts';
import { sendPage } from './page.routes.ts';
import { registryRoutes } from './registry.routes.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { sendText } from './send-text.ts';

export interface DeliveryOptions {
  /** The registry's folder. */
  registry: string;
  /** Whether browsers reach the product by https; only then HSTS is sent. */
  https?: boolean;
  supportEmail?: string;
  sentryDsn?: string | null;
}

/**
 * The web server of the product as a Fastify plugin: pages, published files, the registry document.
 * It answers every address that no other route of the server claims; what it must leave alone (the API)
 * has a not-found handler of its own under its prefix.
 */
export function createDelivery(options: DeliveryOptions): FastifyPluginAsync {
  return async (app) => {
    const registry = openRegistry(options.registry);
    const context: DeliveryContext = {
      registry,
      live: watchRegistry(registry, (error) => app.log.error(error, 'The registry cannot be read')),
      settings: {
        supportEmail: options.supportEmail ?? DEFAULT_SUPPORT_EMAIL,
        sentryDsn: options.sentryDsn ?? null,
      },
      counters: createDeliveryCounters(),
      notes: createPageNotes(registry, (error) =>
        app.log.warn(error, 'What pages are made of cannot be noted for gc'),
      ),
    };
    app.addHook('onClose', () => context.notes.settled());
    app.addHook('onRequest', async (_, reply) => setSecurityHeaders(reply, options.https ?? false));
    app.setErrorHandler((error, request, reply) => {
      const status = statusOf(error);
      if (status >= 500) request.log.error(error);
      return sendText(
        reply,
        status,
        status >= 500 ? 'Something went wrong. Please try again shortly.' : 'Bad request.',
      );
    });
    assetRoutes(app, registry);
    registryRoutes(app, context);
    cspReportRoutes(app, context);
    operationsRoutes(app, context);
    faviconRoutes(app);
    app.setNotFoundHandler((request, reply) => sendPage(context, request, reply));
  };
}

const statusOf = (error: unknown) => (error as { statusCode?: number }).statusCode ?? 500;
