// Announces to screen readers what is being saved or sent, what was saved, and what Undo and Redo have changed.
import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldName } from '../../../items/form/fieldProtocol.ts';
import { type PageState, valueOf } from '../../../shell/page/model/pageStore.ts';
import { rateLimitText } from '../../../shell/page/rateLimit.tsx';
import { todayAt } from '../../../std/calendarDay.ts';
import { formatList } from '../../../std/formatText.ts';
import { fieldWithValue } from './fields/valueText.ts';

/** Calls `announce` when an operation ends without an error. An error is announced by the element that displays it. */
function useSuccessCallback(isRunning: boolean, hasFailed: boolean, announce: () => void): void {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && !hasFailed) announce();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

function fieldTextsOf(state: PageState, names: ReadonlySet<FieldName>, now: number): readonly string[] {
  const fields = state.model?.fields.filter(({ name }) => names.has(name)) ?? [];
  return fields.map((field) => fieldWithValue(field, valueOf(state, field.name), todayAt(now)));
}

/** Returns the names of the fields that were edited while the save ran, and are no longer edited. */
function useSavedFields({ model }: PageState, isSaving: boolean): () => ReadonlySet<FieldName> {
  const editedNames = useRef(new Set<FieldName>());
  const wasSaving = useRef(false);
  const touchedNames = (model?.fields ?? []).filter(({ touched }) => touched).map(({ name }) => name);
  if (isSaving && !wasSaving.current) editedNames.current.clear();
  wasSaving.current = isSaving;
  if (isSaving) for (const name of touchedNames) editedNames.current.add(name);
  return () => new Set([...editedNames.current].filter((name) => !touchedNames.includes(name)));
}

/**
 * Returns the text for the page's live region. The text about a success is cleared when the next operation starts or
 * fails. `now` returns milliseconds.
 */
export function useAnnouncement(state: PageState, now: () => number): string {
  const { model, pendingRequests, requestError, historyStep } = state;
  const [announced, setAnnounced] = useState('');
  const isSaving = model?.saving === true || pendingRequests.has('save');
  const isSending = model?.composer.sending === true || pendingRequests.has('sendComment');
  const notice = model?.notice?.message;
  const problem = model?.composer.problem;
  const savedFields = useSavedFields(state, isSaving);
  useEffect(() => setAnnounced(''), [isSaving, isSending, notice, requestError, problem]);
  useSuccessCallback(isSaving, notice !== undefined || requestError !== undefined, () => {
    const saved = fieldTextsOf(state, savedFields(), now());
    setAnnounced(saved.length === 0 ? l10n.t('Saved') : l10n.t('{0} saved', formatList(saved)));
  });
  useSuccessCallback(isSending, problem !== undefined, () => setAnnounced(l10n.t('Comment sent')));
  useEffect(() => {
    if (historyStep === undefined) return;
    const [change = ''] = fieldTextsOf(state, new Set([historyStep.field]), now());
    setAnnounced(historyStep.isUndo ? l10n.t('Undone: {0} restored', change) : l10n.t('Redone: {0}', change));
  }, [historyStep]);
  if (!isSaving && !isSending) return announced;
  return `${isSaving ? l10n.t('Saving…') : l10n.t('Sending the comment…')} ${rateLimitText(model?.waitingUntil)}`.trim();
}
