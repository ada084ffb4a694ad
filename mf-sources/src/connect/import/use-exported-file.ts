import { ApiError } from '@headwater/shared/api';
import { EXPORT_MAX_BYTES, type ConnectionImportPreview } from '@headwater/shared/contract';
import { useRef, useState } from 'react';
import { previewImport } from '../../connection-file.queries.ts';

interface ChosenFile {
  id: string;
  name: string;
  bytes: number;
  text: string;
}

interface State {
  file: ChosenFile | null;
  preview: ConnectionImportPreview | undefined;
  error: unknown;
}

const NONE: State = { file: null, preview: undefined, error: null };

/** The chosen file and what it would create, or why it can't be imported. The one that was chosen last counts. */
export function useExportedFile(organizationId: string) {
  const [state, setState] = useState(NONE);
  const latest = useRef(0);
  const choose = async (chosen: File) => {
    const number = (latest.current += 1);
    const show = (next: Partial<State>) => {
      if (number === latest.current) setState((before) => ({ ...before, ...next }));
    };
    const file = { id: `import-${number}`, name: chosen.name, bytes: chosen.size, text: '' };
    setState({ ...NONE, file });
    try {
      if (chosen.size > EXPORT_MAX_BYTES) throw tooLarge();
      const text = await chosen.text();
      show({ file: { ...file, text } });
      show({ preview: await previewImport(organizationId, text) });
    } catch (error) {
      show({ error });
    }
  };
  const clear = () => {
    latest.current += 1;
    setState(NONE);
  };
  return { ...state, choose, clear };
}

/** As the server refuses it, without sending it there first. */
function tooLarge(): ApiError {
  const meta = { megabytes: EXPORT_MAX_BYTES / 1024 ** 2 };
  const error = { status: '413', code: 'export_too_large', title: '', detail: '', meta };
  return new ApiError(413, { errors: [error] }, new Headers());
}
