// The input for the title of a new sub-item. Enter creates it, and leaves an empty input for the next one.
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isShortcut } from '../../../shell/page/keys/shortcuts.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import type { SubItemsView } from '../../../shell/protocol/subItems.ts';
import type { SubItemInputState } from './useSubItemInput.ts';

interface NewSubItemInputProps {
  readonly page: PageStore;
  readonly subItems: SubItemsView;
  readonly input: SubItemInputState;
}

/** While shown, the input is the source of its text: it sends changes to the host, but ignores the host's draft. */
export function NewSubItemInput({ page, subItems, input }: NewSubItemInputProps): VNode {
  const inputRef = useRef<HTMLInputElement>(null);
  const [typedText, setTypedText] = useState<string | undefined>(undefined);
  const [sendingCount, setSendingCount] = useState(0);
  const [error, setError] = useState<string | undefined>(undefined);
  const latestText = useRef<string | undefined>(undefined);
  const text = typedText ?? subItems.draft;
  const problem = error ?? subItems.problem;
  useEffect(() => {
    // An input that is shown because of an existing draft must not take the focus.
    if (input.isOpenedByUser) inputRef.current?.focus();
  }, [input.isOpenedByUser]);
  const setText = (name: string) => {
    latestText.current = name;
    setTypedText(name);
  };
  const onType = (name: string) => {
    setText(name);
    setError(undefined);
    page.sendBuffered('sub-item', { type: 'editSubItem', name });
  };
  const create = async () => {
    const name = text.trim();
    if (name === '' && subItems.progress === undefined) return;
    setSendingCount((count) => count + 1);
    const response = page.sendRequest({ type: 'addSubItem', name });
    setText('');
    setError(undefined);
    // An input that is shown only because a draft exists would be hidden when the draft is sent.
    input.open();
    const { problem: failure, title = '' } = await response;
    setSendingCount((count) => count - 1);
    if (failure === undefined) return;
    const laterText = latestText.current ?? '';
    setText([title, laterText].join(' ').trim());
    setError(failure);
    if (laterText !== '') page.sendBuffered('sub-item', { type: 'editSubItem', name: latestText.current ?? '' });
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.isComposing) return;
    if (isShortcut(event, 'createSubItem')) {
      event.preventDefault();
      void create();
    } else if (isShortcut(event, 'close') && text === '' && sendingCount === 0) input.close();
  };
  return (
    <>
      <p class="dimmed" role="status">
        {subItems.progress}
      </p>
      <input
        ref={inputRef}
        class="input"
        type="text"
        dir="auto"
        value={text}
        placeholder={l10n.t('Title of the sub-item')}
        aria-label={l10n.t('Title of the sub-item')}
        aria-describedby={problem === undefined ? undefined : 'sub-item-problem'}
        aria-invalid={problem !== undefined}
        // If the page was replaced while the title is being sent, this input does not receive the response.
        readOnly={subItems.pending !== undefined && sendingCount === 0}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-testid="new-sub-item"
      />
      {problem !== undefined && (
        <p class="field-problem" id="sub-item-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
