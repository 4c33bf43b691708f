// Creates the icon of a tab as an image: the oldest supported VS Code version accepts no codicon for a webview.

import { filledQuarters } from '../../contract/filledQuarters.ts';
import { STATE_GROUPS, type StateGroup } from '../../contract/resources/state.ts';
import type { RecordAddress, RecordKind } from '../../core/cache/address.ts';
import type { Store } from '../../core/cache/store/store.ts';

/** SVG images for light and dark themes. */
export interface TabIcon {
  readonly light: string;
  readonly dark: string;
}

/** `started1` and `started3` are started states whose circle is filled by a quarter and by three quarters. */
export type TabIconName = RecordKind | StateGroup | 'started1' | 'started3' | 'overview';

const CIRCLE = '<circle cx="8" cy="8" r="6"/>';
const DISC = '<circle cx="8" cy="8" r="6" fill="COLOR"/>';
const TAG = path('M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.2h.1');

/**
 * SVG shapes for a view box of 16 × 16 units. They look like the codicons in `KIND_ICONS` and the state icons on the
 * pages.
 */
const SHAPES: Readonly<Record<TabIconName, string>> = {
  project: path('M2 2.5h12v11H2zM5.5 5v6M8 5v3M10.5 5v5'),
  workItem: CIRCLE,
  epic: path('M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3'),
  cycle: path('M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2v3H9M4 14v-3h3'),
  module: path('M2.5 5L8 2l5.5 3v6L8 14l-5.5-3zM2.5 5L8 8l5.5-3M8 8v6'),
  state: startedShape('0 1 0 6.8'),
  label: TAG,
  initiative: path('M8 1.5v13M3 4h8l2.5 2L11 8H3z'),
  initiativeLabel: TAG,
  teamspace: path('M8 2.5a2 2 0 0 1 0 4 2 2 0 0 1 0-4zM4.5 13.5V12a3.5 3.5 0 0 1 7 0v1.5zM3 5v3M13 5v3'),
  customer: path('M2 5h12v8H2zM6 5V3h4v2M2 9h12'),
  customerRequest: path('M2 3h12v8H7l-3 3v-3H2z'),
  customerProperty: path('M2 5h12M2 11h12M6 3v4M10 9v4'),
  sticky: path('M2.5 2.5h11v7l-4 4h-7zM13.5 9.5h-4v4'),
  overview: path('M2 2v12h12M5.5 11.5V8M8.5 11.5V4M11.5 11.5V6'),
  backlog: '<circle cx="8" cy="8" r="6" stroke-dasharray="2.4 2.2"/>',
  unstarted: CIRCLE,
  started: startedShape('0 1 0 6.8'),
  started1: startedShape('0 1 3.4 3.4'),
  started3: startedShape('1 1-3.4 3.4'),
  completed: `${DISC}<path d="M5.2 8.2l2 2 3.6-4" stroke="BACK"/>`,
  cancelled: `${CIRCLE}${path('M3.8 12.2l8.4-8.4')}`,
};

const DEFAULT_COLORS = ['#424242', '#c5c5c5'] as const;

/** For light and dark themes: the defaults of the theme colors in `STATE_COLORS`, which an image cannot use. */
export const TAB_STATE_COLORS: Readonly<Record<StateGroup, readonly [light: string, dark: string]>> = {
  backlog: ['#676767', '#a0a0a0'],
  unstarted: ['#3b3b3b', '#cccccc'],
  started: ['#9a5700', '#f0a840'],
  completed: ['#1a7a37', '#4fb86e'],
  cancelled: ['#676767', '#a0a0a0'],
};

function path(data: string): string {
  return `<path d="${data}"/>`;
}

/**
 * Returns a circle with a filled sector that starts at the top. `arc` contains the last parameters of the sector's arc
 * in the SVG path: both flags and the end point.
 */
function startedShape(arc: string): string {
  return `${CIRCLE}<path d="M8 8V4.6a3.4 3.4 0 ${arc}z" fill="COLOR"/>`;
}

export function tabIcon(name: TabIconName): TabIcon {
  const group = STATE_GROUPS.find((one) => name.startsWith(one));
  const [light, dark] = group === undefined ? DEFAULT_COLORS : TAB_STATE_COLORS[group];
  return { light: image(SHAPES[name], light, '#fff'), dark: image(SHAPES[name], dark, '#000') };
}

/** `lineColor` is the color of lines on a filled shape. */
function image(shape: string, color: string, lineColor: string): string {
  const coloredShape = shape.replace('COLOR', color).replace('BACK', lineColor);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${color}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">${coloredShape}</svg>`;
}

/** Returns the name of the icon: the record's kind, or the state's group for a work item whose state is known. */
export function tabIconNameOf({ kind, within, id }: RecordAddress, store: Store | undefined): TabIconName {
  if (kind !== 'workItem' || store === undefined) return kind;
  const state = store.stateOf({ project: within, id });
  if (state?.group === 'started') {
    const quarters = filledQuarters(state.id, store.knownStates(within));
    return quarters === 2 ? 'started' : `started${quarters}`;
  }
  return STATE_GROUPS.find((one) => one === state?.group) ?? kind;
}
