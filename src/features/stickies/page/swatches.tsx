// The color picker of a sticky.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { hexOf } from '../../../shell/page/controls/colorHex.ts';
import { STICKY_COLORS } from './colors.ts';

interface SwatchesProps {
  /** The name of the radio group, unique among the stickies of the page. */
  readonly name: string;
  /** The sticky's color name or hex code, as in the API field `background_color`. */
  readonly color: string;
  readonly onChoose: (color: string) => void;
  readonly onClose: () => void;
}

export function Swatches({ name, color, onChoose, onClose }: SwatchesProps): VNode {
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    for (const swatch of fieldsetRef.current?.querySelectorAll<HTMLElement>('.swatch') ?? []) {
      swatch.style.setProperty('--swatch', hexOf(swatch.dataset['color'] ?? ''));
    }
    fieldsetRef.current?.querySelector<HTMLElement>('input:checked, input')?.focus();
  }, []);
  return (
    <fieldset
      ref={fieldsetRef}
      class="swatches"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        onClose();
      }}
    >
      <legend class="visually-hidden">{l10n.t('Color')}</legend>
      {STICKY_COLORS.map(({ value, label }) => (
        <label key={value} class="swatch" data-color={value} title={label()}>
          <input
            type="radio"
            name={`color ${name}`}
            aria-label={label()}
            checked={value === color}
            onChange={() => onChoose(value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
