// Owns the blanks of what a workspace has beside its projects: customers, initiatives, teamspaces and stickies.
import type { Customer } from '../../contract/resources/customer.ts';
import type { CustomerProperty } from '../../contract/resources/customerProperty.ts';
import type { CustomerRequest } from '../../contract/resources/customerRequest.ts';
import type { Initiative, InitiativeLabel } from '../../contract/resources/initiative.ts';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { Teamspace } from '../../contract/resources/teamspace.ts';
import { dated, external } from './blankFields.ts';

const described = { description_html: '<p></p>', description_stripped: '', description_binary: null };

export const blankCustomer: Customer = {
  id: '',
  ...dated,
  name: '',
  email: null,
  description: {},
  ...described,
  website_url: '',
  logo_props: {},
  domain: '',
  employees: null,
  stage: '',
  contract_status: '',
  revenue: null,
  ...external,
  archived_at: null,
  logo_asset: null,
  logo_url: null,
  customer_request_count: 0,
  workspace: null,
};

/** Its owner in the store is the customer. */
export const blankCustomerRequest: CustomerRequest = {
  id: '',
  ...dated,
  title: '',
  name: '',
  description: '',
  description_html: '<p></p>',
  description_stripped: '',
  link: '',
  attachment_count: 0,
  customer: null,
  workspace: null,
};

export const blankCustomerProperty: CustomerProperty = {
  id: '',
  ...dated,
  name: '',
  display_name: '',
  description: '',
  logo_props: {},
  sort_order: 65535,
  property_type: 'TEXT',
  relation_type: null,
  is_required: false,
  default_value: [],
  settings: {},
  is_active: true,
  is_multi: false,
  validation_rules: {},
  ...external,
  options: [],
  workspace: null,
};

export const blankInitiative: Initiative = {
  id: '',
  ...dated,
  name: '',
  description: '',
  ...described,
  lead: null,
  start_date: null,
  end_date: null,
  logo_props: {},
  state: 'DRAFT',
  archived_at: null,
  workspace: null,
};

export const blankInitiativeLabel: InitiativeLabel = {
  id: '',
  ...dated,
  name: '',
  description: '',
  color: '',
  sort_order: 65535,
  workspace: null,
};

export const blankTeamspace: Teamspace = {
  id: '',
  ...dated,
  name: '',
  description_json: {},
  ...described,
  logo_props: {},
  lead: null,
  workspace: null,
};

/** Its owner in the store is the user that wrote it, who alone sees it. */
export const blankSticky: Sticky = {
  id: '',
  ...dated,
  name: null,
  description: {},
  ...described,
  logo_props: {},
  color: null,
  background_color: null,
  sort_order: 65535,
  workspace: null,
  owner: null,
};
