// Defines the sample project Field Notes: more work items than fit on one page, without modules.
// The names are generated from word lists.
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import { PEOPLE } from './people.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

const VERBS = [
  'Proofread',
  'Illustrate',
  'Shorten',
  'Translate',
  'Fact-check',
  'Rework',
  'Record',
  'Caption',
  'Index',
  'Publish',
];
const SUBJECTS = [
  'the chapter on tide tables',
  'the interview with the harbour pilot',
  'the photo essay on peat bogs',
  'the glossary of lichen names',
  'the guide to winter birds',
  'the map of the coastal path',
  'the column on weather folklore',
  'the letters page',
  'the report from the seed bank',
  'the walk along the old canal',
  'the page on river crossings',
  'the portrait of the beekeeper',
  'the checklist for night walks',
];
const STATES = ['Todo', 'Backlog', 'In Progress', 'Done', 'Todo', 'Done', 'Cancelled'];
const LABELS = ['Editorial', 'Pictures', 'Website'];
const USER_KEYS = ['ada', ...PEOPLE.map((person) => person.key)];

/** 130 items: every combination of ten verbs and thirteen subjects. */
export function notesProject(): ProjectPlan {
  return {
    name: 'Field Notes',
    identifier: 'NOTES',
    description: 'The quarterly magazine: articles, pictures, and the site they appear on.',
    members: ['chioma', 'elif', 'farid'],
    labels: [
      ['Editorial', '#0ea5e9'],
      ['Pictures', '#d946ef'],
      ['Website', '#22c55e'],
    ],
    modules: [],
    types: [],
    estimatePoints: ['1', '2', '3', '5', '8', '13'],
    hasReviewState: false,
    hoursBetweenItems: 7,
    items: SUBJECTS.flatMap((subject, row) =>
      VERBS.map((verb, column) => noteItem(verb, subject, row * VERBS.length + column)),
    ),
  };
}

function noteItem(verb: string, subject: string, index: number): ItemPlan {
  const assignee = index % 3 === 0 ? undefined : USER_KEYS[[0, 2, 4, 5][index % 4] ?? 0];
  const label = LABELS[index % 5];
  return {
    name: `${verb} ${subject}`,
    state: STATES[index % STATES.length] ?? 'Todo',
    priority: PRIORITIES[(index * 3) % PRIORITIES.length] ?? 'none',
    assignees: assignee === undefined ? [] : [assignee],
    labels: label === undefined ? [] : [label],
    ...(index % 4 === 0 ? { target: (index % 40) - 10 } : {}),
    html:
      index % 6 === 0 ? `<p>For the coming issue: ${verb.toLowerCase()} ${subject}, then hand it on.</p>` : '<p></p>',
  };
}
