// Classifies ASCII characters by their UTF-16 code units, for loops that are too hot for regular expressions.

const [ZERO, NINE, LOWER_A, LOWER_Z, FIRST_NON_ASCII] = [48, 57, 97, 122, 128];

export function isAscii(codeUnit: number): boolean {
  return codeUnit < FIRST_NON_ASCII;
}

export function isAsciiDigit(codeUnit: number): boolean {
  return codeUnit >= ZERO && codeUnit <= NINE;
}

/** Whether the code unit is a letter in upper or lower case. */
export function isAsciiLetter(codeUnit: number): boolean {
  // The cases differ in the bit 32. Setting it turns no other ASCII character into a letter.
  const lowerCase = codeUnit | 32;
  return lowerCase >= LOWER_A && lowerCase <= LOWER_Z;
}
