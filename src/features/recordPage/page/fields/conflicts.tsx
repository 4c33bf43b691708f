// The conflict of a field: both versions, and buttons to choose one of them.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { FieldName } from '../../../../items/form/fieldProtocol.ts';
import { Button, Icon } from '../../../../shell/page/button.tsx';
import { isTextControl } from '../../../../shell/page/keys/keys.ts';
import { PageContext } from '../../../../shell/page/pageContext.ts';
import { usePageValue } from '../../../../shell/page/usePageValue.ts';
import type { ConflictView } from '../../../../shell/protocol/conflicts.ts';
import './conflicts.css';

function FieldVersion({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div class="conflict-side">
      <dt>{name}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  );
}

/** Scrolls to the conflict of the field, and focuses its first button. */
export function focusConflict(name: FieldName | undefined): void {
  scrollToConflict(name)?.querySelector('button')?.focus();
}

/**
 * Scrolls to the conflict of the field, and focuses its first button unless the user is typing text: the next key would
 * press the button. Returns whether the field has a conflict.
 */
export function showConflict(name: FieldName | undefined): boolean {
  const conflict = scrollToConflict(name);
  if (!isTextControl(document.activeElement)) conflict?.querySelector('button')?.focus();
  return conflict !== null;
}

function scrollToConflict(name: FieldName | undefined): HTMLElement | null {
  const conflict = document.querySelector<HTMLElement>(`[data-conflict="${name}"]`);
  conflict?.scrollIntoView?.({ block: 'center' });
  return conflict;
}

/** Returns whether a part of each conflict is in view. */
export function useAreConflictsInView(conflicts: readonly Pick<ConflictView, 'field'>[]): boolean {
  const [hiddenFields, setHiddenFields] = useState<ReadonlySet<FieldName>>(new Set(['']));
  const names = conflicts.map(({ field }) => field).join(' ');
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setHiddenFields((before) => {
        const after = new Set(before);
        after.delete('');
        for (const { target, isIntersecting } of entries) {
          const field = (target as HTMLElement).dataset['conflict'] ?? '';
          if (isIntersecting) after.delete(field);
          else after.add(field);
        }
        return after;
      }),
    );
    for (const element of document.querySelectorAll('[data-conflict]')) observer.observe(element);
    return () => {
      observer.disconnect();
      setHiddenFields(new Set(['']));
    };
  }, [names]);
  return hiddenFields.size === 0;
}

/** Renders nothing if the field has no conflict. The status line of the page announces conflicts. */
export function FieldConflict({ name }: { readonly name: FieldName }): VNode | null {
  const page = useContext(PageContext)?.page;
  const conflict = usePageValue(({ model }) => model?.conflicts.find(({ field }) => field === name));
  if (page === undefined || conflict === undefined) return null;
  const { field, label, comparable, theirs, mine } = conflict;
  const title = l10n.t('Changed on the server: {0}', label);
  return (
    <section class="banner banner-warning conflict" data-conflict={field} aria-label={title}>
      <p class="conflict-title">
        <Icon name="git-compare" /> {title}
      </p>
      <dl>
        <FieldVersion name={l10n.t('Mine')} text={mine} />
        <FieldVersion name={l10n.t('Theirs')} text={theirs} />
      </dl>
      <div class="conflict-actions" role="group" aria-label={l10n.t('Version to keep: {0}', label)}>
        <Button isSecondary onClick={() => page.resolveConflict(field, 'mine')} testId="keep-mine">
          {l10n.t('Use Mine')}
        </Button>
        <Button isSecondary onClick={() => page.resolveConflict(field, 'theirs')} testId="keep-theirs">
          {l10n.t('Use Theirs')}
        </Button>
        {comparable && (
          <Button isSecondary onClick={() => page.compareVersions(field)} testId="compare">
            {l10n.t('Compare')}
          </Button>
        )}
      </div>
    </section>
  );
}
