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

/** An item stored across sessions, with enough to show it without a request. */
export interface RememberedItem extends ItemAddress {
  readonly identifier: string;
  readonly name: string;
}

/** The signed-in user's own items. */
export interface OwnItems {
  readonly me: string;
  /** Latest first. */
  readonly recents: readonly RememberedItem[];
  /** Latest first. */
  readonly pinned: readonly RememberedItem[];
}

/** The records other than projects and work items, with unconfirmed changes applied. */
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
  readonly mine: OwnItems;
  /** Why the server rejects the key or token; undefined while it does not. */
  readonly rejection: Fault | undefined;
  /** Whether the open folder is bound to this project. */
  isBound(project: string): boolean;
  /** The display name of a user; the id if the name is not loaded. */
  personName(project: string, id: string): string;
  type(project: string, id: string): { readonly name: string } | undefined;
  /** A project's states in their order; empty until they are loaded. */
  statesOf(project: string): readonly StateRecord[];
  listing(list: ListKey): PagedListState;
  /** The address of a record of this list: an initiative's epics can be in several projects. */
  placeOf(list: ListKey, id: string): RecordAddress | undefined;
  /** The loaded items of a project's list, in the chosen order. */
  sorted(project: string): readonly ItemRecord[];
  /** Every loaded work item. */
  items(): Iterable<ItemRecord>;
  /** The rows of work items below a node; the same object until something changes. */
  rowsOf(node: Node): ItemRows;
}
