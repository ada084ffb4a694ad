import { useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { VisuallyHidden } from './text.tsx';

export interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers and the tooltip. Default "Copy". */
  label?: string;
  /** Shows the label next to the icon. */
  wordy?: boolean;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, wordy }: CopyButtonProps) {
  const t = uiMessages.use();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const icon = copied ? <IconCheck /> : <IconCopy />;
  return (
    <>
      {wordy ? (
        <Button variant="ghost" size="small" icon={icon} onClick={copy}>
          {copied ? t('copied') : (label ?? t('copy'))}
        </Button>
      ) : (
        <IconButton size="small" label={label ?? t('copy')} onClick={copy}>
          {icon}
        </IconButton>
      )}
      <VisuallyHidden role="status">{copied ? t('copied') : ''}</VisuallyHidden>
    </>
  );
}
