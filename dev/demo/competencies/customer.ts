import { type DemoCompetency } from './competency';

/** Competencies of the category Customer and business. */
export const CUSTOMER: readonly DemoCompetency[] = [
  {
    code: 'CUS-01',
    name: 'Customer focus',
    description: 'Understands who the customer is, internal or external, and works for what they need.',
    descriptors: [
      'Answers requests of customers politely and in time.',
      'Asks questions in order to understand the need behind a request.',
      'Takes the customer’s side in discussions and keeps promises made to them.',
      'Improves the service after listening to customers in a systematic way.',
      'Makes the customer present in the decisions of the whole company.',
    ],
  },
  {
    code: 'CUS-02',
    name: 'Listening and needs analysis',
    description: 'Listens actively, asks open questions and checks that the need was understood.',
    descriptors: [
      'Lets others finish and takes notes.',
      'Asks open questions and summarizes what was understood.',
      'Discovers needs that the customer had not put into words.',
      'Facilitates sessions in which several parties agree on what they really need.',
      'Teaches discovery methods, and key customers ask for their advice.',
    ],
  },
  {
    code: 'CUS-03',
    name: 'Negotiation and influence',
    description: 'Reaches agreements that last because both sides gain.',
    descriptors: [
      'States their own position clearly.',
      'Prepares for a negotiation and knows what can be given up.',
      'Finds solutions in which both sides gain and closes agreements.',
      'Negotiates complex matters with several parties and keeps the relationship intact.',
      'Negotiates the agreements that decide the future of the company.',
    ],
  },
  {
    code: 'CUS-04',
    name: 'Service recovery',
    description: 'Stays calm when something goes wrong, repairs the damage and regains trust.',
    descriptors: [
      'Stays polite with an upset customer and passes the case on.',
      'Apologizes, informs about the next steps and follows the case to its end.',
      'Solves difficult complaints alone and removes their cause.',
      'Leads the answer to serious incidents and communicates openly while they last.',
      'Turns crises into stronger relationships, and designs the company’s response to them.',
    ],
  },
  {
    code: 'CUS-05',
    name: 'Business acumen',
    description: 'Understands how the company earns money and uses its means accordingly.',
    descriptors: [
      'Knows the products of the company and who buys them.',
      'Knows the costs that their own work causes and avoids waste.',
      'Weighs cost, benefit and risk in proposals and decisions.',
      'Finds opportunities in the market and builds the business case for them.',
      'Opens new lines of business and steers the company’s resources towards them.',
    ],
  },
];
