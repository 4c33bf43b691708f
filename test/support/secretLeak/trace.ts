// Owns what a trace is: something that was written, sent or shown while a journey was told, of one of these kinds.

export const kinds = [
  'files of VS Code',
  'files of the browser',
  'storage of the browser',
  'requests of the browser',
  'messages between workbench and extension host',
  'sources of pages',
  'messages of pages',
  'the console',
  'process arguments',
  'process environments',
  'what was printed',
  'requests to servers',
] as const;
export type Kind = (typeof kinds)[number];

/** The only places in which a key may be. */
export const rightfulPlaces = [
  'SecretStorage',
  'the header to its own origin',
  'the box that it was typed into',
] as const;
export type RightfulPlace = (typeof rightfulPlaces)[number];

export interface Trace {
  readonly kind: Kind;
  /** Where, for whoever has to find it again; the key is taken out of it before it is told. */
  readonly place: string;
  readonly bytes: Buffer;
  /** Says that the key may be in there, all of it. Undefined everywhere else. */
  readonly rightful?: RightfulPlace;
}

export function trace(kind: Kind, place: string, content: string | Buffer, rightful?: RightfulPlace): Trace {
  return {
    kind,
    place,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    ...(rightful === undefined ? {} : { rightful }),
  };
}
