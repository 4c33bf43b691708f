// Names that mislead a user: with invisible characters, bidirectional controls or line breaks.

/** Characters that must not be displayed; each string contains the characters of one kind. */
const MISLEADING_CHARACTERS = [
  '\u0000\u0007\u001B[31m\u007F\u0085\u009B',
  '\r\n\t\u000B\u000C\u2028\u2029',
  '\u202A\u202B\u202C\u202D\u202E',
  '\u2066\u2067\u2068\u2069',
  '\u200E\u200F\u061C',
  '\u200B\u200C\u200D\u2060\u2061\u2062\u2063\u2064\uFEFF\u00AD',
  '\u034F\u115F\u1160\u17B4\u17B5\u180E\u206A\u206F\u3164\uFFA0\uFFF9\uFFFB',
  '\u{E0001}\u{E0041}\u{E007F}',
];

/** Returns misleading names that the server accepts: a name for each kind of characters, and some examples. */
export function misleadingNames(): string[] {
  const namesWithEachKind = MISLEADING_CHARACTERS.map((characters) => `a${characters.replaceAll('\u0000', '')}b`);
  return ['\u202EwoL', 'Low\u202E', '\u05E9\u05DC\u05D5\u05DD 5', 'pay\u2066load', ...namesWithEachKind];
}

/** Returns a text for each misleading character: `Low`, the character, and `High`. */
export function textPerMisleadingCharacter(): string[] {
  return MISLEADING_CHARACTERS.flatMap((characters) => Array.from(characters, (character) => `Low${character}High`));
}

interface MisleadingOptions {
  /** Whether the isolates U+2068 and U+2069 are allowed, which the extension adds around names. */
  readonly allowsIsolates: boolean;
  readonly allowsLineBreaks?: boolean;
}

/**
 * Returns a pattern for the characters that must not be displayed. The pattern does not use the tested code.
 */
export function misleadingPattern({ allowsIsolates, allowsLineBreaks = false }: MisleadingOptions): RegExp {
  const controlCharacters = allowsLineBreaks ? '\\u0000-\\u0008\\u000B-\\u001F' : '\\u0000-\\u001F';
  const isolateCharacters = allowsIsolates ? '' : '\\u2068\\u2069';
  return new RegExp(
    `[${controlCharacters}\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u2067\\u206A-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB${isolateCharacters}]`,
    'u',
  );
}
