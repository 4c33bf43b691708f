// A trace is a piece of data that a test wrote, sent or showed, and that is searched for keys.

export const traceKinds = [
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
export type TraceKind = (typeof traceKinds)[number];

/** The only places where an API key is allowed. */
export const allowedPlaces = [
  'SecretStorage',
  'the header to its own origin',
  'the box that it was typed into',
] as const;
export type AllowedPlace = (typeof allowedPlaces)[number];

export interface Trace {
  readonly kind: TraceKind;
  /** Where the data was found. Keys in this text are removed before it is printed. */
  readonly place: string;
  readonly bytes: Buffer;
  /** If set, the trace may contain a key, because it comes from this place. */
  readonly allowedPlace?: AllowedPlace;
}

export function createTrace(
  kind: TraceKind,
  place: string,
  content: string | Buffer,
  allowedPlace?: AllowedPlace,
): Trace {
  return {
    kind,
    place,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    ...(allowedPlace === undefined ? {} : { allowedPlace }),
  };
}
