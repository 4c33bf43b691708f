// Generates any Unicode character. fast-check's unit `binary` does the same, but takes seconds to create.
import * as fc from 'fast-check';

/** A code point of Unicode as text, without surrogates. */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff - 0x8_00 })
  .map((number) => String.fromCodePoint(number < 0xd8_00 ? number : number + 0x8_00));
