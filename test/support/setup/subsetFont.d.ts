// Owns the types of the one function of subset-font that the build calls.
declare module 'subset-font' {
  /** The font with no glyphs but those that the text needs, in the format that it came in. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options?: { readonly noHinting?: boolean },
  ): Promise<Buffer>;
}
