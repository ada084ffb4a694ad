import type { TLSSocket } from 'node:tls';
import { FailureError } from '@headwater/base/failures/failure';
import { ServerAttempt } from '../server-attempt.ts';
import { encrypt } from '../server-socket.ts';
import { Session } from './postgres.session.ts';
import { offersTls } from './postgres.socket.ts';

/** Opens a session with PostgreSQL, which has to be asked for TLS first. */
export class ConnectionAttempt extends ServerAttempt<Session> {
  async encrypt(): Promise<string | null> {
    const { sslmode, host } = this.configuration;
    if (sslmode === 'disable') return null;
    if (!(await offersTls(this.socket, this.configuration))) {
      if (sslmode === 'prefer') return null;
      throw new FailureError('tls_not_offered', { host });
    }
    const encrypted = await encrypt(this.socket, this.configuration);
    this.keep(encrypted);
    return encrypted.getProtocol() ?? 'TLS';
  }

  async signIn(): Promise<Session> {
    const { socket, configuration, isExposed } = this;
    const isEncrypted = (socket as TLSSocket).encrypted === true;
    const again = () => this.again();
    return this.begin(await Session.signIn(socket, configuration, { isEncrypted, isExposed, again }));
  }

  async close(): Promise<void> {
    await this.session.close();
    this.destroy();
  }
}
