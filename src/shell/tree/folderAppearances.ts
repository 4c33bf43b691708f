// How the folders of the trees look.
import * as l10n from '@vscode/l10n';
import { KIND_ICONS } from '../../items/icons.ts';
import type { FolderName } from './node.ts';

/** The label, icon and tooltip of each folder. */
export const FOLDER_APPEARANCES: Readonly<
  Record<FolderName, { readonly label: () => string; readonly icon: string; readonly tooltip: () => string }>
> = {
  cycles: {
    label: () => l10n.t('Cycles'),
    icon: KIND_ICONS.cycle,
    tooltip: () => l10n.t('The cycles of this project, with their work items.'),
  },
  modules: {
    label: () => l10n.t('Modules'),
    icon: KIND_ICONS.module,
    tooltip: () => l10n.t('The modules of this project, with their work items.'),
  },
  epics: {
    label: () => l10n.t('Epics'),
    icon: KIND_ICONS.epic,
    tooltip: () => l10n.t('The epics of this project, with their work items.'),
  },
  initiatives: {
    label: () => l10n.t('Initiatives'),
    icon: KIND_ICONS.initiative,
    tooltip: () => l10n.t('The initiatives of this workspace, with their epics and projects.'),
  },
  teamspaces: {
    label: () => l10n.t('Teamspaces'),
    icon: KIND_ICONS.teamspace,
    tooltip: () => l10n.t('The teamspaces of this workspace, with their members and projects.'),
  },
  customers: {
    label: () => l10n.t('Customers'),
    icon: KIND_ICONS.customer,
    tooltip: () => l10n.t('The customers of this workspace, with their requests.'),
  },
  savedViews: {
    label: () => l10n.t('Saved Views'),
    icon: 'filter',
    tooltip: () => l10n.t('Your saved views and those of the settings, as in My Work.'),
  },
  initiativeLabels: {
    label: () => l10n.t('Labels'),
    icon: KIND_ICONS.initiativeLabel,
    tooltip: () => l10n.t('The labels for initiatives.'),
  },
  initiativeEpics: {
    label: () => l10n.t('Epics'),
    icon: KIND_ICONS.epic,
    tooltip: () => l10n.t('The epics of this initiative.'),
  },
  initiativeProjects: {
    label: () => l10n.t('Projects'),
    icon: KIND_ICONS.project,
    tooltip: () => l10n.t('The projects of this initiative.'),
  },
  labelsOfInitiative: {
    label: () => l10n.t('Labels'),
    icon: KIND_ICONS.initiativeLabel,
    tooltip: () => l10n.t('The labels of this initiative.'),
  },
  teamspaceMembers: {
    label: () => l10n.t('Members'),
    icon: KIND_ICONS.teamspace,
    tooltip: () => l10n.t('The members of this teamspace.'),
  },
  teamspaceProjects: {
    label: () => l10n.t('Projects'),
    icon: KIND_ICONS.project,
    tooltip: () => l10n.t('The projects of this teamspace, with their work items.'),
  },
  customerProperties: {
    label: () => l10n.t('Properties'),
    icon: KIND_ICONS.customerProperty,
    tooltip: () => l10n.t('The fields of customers.'),
  },
};
