// The loaded data that the trees show.

import type { ItemAddress, RecordAddress } from '../cache/address.ts';
import type { ListKey } from '../cache/lists/listKey.ts';
import type { PagedListState } from '../cache/lists/pagedList.ts';
import type { ItemRecord, LabelRecord, StateRecord } from '../cache/record.ts';
import type { Fault } from '../client/apiError.ts';
import type { Customer } from '../contract/resources/customer.ts';
import type { CustomerProperty } from '../contract/resources/customerProperty.ts';
import type { CustomerRequest } from '../contract/resources/customerRequest.ts';
import type { Cycle } from '../contract/resources/cycle.ts';
import type { Initiative, InitiativeLabel } from '../contract/resources/initiative.ts';
import type { Module } from '../contract/resources/module.ts';
import type { Project } from '../contract/resources/project.ts';
import type { Teamspace } from '../contract/resources/teamspace.ts';
import type { User } from '../contract/resources/user.ts';
import type { WorkItem } from '../contract/resources/workItem.ts';
import type { ViewChoices } from './grouping/choices.ts';
import type { ItemRows } from './itemRows.ts';
import type { Node } from './node.ts';

/** Looks up the records that a work item refers to. */
export interface NameLookup {
  project(id: string): Project | undefined;
  item(address: ItemAddress): ItemRecord | undefined;
  state(project: string, id: string): StateRecord | undefined;
  label(project: string, id: string): LabelRecord | undefined;
  user(project: string, id: string): User | undefined;
}

/** A work item stored across sessions. Identifier and name are stored, so no request is needed to show it. */
export interface RememberedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** The id of the signed-in user, and the work items that the user has opened or pinned. */
export interface OwnItems {
  readonly me: string;
  /** The last opened work items, latest first. */
  readonly recents: readonly RememberedItem[];
  /** The pinned work items, latest first. */
  readonly pinned: readonly RememberedItem[];
}

/** Looks up records other than projects and work items. Changes that are not confirmed yet are applied. */
export interface RecordLookup {
  initiative(id: string): Initiative | undefined;
  initiativeLabel(id: string): InitiativeLabel | undefined;
  epic(project: string, id: string): WorkItem | undefined;
  cycle(project: string, id: string): Cycle | undefined;
  module(project: string, id: string): Module | undefined;
  teamspace(id: string): Teamspace | undefined;
  customer(id: string): Customer | undefined;
  customerRequest(customer: string, id: string): CustomerRequest | undefined;
  customerProperty(id: string): CustomerProperty | undefined;
}

export interface TreeData extends NameLookup {
  readonly records: RecordLookup;
  readonly choices: ViewChoices;
  readonly ownItems: OwnItems;
  /** Why the server rejects the key or token; undefined if it does not reject it. */
  readonly rejection: Fault | undefined;
  /** Whether the open folder is bound to this project. */
  isBound(project: string): boolean;
  /** Returns the display name of a user; the id if the name is not loaded. */
  personName(project: string, id: string): string;
  type(project: string, id: string): { readonly name: string } | undefined;
  /** Returns the states of a project in their order; an empty list until they are loaded. */
  statesOf(project: string): readonly StateRecord[];
  listing(list: ListKey): PagedListState;
  /** Returns the address of a record in this list. The epics of an initiative can be in several projects. */
  addressOf(list: ListKey, id: string): RecordAddress | undefined;
  /** Returns the loaded work items of a project, in the order that the user has chosen. */
  sorted(project: string): readonly ItemRecord[];
  /** Returns every loaded work item. */
  items(): Iterable<ItemRecord>;
  /** Returns the work items below a node; the same object as before if nothing has changed. */
  rowsOf(node: Node): ItemRows;
}
