// Creates the rich texts of the sample, in the HTML of Plane's web editor.
import { uuidFromName } from '../database/uuidFromName.ts';

/** Returns a mention of a user. It contains only the user's id, by which the web editor looks up the name. */
export function mention(key: string): string {
  return `<mention-component entity_identifier="${uuidFromName('user', key)}" entity_name="user_mention" id="${uuidFromName('mention', key)}"></mention-component>`;
}

const taskItem = (done: boolean, text: string): string =>
  `<li data-type="taskItem" data-checked="${done}"><label><input type="checkbox"${done ? ' checked="checked"' : ''}><span></span></label><div><p>${text}</p></div></li>`;

/** Returns a checklist. */
export function tasks(...entries: readonly (readonly [done: boolean, text: string])[]): string {
  return `<ul data-type="taskList">${entries.map(([done, text]) => taskItem(done, text)).join('')}</ul>`;
}

const tableRow = (tag: 'th' | 'td', cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag} colspan="1" rowspan="1"><p>${cell}</p></${tag}>`).join('')}</tr>`;

/** Returns a table whose first row is its header. */
export function table(headers: readonly string[], ...rows: readonly (readonly string[])[]): string {
  return `<table><tbody>${tableRow('th', headers)}${rows.map((cells) => tableRow('td', cells)).join('')}</tbody></table>`;
}

/** Returns a callout, a boxed text that only Plane's own editor supports. */
export function callout(text: string): string {
  return `<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161" data-background="light-blue"><p>${text}</p></div>`;
}

/** A description with every kind of element that an editor must be able to show and keep. */
export const BOARD_KEYBOARD = [
  '<h1>Moving about the board without a mouse</h1>',
  '<p>Today the board answers to <strong>nothing but a pointer</strong>. People who use a keyboard <em>by need or by habit</em> cannot move a card. ',
  `See the <a href="https://www.w3.org/WAI/ARIA/apg/patterns/grid/" rel="noopener noreferrer">grid pattern</a>; ${mention('elif')} has the drawings.</p>`,
  '<h2>What it must do</h2>',
  '<ul><li><p>Arrow keys move the <u>focus</u> between cards</p><ul><li><p>across columns</p></li><li><p>within one column</p></li></ul></li>',
  '<li><p><code>Space</code> picks a card up, <code>Escape</code> puts it back</p></li></ul>',
  '<h2>Steps</h2>',
  tasks(
    [true, 'Agree on the keys'],
    [true, 'Roving focus in a column'],
    [false, 'Picking up and putting down'],
    [false, 'Say aloud where a card went'],
  ),
  '<h3>Keys</h3>',
  table(
    ['Key', 'At rest', 'Card picked up'],
    ['Arrow', 'Next card', 'Next place'],
    ['Space', 'Pick up', 'Put down'],
    ['Escape', '–', 'Put back'],
  ),
  callout('Screen readers take the arrow keys for themselves unless the board says that it is an application.'),
  '<pre><code class="language-ts">export function next(board: Board, at: Place, key: ArrowKey): Place {\n  const column = board.columns[at.column];\n  return key === \'ArrowDown\' &amp;&amp; at.row &lt; column.length - 1 ? { ...at, row: at.row + 1 } : at;\n}</code></pre>',
  '<blockquote><p>I gave up on the board and keep my own list.</p><p>A customer, in May</p></blockquote>',
  '<ol><li><p>First behind a switch</p></li><li><p>Then for everybody</p></li></ol>',
  '<hr>',
  '<p><s>Vim keys as well</s> Not now.</p>',
].join('');
