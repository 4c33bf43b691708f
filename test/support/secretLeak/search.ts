// Searches the traces for API keys, and reports the keys in places where no key is allowed.
import { encodingsOf, findEncodings } from './encodings.ts';
import { type AllowedPlace, type Trace, type TraceKind } from './trace.ts';

export interface Leak {
  readonly kind: TraceKind;
  readonly place: string;
  /** The encodings in which the trace contains a key. */
  readonly encodings: readonly string[];
}

export interface Outcome {
  /** How many traces of each kind were searched. */
  readonly traceCountByKind: ReadonlyMap<TraceKind, number>;
  /** How often a key was found in each of the places where a key is allowed. */
  readonly keyCountByPlace: ReadonlyMap<AllowedPlace, number>;
  /** The keys that were found in places where no key is allowed. */
  readonly leaks: readonly Leak[];
}

export function search(traces: readonly Trace[], keys: readonly string[]): Outcome {
  const encodedKeys = keys.flatMap(encodingsOf);
  const traceCountByKind = new Map<TraceKind, number>();
  const keyCountByPlace = new Map<AllowedPlace, number>();
  const leaks: Leak[] = [];
  for (const { kind, place, bytes, allowedPlace } of traces) {
    traceCountByKind.set(kind, (traceCountByKind.get(kind) ?? 0) + 1);
    const encodingNames = findEncodings(bytes, encodedKeys);
    if (encodingNames.length === 0) continue;
    if (allowedPlace === undefined)
      leaks.push({ kind, place: redactKeys(place, keys), encodings: [...new Set(encodingNames)] });
    else keyCountByPlace.set(allowedPlace, (keyCountByPlace.get(allowedPlace) ?? 0) + 1);
  }
  return { traceCountByKind, keyCountByPlace, leaks };
}

function redactKeys(place: string, keys: readonly string[]): string {
  return keys.reduce((text, key) => text.replaceAll(key, '…'), place);
}

export function leakMessage({ kind, place, encodings }: Leak): string {
  return `${kind}: ${place} (${encodings.join(', ')})`;
}
