// Defines the sample's initiatives with their epics, teamspaces, customer properties and stickies.
import type { CustomerProperty } from '../../contract/resources/customerProperty.ts';
import type { InitiativeState } from '../../contract/resources/initiative.ts';
import type { Priority } from '../../contract/resources/workItem.ts';

export const INITIATIVE_LABELS = [
  ['Promise to customers', '#0ea5e9'],
  ['This year', '#22c55e'],
  ['Upkeep', '#a3a3a3'],
] as const;

/** The epics of a project have the numbers after its work items. Atlas Web has no epics. */
export const EPICS: readonly {
  readonly name: string;
  /** The identifier of the epic's project. */
  readonly project: string;
  readonly state: string;
  readonly priority: Priority;
  readonly assignees: readonly string[];
  readonly labels: readonly string[];
  readonly start?: number;
  readonly target?: number;
  readonly text: string;
}[] = [
  {
    name: 'Every scan on the map within a minute',
    project: 'API',
    state: 'In Progress',
    priority: 'high',
    assignees: ['bruno', 'dmitri'],
    labels: ['Reliability'],
    start: -30,
    target: 35,
    text: 'From the depot’s scanner to the customer’s map, without anybody reloading a page.',
  },
  {
    name: 'Webhooks that lose nothing',
    project: 'API',
    state: 'Todo',
    priority: 'medium',
    assignees: ['farid'],
    labels: ['Reliability', 'Docs'],
    target: 80,
    text: 'Sent again until they are answered, in order, and written down so that shops can ask for what they missed.',
  },
  {
    name: 'The spring issue',
    project: 'NOTES',
    state: 'In Progress',
    priority: 'urgent',
    assignees: ['chioma', 'elif'],
    labels: ['Editorial', 'Pictures'],
    start: -20,
    target: 25,
    text: 'Ninety-six pages on tides, peat and what grows between the two.',
  },
  {
    name: 'A site that reads well on a telephone',
    project: 'NOTES',
    state: 'Backlog',
    priority: 'low',
    assignees: [],
    labels: ['Website'],
    text: 'Half of the readers come from one, and turn back at the first map.',
  },
];

export const INITIATIVES: readonly {
  readonly name: string;
  readonly state: InitiativeState;
  readonly lead: string | null;
  readonly start?: number;
  readonly end?: number;
  readonly labels: readonly string[];
  readonly projects: readonly string[];
  readonly epics: readonly string[];
  readonly text: string;
}[] = [
  {
    name: 'Sign in without a password',
    state: 'COMPLETED',
    lead: 'chioma',
    start: -160,
    end: -20,
    labels: ['This year'],
    projects: ['WEB'],
    epics: [],
    text: 'Passkeys on the board, and a letter with a code for everybody whose device has none.',
  },
  {
    name: 'A quarterly that arrives on time',
    state: 'PLANNED',
    lead: 'elif',
    start: 10,
    end: 120,
    labels: ['Upkeep'],
    projects: ['NOTES'],
    epics: ['The spring issue', 'A site that reads well on a telephone'],
    text: 'Four issues a year, each at the printer’s on the day it was promised for.',
  },
  {
    name: 'Know where every parcel is',
    state: 'ACTIVE',
    lead: 'ada',
    start: -45,
    end: 90,
    labels: ['Promise to customers', 'This year'],
    projects: ['API', 'WEB'],
    epics: ['Every scan on the map within a minute', 'Webhooks that lose nothing'],
    text: 'Customers stop asking where their parcel is, because they can see it.',
  },
  {
    name: 'Boards in every language we sell in',
    state: 'DRAFT',
    lead: null,
    labels: [],
    projects: ['WEB'],
    epics: [],
    text: 'Right-to-left boards first; the rest follows from the word lists.',
  },
];

export const TEAMSPACES: readonly {
  readonly name: string;
  readonly lead: string;
  readonly members: readonly string[];
  readonly projects: readonly string[];
  readonly text: string;
}[] = [
  {
    name: 'Depot',
    lead: 'bruno',
    members: ['bruno', 'ada', 'dmitri', 'farid'],
    projects: ['API'],
    text: 'Keeps the parcels moving and the pager quiet.',
  },
  {
    name: 'Reading room',
    lead: 'elif',
    members: ['elif', 'ada', 'chioma'],
    projects: ['WEB', 'NOTES'],
    text: 'Everything that people look at: the board, the magazine, and their words.',
  },
];

type Property = Pick<
  CustomerProperty,
  'name' | 'display_name' | 'description' | 'property_type' | 'settings' | 'is_required'
>;
export const CUSTOMER_PROPERTIES: readonly Property[] = [
  {
    name: 'region',
    display_name: 'Region',
    description: 'Where most of their parcels go',
    property_type: 'TEXT',
    settings: { display_format: 'single-line' },
    is_required: true,
  },
  {
    name: 'renewal',
    display_name: 'Renewal',
    description: 'When the contract ends unless it is renewed',
    property_type: 'DATETIME',
    settings: { display_format: 'yyyy/MM/dd' },
  },
  {
    name: 'parcels-a-month',
    display_name: 'Parcels a month',
    description: 'At the last count',
    property_type: 'DECIMAL',
  },
  {
    name: 'tries-things-early',
    display_name: 'Tries things early',
    description: 'May be asked to a trial',
    property_type: 'BOOLEAN',
  },
];

/** The last sticky has a color in the form that web clients send; the other colors are hex codes, as specified. */
export const STICKIES: readonly {
  readonly creator: string;
  readonly name: string;
  readonly color: string;
  readonly text: string;
}[] = [
  { creator: 'bruno', name: 'Bicycle', color: '#fde68a', text: 'Chain oil. Not the cheap one.' },
  {
    creator: 'ada',
    name: 'Questions for Thursday',
    color: '#bfdbfe',
    text: 'Who answers the pager over the holidays? Do we print or post the notes?',
  },
  {
    creator: 'ada',
    name: 'Door code of the depot',
    color: '#fecaca',
    text: 'Ask Farid. Not to be written on stickies.',
  },
  { creator: 'ada', name: 'Books', color: '#bbf7d0', text: 'The one on tide tables that Elif keeps quoting.' },
  {
    creator: 'ada',
    name: 'Before the release',
    color: '#fde68a',
    text: 'Notes, pictures, one calm walk around the block.',
  },
  {
    creator: 'ada',
    name: 'Good word for “stale”',
    color: 'peach',
    text: 'Weathered? Left out overnight? Yesterday’s?',
  },
];
