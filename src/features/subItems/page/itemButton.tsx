// The button of a row that opens another record: its state, identifier, name and assignees.
import type { VNode } from 'preact';
import { ChoiceIcon } from '../../../shell/page/controls/choiceIcon.tsx';
import type { ContentRow } from '../../../shell/protocol/contents.ts';

interface ItemButtonProps {
  readonly item: Omit<ContentRow, 'key'>;
  readonly onOpen: () => void;
  readonly testId: string;
}

export function ItemButton({ item: { identifier, name, state, assignees }, onOpen, testId }: ItemButtonProps): VNode {
  return (
    <button
      type="button"
      class="code-row"
      title={[[identifier, name].join(' ').trim(), assignees].join('\n').trim()}
      onClick={onOpen}
      data-testid={testId}
    >
      {state && (
        <>
          <ChoiceIcon choice={state} />
          <span class="visually-hidden">{state.label} </span>
        </>
      )}
      {identifier !== undefined && <span class="dimmed sub-item-identifier">{identifier} </span>}
      <span class="code-row-label" dir="auto">
        {name}
      </span>
      {assignees && <span class="dimmed code-row-detail"> {assignees}</span>}
    </button>
  );
}
