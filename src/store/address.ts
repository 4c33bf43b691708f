// Owns addresses: where a record is known under.

/** A work item's place: its project's id and its own. */
export interface ItemAddress {
  readonly project: string;
  readonly id: string;
}

/** One text for one place; the key of maps and files. */
export function keyOf(address: ItemAddress): string {
  return `${address.project}/${address.id}`;
}

/** Undefined when the text is no address. */
export function parseAddress(text: string): ItemAddress | undefined {
  const match = /^([^/]+)\/([^/]+)$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { project: match[1], id: match[2] };
}
