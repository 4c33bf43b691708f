// Lists the fields with conflicts: both versions of each field, and buttons to choose one of them.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { ConflictView } from '../pages/protocol/conflicts.ts';
import type { FieldName } from '../pages/protocol/fields.ts';
import { Button, Icon } from './button.tsx';
import './conflicts.css';

interface ConflictsProps {
  readonly conflicts: readonly ConflictView[];
  readonly onResolve: (field: FieldName, keep: 'mine' | 'theirs') => void;
  readonly onCompare: (field: FieldName) => void;
}

function FieldVersion({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <div class="conflict-side">
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The container is rendered even without conflicts, so that a screen reader announces new ones. */
export function Conflicts({ conflicts, onResolve, onCompare }: ConflictsProps): VNode {
  return (
    <div role="status" aria-live="polite" data-testid="conflicts">
      {conflicts.length > 0 && (
        <section class="banner banner-warning conflicts" aria-labelledby="conflicts-title">
          <h2 id="conflicts-title">
            <Icon name="git-compare" /> {l10n.t('Changed on the server')}
          </h2>
          <ul>
            {conflicts.map(({ field, label, comparable, theirs, mine }) => (
              <li key={field} data-conflict={field}>
                <h3>{label}</h3>
                <dl>
                  <FieldVersion name={l10n.t('Theirs')} text={theirs} />
                  <FieldVersion name={l10n.t('Yours')} text={mine} />
                </dl>
                <div class="conflict-actions" role="group" aria-label={l10n.t('Version to keep: {0}', label)}>
                  <Button secondary onClick={() => onResolve(field, 'theirs')} testId="keep-theirs">
                    {l10n.t('Keep Theirs')}
                  </Button>
                  <Button secondary onClick={() => onResolve(field, 'mine')} testId="keep-mine">
                    {l10n.t('Keep Yours')}
                  </Button>
                  {comparable && (
                    <Button secondary onClick={() => onCompare(field)} testId="compare">
                      {l10n.t('Compare')}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
