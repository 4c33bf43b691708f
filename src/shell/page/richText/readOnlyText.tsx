// Shows a text as plain text if it is too large or too complex to edit, with the reason.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { ExceededLimit } from '../../../richText/editor/load/limits.ts';
import { Button, Icon } from '../button.tsx';
import { PageContext } from '../pageContext.ts';
import { usePageValue } from '../usePageValue.ts';
import './readOnlyText.css';

interface ReadOnlyTextProps {
  readonly id: string;
  readonly label: string;
  readonly exceededLimit: ExceededLimit;
}

export function ReadOnlyText({ id, label, exceededLimit: { reason, text, isTruncated } }: ReadOnlyTextProps): VNode {
  const page = useContext(PageContext)?.page;
  const canOpenInBrowser = usePageValue(({ model }) => model?.actions.includes('openInBrowser') === true);
  return (
    <div class="read-only-text">
      <div class="banner" role="note" id={`${id}-read-only`}>
        <Icon name="info" />
        <span class="banner-text">
          {reason} {l10n.t('It is read-only here. To edit it, open it in the browser.')}
        </span>
        {page && canOpenInBrowser && (
          <Button isSecondary onClick={() => page.runAction('openInBrowser')}>
            {l10n.t('Open in Browser')}
          </Button>
        )}
      </div>
      <div
        id={id}
        class="rich-text-body read-only-words"
        dir="auto"
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
        aria-label={label}
        aria-describedby={`${id}-read-only`}
        tabIndex={0}
        data-autofocus
      >
        {text}
      </div>
      {isTruncated && <p class="field-hint">{l10n.t('Only the beginning is shown.')}</p>}
    </div>
  );
}
