// Searches the traces for keys, and decides whether each key is allowed where it is. Pure.
import { formsIn, formsOf } from './forms.ts';
import { type Kind, type RightfulPlace, type Trace } from './trace.ts';

export interface Find {
  readonly kind: Kind;
  readonly place: string;
  /** The encodings in which the key appears there. */
  readonly forms: readonly string[];
}

export interface Outcome {
  /** How many places of each kind were searched. */
  readonly places: ReadonlyMap<Kind, number>;
  /** How often a key was found in each place where it is allowed. */
  readonly rightful: ReadonlyMap<RightfulPlace, number>;
  /** Where a key was found although it is not allowed there. */
  readonly finds: readonly Find[];
}

export function search(traces: readonly Trace[], keys: readonly string[]): Outcome {
  const forms = keys.flatMap(formsOf);
  const places = new Map<Kind, number>();
  const rightful = new Map<RightfulPlace, number>();
  const finds: Find[] = [];
  for (const one of traces) {
    places.set(one.kind, (places.get(one.kind) ?? 0) + 1);
    const found = formsIn(one.bytes, forms);
    if (found.length === 0) continue;
    if (one.rightful === undefined)
      finds.push({ kind: one.kind, place: withoutKeys(one.place, keys), forms: [...new Set(found)] });
    else rightful.set(one.rightful, (rightful.get(one.rightful) ?? 0) + 1);
  }
  return { places, rightful, finds };
}

function withoutKeys(place: string, keys: readonly string[]): string {
  return keys.reduce((text, key) => text.replaceAll(key, '…'), place);
}

export function sentenceOf({ kind, place, forms }: Find): string {
  return `${kind}: ${place} (${forms.join(', ')})`;
}
