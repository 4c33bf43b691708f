// Defines the customers of the sample workspace, and their requests.

export const CUSTOMERS: readonly {
  readonly name: string;
  readonly domain: string;
  readonly employees: number;
  readonly stage: string;
  readonly contractStatus: string;
  readonly revenue: string;
  readonly text: string;
  readonly requests: readonly (readonly [title: string, text: string])[];
}[] = [
  {
    name: 'Fernhill Schools',
    domain: 'fernhill.example',
    employees: 240,
    stage: 'lead',
    contractStatus: 'pre_contract',
    revenue: '0',
    text: 'Eleven schools that send books to each other.',
    requests: [
      ['A board that pupils can read', 'Larger cards, fewer words, and no red.'],
      ['Holidays in the dates', 'Nothing is delivered in August, so nothing should be late in August.'],
    ],
  },
  {
    name: 'Quarry Street Clinic',
    domain: 'quarrystreet.example',
    employees: 65,
    stage: 'contract_negotiation',
    contractStatus: 'pre_contract',
    revenue: '18000',
    text: 'Samples to the laboratory, twice a day, cold.',
    requests: [
      ['Temperature with every scan', 'A sample that was warm for an hour is of no use to us.'],
      ['Names hidden on the label’s screen', 'The driver needs the street, not the patient.'],
      ['A record of who looked', 'Our auditors ask for it every spring.'],
    ],
  },
  {
    name: 'Lantern Books',
    domain: 'lanternbooks.example',
    employees: 31,
    stage: 'closed_won',
    contractStatus: 'active',
    revenue: '42500',
    text: 'A bookshop with a warehouse larger than the shop.',
    requests: [
      ['Tell us before the customer does', 'A message when a parcel has stood still for a day.'],
      ['Two parcels, one order', 'Show them together; people write to us when the first arrives alone.'],
    ],
  },
  {
    name: 'Oat & Anchor',
    domain: 'oatandanchor.example',
    employees: 120,
    stage: 'closed_won',
    contractStatus: 'active',
    revenue: '96000',
    text: 'Breakfast by subscription, from the coast inland.',
    requests: [
      ['Deliver before seven', 'Breakfast at nine is lunch.'],
      ['Change the address until midnight', 'Half of our letters are about this.'],
      ['Webhooks we can ask for again', 'Our server sleeps on Sundays; yours does not.'],
    ],
  },
  {
    name: 'Pelican Ferries',
    domain: 'pelicanferries.example',
    employees: 810,
    stage: 'closed_won',
    contractStatus: 'active',
    revenue: '310000.50',
    text: 'Parcels to the islands, when the weather allows.',
    requests: [
      ['Say “waiting for the ferry”', 'A parcel on the quay is not late, it is waiting.'],
      ['Arrival times that know the tide', 'The harbour is closed to us around low water.'],
    ],
  },
];
