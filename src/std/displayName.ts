// Owns how text of other people is displayed: without characters that are invisible or reorder what is around them. What is edited or sent keeps them.

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what is between them does not reorder what is around them. */
const FSI = '\u2068';
const PDI = '\u2069';
/** Line breaks, and controls that are drawn as space or not at all: C0, DEL, C1, LINE and PARAGRAPH SEPARATOR. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const CONTROLS_IN_LINE = /[^\P{Cc}\n\t]+|[\u2028\u2029]+/gu;
/** Controls of direction: ALM, LRM, RLM, embeddings, overrides, and the isolates but FSI and PDI. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066\u2067]/gu;
const ISOLATES = /[\u2068\u2069]/gu;
/**
 * Characters of no width that only mislead: SOFT HYPHEN, COMBINING GRAPHEME JOINER, Hangul fillers, MONGOLIAN VOWEL SEPARATOR, WORD
 * JOINER and the invisible operators, deprecated format characters, ZERO WIDTH NO-BREAK SPACE, interlinear annotations.
 * ZERO WIDTH SPACE stays where `plain` and `unlinked` put it.
 */
const INVISIBLE =
  /\u034F|[\u17B4\u17B5]|[\u00AD\u115F\u1160\u180E\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|(?<![$\]])\u200B|\u200B(?!\()/gu;
/** Tag characters; the first group is a flag that is written with them, such as that of Wales. */
const TAGS = /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|[\u{E0000}-\u{E007F}]/gu;
/** Joiners stay inside emoji sequences, and behind letters of scripts that need them, such as Arabic and Devanagari. */
const JOINERS =
  /(?<!\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier}|(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}])[\u200C\u200D]/gu;
/** Whether there is anything to do: most text is plain. */
const SUSPECT = /[^\P{Cc}\n\t]|\p{Cf}|\u034F|[\u17B4\u17B5]|[\u115F\u1160\u2028\u2029\u2065\u3164\uFFA0\u{E0000}-\u{E007F}]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name on one line, as it is written into other text: commit messages, links, files. */
export function plainName(name: string): string {
  return withoutInvisible(name.replace(CONTROLS, ' ')).replace(ISOLATES, '');
}

/** A name as it is shown. One with letters of a right-to-left script is isolated, so that it does not reorder the text around it. */
export function displayName(name: string): string {
  return isolated(plainName(name));
}

/** Text with letters of a right-to-left script, isolated from what is around it. Nothing is isolated twice. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) && !text.includes(FSI) ? `${FSI}${text}${PDI}` : text;
}

/**
 * Text that may hold names of others, as it is shown: for the last step before a row, a notice or a page. Isolates that are closed stay,
 * because `displayName` makes them. With `keepLines`, line feeds and tabs stay.
 */
export function displayText(text: string, { keepLines = false } = {}): string {
  if (!SUSPECT.test(text) && (keepLines || !/[\n\t]/.test(text))) return text;
  return balanced(withoutInvisible(text.replace(keepLines ? CONTROLS_IN_LINE : CONTROLS, ' ')));
}

function withoutInvisible(text: string): string {
  return text.replace(DIRECTION, '').replace(INVISIBLE, '').replace(TAGS, '$1').replace(JOINERS, '');
}

/** Without isolates that are not closed, and closings of none. An isolate ends with its line. */
function balanced(text: string): string {
  const open: number[] = [];
  const closed = new Set<number>();
  for (const { 0: found, index } of text.matchAll(/[\u2068\u2069\n]/gu)) {
    if (found === '\n') open.length = 0;
    else if (found === FSI) open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined) closed.add(start).add(index);
    }
  }
  return text.replace(ISOLATES, (found, index: number) => (closed.has(index) ? found : ''));
}
