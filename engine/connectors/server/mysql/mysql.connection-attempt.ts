import { FailureError } from '@headwater/base/failures/failure';
import { ServerAttempt } from '../server-attempt.ts';
import { offersTls } from './mysql.greeting.ts';
import type { Session } from './mysql.session.ts';

/** Opens a session with MySQL or MariaDB, whose greeting says whether there is TLS. */
export class ConnectionAttempt extends ServerAttempt<Session> {
  async encrypt(): Promise<string | null> {
    const { sslmode, host } = this.configuration;
    // With the driver, which only a process that connects needs.
    const { Session } = await import('./mysql.session.ts');
    const isOffered = await offersTls(this.socket, this.configuration);
    if (!isOffered && (sslmode === 'require' || sslmode === 'verify-full'))
      throw new FailureError('tls_not_offered', { host });
    const tls = isOffered && sslmode !== 'disable';
    const session = this.begin(new Session(this.socket, this.configuration, { tls }));
    return tls ? ((await session.secured).getProtocol() ?? 'TLS') : null;
  }

  async signIn(): Promise<Session> {
    await this.session.signIn();
    return this.session;
  }

  async close(): Promise<void> {
    this.session.close();
  }
}
