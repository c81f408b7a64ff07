import { type DemoCompetency } from './competency';

/** Competencies of the category Technical know-how. */
export const TECHNICAL: readonly DemoCompetency[] = [
  {
    code: 'TEC-01',
    name: 'Professional expertise',
    description: 'Masters the knowledge of their own profession, keeps it up to date and shares it.',
    descriptors: [
      'Knows the basic terms and methods of the profession.',
      'Applies the usual methods of the profession without supervision.',
      'Handles the full range of tasks of the profession, including the unusual ones.',
      'Is the person whom colleagues ask about the most difficult cases.',
      'Is recognized as an authority in the profession outside the company too.',
    ],
  },
  {
    code: 'TEC-02',
    name: 'Data literacy',
    description: 'Asks the right questions of data, reads the answers critically and decides by them.',
    descriptors: [
      'Reads the standard reports of the team.',
      'Prepares own analyses with a spreadsheet and explains the figures.',
      'Combines several sources, checks their quality and draws sound conclusions.',
      'Defines the indicators that steer the area and uncovers misleading ones.',
      'Builds the data culture of the company: important decisions start from evidence.',
    ],
  },
  {
    code: 'TEC-03',
    name: 'Software craftsmanship',
    description: 'Builds software that is simple, tested, observable and pleasant to change.',
    descriptors: [
      'Makes small changes to existing code with the help of a reviewer.',
      'Delivers tested features within an existing design.',
      'Designs components that others can extend, and runs them in production.',
      'Leads the design of systems, pays down debt deliberately and raises the bar in reviews.',
      'Sets the technical direction of the company and is followed out of conviction.',
    ],
  },
  {
    code: 'TEC-04',
    name: 'Security and compliance',
    description: 'Protects data, assets and people, and works within laws and internal policies.',
    descriptors: [
      'Follows the security and privacy rules that apply to the job.',
      'Recognizes risks in the daily work and reports them at once.',
      'Considers security and privacy from the start of a project.',
      'Assesses risks of the area, agrees on measures and verifies that they work.',
      'Represents the company before auditors and authorities, and prevents rather than repairs.',
    ],
  },
  {
    code: 'TEC-05',
    name: 'Digital tools and automation',
    description: 'Uses the available tools well and automates what is repeated.',
    descriptors: [
      'Uses the tools of the job for common tasks.',
      'Uses advanced functions of the tools and learns new ones quickly.',
      'Automates own repetitive tasks and documents how.',
      'Connects tools across the team and frees measurable time.',
      'Redesigns the way of working of a whole area around well-chosen tools.',
    ],
  },
];
