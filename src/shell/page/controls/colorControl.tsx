// The color control: a text input, the browser's color picker, and the field's named colors.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Choice } from '../../../items/form/fieldProtocol.ts';
import { IconButton } from '../button.tsx';
import { hexOf } from './colorHex.ts';
import { type ControlProps } from './textControls.tsx';
import './input.css';
import './colorControl.css';

const HEX_CODE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

interface ColorProps extends ControlProps {
  readonly value: string | null;
  /** Color names that the field accepts in addition to hex codes. */
  readonly names: readonly Choice[];
  readonly onType: (color: string | null) => void;
  readonly onPick: (color: string | null) => void;
}

/** Returns the hex code with six digits, which the browser's color picker requires; gray for any other text. */
function toSixDigitHex(code: string | null): string {
  return code === null || !HEX_CODE.test(code) ? '#808080' : hexOf(code);
}

export function ColorControl(props: ColorProps): VNode {
  const { id, label, value, isOptional, describedBy, isInvalid, names, onType, onPick } = props;
  const isHexCode = value !== null && HEX_CODE.test(value);
  const [hasFocus, setHasFocus] = useState(false);
  const namedColor = names.find(({ id: name }) => name === value);
  const paletteClass = isHexCode ? '' : namedColor ? 'has-name' : 'is-empty';
  return (
    <>
      <div class="color-control">
        <input
          type="color"
          class={`color-palette ${paletteClass}`}
          style={{ background: namedColor && hexOf(namedColor.id) }}
          value={toSixDigitHex(value)}
          aria-label={l10n.t('Color picker: {0}', label)}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        <input
          id={id}
          class="input"
          type="text"
          // The name that the server uses is shown only while the user may change it.
          value={(hasFocus ? value : (namedColor?.label ?? value)) ?? ''}
          placeholder={isOptional ? l10n.t('None') : '#3b82f6'}
          spellcheck={false}
          autocomplete="off"
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          data-autofocus
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onInput={(event) => onType(event.currentTarget.value.trim() === '' ? null : event.currentTarget.value.trim())}
        />
        {isOptional && value !== null && (
          <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={() => onPick(null)} />
        )}
      </div>
      {names.length > 0 && (
        <div class="color-names" role="group" aria-label={l10n.t('Named colors: {0}', label)}>
          {names.map((color) => (
            <button
              key={color.id}
              type="button"
              class="color-name"
              style={{ background: hexOf(color.id) }}
              aria-pressed={value === color.id}
              aria-label={color.label}
              title={color.label}
              onClick={() => onPick(color.id)}
            />
          ))}
        </div>
      )}
    </>
  );
}
