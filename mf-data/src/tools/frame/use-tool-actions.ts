import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { toast } from '@headwater/shared/ui';
import {
  allOfTool,
  cancelRun,
  changeSetup,
  deleteSetup,
  saveSetup,
  startRun,
  type ToolAddress,
  type ToolSetup,
} from './tool.queries.ts';

/** What changes setups and runs. Lists are fetched again afterward, also after a refusal. */
export function useToolActions(tool: ToolAddress) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const after = {
    onError: (error: Error) => void toast.error(errorText(error)),
    onSettled: () => client.invalidateQueries(allOfTool(tool)),
  };
  return {
    /** Its caller shows what is wrong. */
    save: useMutation({
      mutationFn: (setup: Parameters<typeof saveSetup>[1]) => saveSetup(tool, setup),
      onSettled: after.onSettled,
    }),
    change: useMutation({
      mutationFn: ({ setup, ...values }: { setup: ToolSetup } & Parameters<typeof changeSetup>[2]) =>
        changeSetup(tool, setup, values),
      ...after,
    }),
    remove: useMutation({ mutationFn: (setup: ToolSetup) => deleteSetup(tool, setup), ...after }),
    start: useMutation({
      mutationFn: (run: Parameters<typeof startRun>[1]) => startRun(tool, run),
      ...after,
    }),
    cancel: useMutation({ mutationFn: (id: string) => cancelRun(tool, id), ...after }),
  };
}
