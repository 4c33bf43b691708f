// Describes the rows of folders, initiatives, teamspaces and customers, and of the records below them.

import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../../contract/constantLabel.ts';
import type { Initiative } from '../../../contract/resources/initiative.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { idOf } from '../../../contract/schema/wire.ts';
import { groupedByText } from '../../../items/grouping/choices.ts';
import { initiativeIcon, KIND_ICONS, type TreeIcon } from '../../../items/icons.ts';
import { FOLDER_APPEARANCES } from '../../../shell/tree/folderAppearances.ts';
import type { FolderNode, RecordNode, RecordNodeKind } from '../../../shell/tree/node.ts';
import { findPin } from '../../../shell/tree/pins.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { displayName } from '../../../std/displayName.ts';
import { formatDateRange } from '../../../std/formatTime.ts';
import { presentEpic } from './presentItem.ts';

export function presentFolder({ folder }: FolderNode, { choices: { initiativesBy } }: TreeData): Presentation {
  const { icon, ...folderTexts } = FOLDER_APPEARANCES[folder];
  const label = folderTexts.label();
  const grouping = folder === 'initiatives' && initiativesBy !== 'none' ? groupedByText(initiativesBy) : undefined;
  return {
    label,
    ...(grouping === undefined ? {} : { description: grouping }),
    icon: { id: icon },
    tooltip: folderTexts.tooltip(),
    collapsible: true,
    context: `folder ${folder}`,
    accessibleName: [l10n.t('{0}, folder', label), grouping].filter(Boolean).join(', '),
  };
}

/** A part of a row's description: the visible text, and the text for screen readers, which names the property. */
interface DescriptionPart {
  readonly text: string;
  readonly accessibleText: string;
}

/** What the row of a record shows. `parts` form its description, in their order; undefined elements are omitted. */
interface RecordDescription {
  readonly name: string | null | undefined;
  /** The kind of record, for screen readers. */
  readonly kindName: string;
  readonly parts: readonly (DescriptionPart | undefined)[];
  readonly icon: TreeIcon;
  readonly tooltipText?: string | null | undefined;
  readonly isCollapsible?: boolean;
  readonly context?: string;
}

export function presentRecord(node: RecordNode, data: TreeData): Presentation {
  const { kind } = node;
  if (kind === 'epic') return presentEpic(node, data);
  const {
    name: rawName,
    kindName,
    parts,
    icon,
    tooltipText,
    isCollapsible = false,
    context = kind,
  } = describeRecord(kind, node, data);
  const name = rawName ? displayName(rawName) : '';
  const label = name || '…';
  const visibleParts = parts.filter((one) => one !== undefined);
  const description = visibleParts.map(({ text }) => text).join(' · ');
  const tooltip = [label, tooltipText].filter(Boolean).join('\n');
  return {
    label,
    ...(description === '' ? {} : { description }),
    icon,
    tooltip,
    collapsible: isCollapsible,
    context,
    accessibleName: [
      name || l10n.t('Unknown'),
      kindName,
      ...(name ? visibleParts.map(({ accessibleText: spokenText }) => spokenText) : []),
    ].join(', '),
  };
}

/**
 * Creates a part of a description. `formatAccessibleText` returns its text for screen readers, which names the
 * property.
 */
function createPart(
  value: string | null | undefined | false,
  formatAccessibleText: (value: string) => string = (text) => text,
): DescriptionPart | undefined {
  if (!value) return undefined;
  const text = displayName(value);
  return { text, accessibleText: formatAccessibleText(text) };
}

function accessibleState(state: string): string {
  return l10n.t('state {0}', state);
}

function describeRecord(
  kind: Exclude<RecordNodeKind, 'epic'>,
  { within, id }: RecordNode,
  data: TreeData,
): RecordDescription {
  const { records } = data;
  switch (kind) {
    case 'initiative':
      return describeInitiative(id, data);
    case 'initiativeLabel': {
      const label = records.initiativeLabel(id);
      return {
        name: label?.name,
        kindName: l10n.t('label'),
        parts: [createPart(label?.color, (color) => l10n.t('color {0}', color))],
        icon: { id: KIND_ICONS.initiativeLabel },
        tooltipText: label?.description,
      };
    }
    case 'teamspace': {
      const teamspace = records.teamspace(id);
      return {
        name: teamspace?.name,
        kindName: l10n.t('teamspace'),
        parts: [leadPart(teamspace?.lead, data)],
        icon: { id: KIND_ICONS.teamspace },
        isCollapsible: true,
      };
    }
    case 'teamspaceMember': {
      const user = data.user('', id);
      const name = user === undefined ? id : nameOfUser(user);
      return {
        name,
        kindName: l10n.t('member'),
        parts: [
          createPart(roleText(user?.role), (role) => l10n.t('role {0}', role)),
          createPart(id === data.ownItems.me && l10n.t('you')),
        ],
        icon: { id: 'person' },
        tooltipText: user?.email,
      };
    }
    case 'customer': {
      const customer = records.customer(id);
      const stage = constantLabel(customer?.stage ?? '');
      return {
        name: customer?.name,
        kindName: l10n.t('customer'),
        parts: [createPart(stage, (name) => l10n.t('stage {0}', name))],
        icon: { id: KIND_ICONS.customer },
        tooltipText: customer?.email,
        isCollapsible: true,
      };
    }
    case 'customerRequest': {
      const request = records.customerRequest(within, id);
      return {
        name: request?.title || request?.name,
        kindName: l10n.t({ message: 'request', comment: ['Noun: the request of a customer'] }),
        parts: [],
        icon: { id: KIND_ICONS.customerRequest },
        tooltipText: request?.link,
      };
    }
    case 'customerProperty': {
      const property = records.customerProperty(id);
      const parts = [
        createPart(constantLabel(property?.property_type ?? ''), (type) => l10n.t('type {0}', type)),
        createPart(property?.is_required === true && l10n.t('required')),
        createPart(property?.is_active === false && l10n.t('inactive')),
      ];
      const name = property?.display_name || property?.name;
      return {
        name,
        kindName: l10n.t('property'),
        parts,
        icon: { id: KIND_ICONS.customerProperty },
        tooltipText: property?.description,
      };
    }
    default:
      return kind satisfies never;
  }
}

function describeInitiative(id: string, data: TreeData): RecordDescription {
  const initiative = data.records.initiative(id);
  return {
    name: initiative?.name ?? findPin({ kind: 'initiative', within: '', id }, data.ownItems)?.name,
    kindName: l10n.t('initiative'),
    parts: [createPart(constantLabel(initiative?.state ?? ''), accessibleState), leadPart(initiative?.lead, data)],
    icon: initiativeIcon(initiative?.state),
    tooltipText: [formatDateRange(initiative?.start_date, initiative?.end_date), initiative?.description_stripped]
      .filter(Boolean)
      .join('\n'),
    isCollapsible: true,
  };
}

function leadPart(lead: Initiative['lead'], data: TreeData): DescriptionPart | undefined {
  const user = lead == null ? undefined : data.user('', idOf(lead));
  return createPart(user && l10n.t('led by {0}', nameOfUser(user)));
}

/** Returns the name of a role: in the API, 20 is an admin, 15 a member and 5 a guest. */
function roleText(role: number | null | undefined): string | undefined {
  if (role === 20) return l10n.t('Admin');
  if (role === 15) return l10n.t('Member');
  return role === 5 ? l10n.t('Guest') : undefined;
}
