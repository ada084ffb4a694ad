import type { Table } from '../../../platform/database/tables.ts';
import type { WithTransitions } from '../../../platform/database/transitions.ts';
import type {
  ChannelAttributes,
  DeliveryFault,
  DeliveryState,
  Language,
  NotificationTrigger,
} from '@headwater/shared/contract';

type Pause = NonNullable<ChannelAttributes['pause']>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    notification_channels: Table<
      'notification_channels',
      { triggers: NotificationTrigger[]; language: Language; pause: Pause }
    >;
    notification_deliveries: WithTransitions<
      Table<
        'notification_deliveries',
        { trigger: NotificationTrigger | 'test'; state: DeliveryState; fault: DeliveryFault }
      >
    >;
  }
}
