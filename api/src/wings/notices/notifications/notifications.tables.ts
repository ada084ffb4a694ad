import type {
  ChannelAttributes,
  ChannelKind,
  DeliveryFault,
  DeliveryState,
  Language,
  NotificationTrigger,
} from '@headwater/shared/contract';
import type { ColumnType, Generated } from 'kysely';

type Pause = ChannelAttributes['pause'];

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    notification_channels: {
      workspace_id: string;
      id: string;
      kind: ChannelKind;
      name: string;
      triggers: NotificationTrigger[];
      member_ids: string[];
      addresses: string[];
      /** In which emails to `addresses` are written. */
      language: Language;
      /** The URL and the secret of a webhook. */
      sealed: Buffer | null;
      url_hint: string | null;
      pause: ColumnType<Pause, string | null, string | null>;
      /** The creator's name. They may leave. */
      created_by: string;
      created_at: Generated<Date>;
      version: Generated<number>;
    };
    notification_deliveries: {
      workspace_id: string;
      id: string;
      channel_id: string;
      trigger: NotificationTrigger | 'test';
      subject: string;
      /** What a webhook gets with each attempt. */
      body: string | null;
      state: DeliveryState;
      created_at: Generated<Date>;
      attempts: Generated<number>;
      attempted_at: Date | null;
      next_at: Date | null;
      status: number | null;
      fault: DeliveryFault | null;
      recipients: number | null;
    };
  }
}
