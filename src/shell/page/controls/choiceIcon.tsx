// The icon of a choice: the circle of a state, the arrow of a priority, the dot of a label, the initials of a user.
import type { VNode } from 'preact';
import type { Choice } from '../../../items/form/fieldProtocol.ts';
import { Icon } from '../button.tsx';
import { Initials } from '../initials.tsx';
import '../stateColors.css';
import './choiceIcon.css';

const PRIORITY_ICONS: Readonly<Record<string, string>> = {
  urgent: 'flame',
  high: 'arrow-up',
  medium: 'dash',
  low: 'arrow-down',
  none: '',
};
/** The part of a started state's circle that is filled, by number of quarters: clockwise from the top. */
const SECTOR_ARCS = { 1: '0 1 3.4 3.4', 2: '0 1 0 6.8', 3: '1 1-3.4 3.4' };
const STATE_GROUPS = new Set(['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage']);

/** Returns a style with the color from the server, or undefined if the color is not a hex code. */
function colorStyle(color: string | undefined): { readonly color: string } | undefined {
  return color !== undefined && /^#[0-9a-f]{3,8}$/i.test(color) ? { color } : undefined;
}

function StateCircle({ group, filledQuarters }: { readonly group: string; readonly filledQuarters: 1 | 2 | 3 }): VNode {
  const dashPattern = group === 'backlog' || group === 'triage' ? '2.4 2.2' : undefined;
  const isFilled = group === 'completed';
  return (
    <svg class="state-circle" viewBox="0 0 16 16" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6"
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="1.6"
        stroke-dasharray={dashPattern}
      />
      {group === 'started' && <path d={`M8 8V4.6a3.4 3.4 0 ${SECTOR_ARCS[filledQuarters]}z`} fill="currentColor" />}
      {isFilled && <path class="state-tick" d="M5.2 8.2l2 2 3.6-4" fill="none" stroke-width="1.5" />}
      {group === 'cancelled' && <path d="M3.8 12.2l8.4-8.4" stroke="currentColor" stroke-width="1.5" />}
    </svg>
  );
}

/**
 * The icon of a choice. Renders nothing if the choice has neither an icon nor a color, and is no user. A state has the theme color of its
 * group, as in the trees: the color that the server stores may be invisible in the theme.
 */
export function ChoiceIcon({ choice }: { readonly choice: Choice }): VNode | null {
  const { icon, color, person, filledQuarters = 2 } = choice;
  if (person !== undefined) {
    return (
      <span class="choice-icon">
        <Initials name={person} />
      </span>
    );
  }
  if (icon !== undefined && STATE_GROUPS.has(icon)) {
    return (
      <span class={`choice-icon state-${icon}`}>
        <StateCircle group={icon} filledQuarters={filledQuarters} />
      </span>
    );
  }
  const priority = icon === undefined ? undefined : PRIORITY_ICONS[icon];
  if (priority !== undefined) {
    return <span class={`choice-icon priority-${icon}`}>{priority !== '' && <Icon name={priority} />}</span>;
  }
  if (color === undefined) return null;
  return <span class="choice-icon choice-dot" style={colorStyle(color)} />;
}
