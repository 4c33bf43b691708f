// Owns saying aloud that something was saved or sent, which eyes can tell from the tab, the buttons and the list of comments.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditorModel } from '../editor/words.ts';
import type { PageState } from './page.ts';

interface OutcomeProps {
  readonly state: PageState;
  readonly model: EditorModel;
}

/** Said when something that was under way has ended, unless it went wrong: what went wrong is said where it is shown. */
function useEnding(isUnderWay: boolean, wentWrong: boolean, say: () => void): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isUnderWay && !wentWrong) say();
    was.current = isUnderWay;
  }, [isUnderWay]);
}

/** For those who listen only. */
export function Outcome({ state, model }: OutcomeProps): VNode {
  const [said, setSaid] = useState('');
  const { saving, composer, notice } = model;
  const isSaving = saving || state.asking.has('save');
  const isSending = composer.sending || state.asking.has('sendComment');
  useEnding(isSaving, notice !== undefined || state.refusal !== undefined, () => setSaid('Saved'));
  useEnding(isSending, composer.problem !== undefined, () => setSaid('Comment sent'));
  return (
    <p class="visually-hidden" role="status" data-testid="outcome">
      {isSaving ? 'Saving…' : isSending ? 'Sending the comment…' : said}
    </p>
  );
}
