import { QueryClientProvider, queryClient } from '@headwater/shared/query';
import { RouterProvider, type createBrowserRouter } from '@headwater/shared/routing';
import { ThemeRoot, ToastArea } from '@headwater/shared/ui';
import { OverrideSlot } from './layouts/override/override-slot.tsx';
import { SessionChoices } from './profile/session-choices.tsx';

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>;
  nonce: string | undefined;
}

/** What surrounds every screen: theme, cached data, and toasts. */
export function App({ router, nonce }: AppProps) {
  return (
    <ThemeRoot nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <ToastArea />
        <SessionChoices />
        <RouterProvider router={router} />
        <OverrideSlot />
      </QueryClientProvider>
    </ThemeRoot>
  );
}
