// The files and the history of the sample folder, as data.

/** A commit of the sample folder. Its branch starts at the commit before it. */
export interface SampleCommit {
  /** A branch other than `main`, which the commit is on. */
  readonly branch?: string;
  /** A user of the sample workspace, so that work items, comments and commits are by the same people. */
  readonly author: Person;
  /** A fixed time in ISO 8601 format, or the age in hours, which follows the dates of the sample workspace. */
  readonly at: string | { readonly ageHours: number };
  readonly message: string;
  /** The new files: their paths, with slashes, and their texts. */
  readonly files?: Readonly<Record<string, string>>;
  /** For each path of a changed file: a text that the file has once, and the text that replaces it. */
  readonly edits?: Readonly<Record<string, readonly [text: string, replacement: string]>>;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/** A part of a file of the sample folder on the branch `main`. */
export interface SampleCode {
  readonly path: string;
  readonly text: string;
  /** Whether the text is selected. Otherwise, the cursor is set before the text. */
  readonly isSelected: boolean;
}

/** The domain is reserved for examples, so the remote can never be reached. */
export const SAMPLE_REMOTE = 'https://git.example.com/acme/atlas-web.git';

/** The lines on which the user comments in *Five Things to Try*. */
export const CODE_TO_COMMENT: SampleCode = {
  path: 'src/board.js',
  text: `  element.textContent = card.due === undefined ? card.title : \`\${card.title} (\${formatDay(card.due)})\`;`,
  isSelected: true,
};

/** The TODO from which the user creates a work item in *Five Things to Try*. */
export const CODE_WITH_TODO: SampleCode = { path: 'src/dates.js', text: 'TODO: Write', isSelected: false };

const ADA: Person = { name: 'Ada Park', email: 'ada@contrail.example' };
const BRUNO: Person = { name: 'Bruno Keller', email: 'bruno@contrail.example' };
const DMITRI: Person = { name: 'Dmitri Volkov', email: 'dmitri@contrail.example' };
const ELIF: Person = { name: 'Elif Aydin', email: 'elif@contrail.example' };

const README = `# Atlas Web

The planning board in the browser. This is the sample folder of Contrail: its code belongs to the project Atlas Web of the sample workspace.

- src/board.js draws the board, and moves the focus with the arrow keys.
- src/dates.js formats due dates.
- \`node --test\` runs the tests. One of them fails, and WEB-23 explains why.

To see the page, serve this folder with any web server, and open index.html.

The remote of this repository is on git.example.com, a domain that does not exist, so nothing can be fetched or pushed. Comments on code name the commit, and have no link to a web page.

You can change and delete everything here. To get the folder as it was, delete it and run *Contrail: Open Sample Workspace*.
`;

const PACKAGE = `{
  "name": "atlas-web",
  "version": "0.4.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`;

const SETTINGS = `{
  "contrail.project": "WEB"
}
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Atlas Web</title>
    <link rel="stylesheet" href="src/board.css">
  </head>
  <body>
    <main id="board"></main>
    <script type="module" src="src/main.js"></script>
  </body>
</html>
`;

const MAIN = `// Shows a board with some cards.
import { drawBoard } from './board.js';

const columns = [
  { name: 'Todo', cards: [{ id: 1, title: 'Dark colors for labels', due: '2026-05-01' }] },
  { name: 'In Progress', cards: [] },
  { name: 'Done', cards: [{ id: 2, title: 'Agree on the keys' }] },
];

drawBoard(document.querySelector('#board'), columns);
`;

const BOARD = `// Draws the board, and moves the focus between its cards.
import { formatDay } from './dates.js';

const STEPS = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
};

/** The elements of the cards that are drawn already, by key. */
const elements = new Map();

/** Draws all columns. Called again for each change that a colleague makes. */
export function drawBoard(root, columns) {
  root.replaceChildren(...columns.map(drawColumn));
}

function drawColumn({ name, cards }) {
  const section = document.createElement('section');
  section.append(name, ...cards.map(drawCard));
  return section;
}

// WEB-7: The whole column blinks when a card moves.
function drawCard(card) {
  const key = \`\${card.id}-\${Math.random()}\`;
  const element = elements.get(key) ?? document.createElement('article');
  elements.set(key, element);
  element.textContent = card.due === undefined ? card.title : \`\${card.title} (\${formatDay(card.due)})\`;
  return element;
}

/** Returns the place that an arrow key leads to, for WEB-3. At the edge of the board, the place stays the same. */
export function nextPlace(columns, place, key) {
  const step = STEPS[key];
  if (step === undefined) return place;
  const column = columns[place.column + step.column];
  // TODO(WEB-5): Skip empty columns.
  if (column === undefined) return place;
  const row = Math.max(0, Math.min(place.row + step.row, column.cards.length - 1));
  return { column: place.column + step.column, row };
}
`;

const BOARD_TEST = `// Tests the way of the focus on the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPlace } from '../src/board.js';

const columns = [{ cards: ['a', 'b'] }, { cards: ['c'] }];

test('the right arrow leads to the next column', () => {
  assert.deepEqual(nextPlace(columns, { column: 0, row: 1 }, 'ArrowRight'), { column: 1, row: 0 });
});

test('the left arrow stays in the first column', () => {
  assert.deepEqual(nextPlace(columns, { column: 0, row: 1 }, 'ArrowLeft'), { column: 0, row: 1 });
});
`;

const DATES = `// Formats due dates, which are days such as 2026-05-01, without a time of day.

// TODO: Write today and tomorrow in place of the next two days.
// Ask Elif where the words go.
export function formatDay(day, timeZone) {
  return new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone });
}
`;

const DATES_TEST = `// Tests the texts of due dates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../src/dates.js';

test('a due date is the same day in Berlin', () => {
  assert.equal(formatDay('2026-05-01', 'Europe/Berlin'), 'May 1');
});

// WEB-23
test('a due date is the same day in Denver', () => {
  assert.equal(formatDay('2026-05-01', 'America/Denver'), 'May 1');
});
`;

const STYLES = `/* The board, in light and dark windows (WEB-20). */
:root {
  color-scheme: light dark;
}

#board {
  display: grid;
  grid-auto-flow: column;
  gap: 1rem;
}

article {
  border: 1px solid light-dark(#d0d0d0, #505050);
  border-radius: 0.25rem;
  padding: 0.5rem;
}
`;

/**
 * The commits in their order. The first one has a fixed time, so its hash is the same in every sample folder: the
 * comments in the sample workspace name it.
 */
export const SAMPLE_COMMITS: readonly SampleCommit[] = [
  {
    author: ADA,
    at: '2026-01-12T09:30:00Z',
    message: 'Draw the board, and move the focus with the arrow keys',
    files: {
      '.vscode/settings.json': SETTINGS,
      'README.md': README,
      'index.html': PAGE,
      'package.json': PACKAGE,
      'src/board.js': BOARD,
      'src/dates.js': DATES,
      'src/main.js': MAIN,
      'test/board.test.js': BOARD_TEST,
    },
  },
  {
    author: ELIF,
    at: { ageHours: 310 },
    message: 'WEB-20: Add colors for dark windows',
    files: { 'src/board.css': STYLES },
  },
  {
    author: ADA,
    at: { ageHours: 170 },
    message: 'WEB-4: Tell screen readers how many cards a column has',
    edits: {
      'src/board.js': [
        '  section.append(',
        `  section.setAttribute('aria-label', \`\${name}, \${cards.length} cards\`);\n  section.append(`,
      ],
    },
  },
  {
    author: BRUNO,
    at: { ageHours: 52 },
    message: 'WEB-23: Add a test that fails west of Greenwich',
    files: { 'test/dates.test.js': DATES_TEST },
  },
  {
    branch: 'web-7-keep-the-keys-of-cards',
    author: DMITRI,
    at: { ageHours: 23 },
    message: 'WEB-7: Keep the key of a card when the board is drawn again',
    edits: { 'src/board.js': [`  const key = \`\${card.id}-\${Math.random()}\`;`, '  const key = card.id;'] },
  },
];
