import { type DemoCompetency } from './competency';

export const DELIVERY: readonly DemoCompetency[] = [
  {
    code: 'DEL-01',
    name: 'Planning and organization',
    description: 'Breaks work down, sets priorities and keeps everybody informed about dates that can be trusted.',
    descriptors: [
      'Keeps a list of own tasks and does them in the order given.',
      'Plans their own week and says early when a date is in danger.',
      'Plans the work of several people and handles dependencies between them.',
      'Coordinates projects across teams and keeps plans realistic when conditions change.',
      'Sets the way in which the company plans, and its portfolio is delivered as promised.',
    ],
  },
  {
    code: 'DEL-02',
    name: 'Results orientation',
    description: 'Pursues outcomes that matter rather than activity, and finishes what was started.',
    descriptors: [
      'Completes assigned tasks with regular guidance.',
      'Meets agreed targets and asks which of them matter most.',
      'Delivers results in spite of obstacles and measures the effect of the work.',
      'Raises the ambition of the team and removes what keeps it from its targets.',
      'Delivers results that change the position of the company, year after year.',
    ],
  },
  {
    code: 'DEL-03',
    name: 'Quality and attention to detail',
    description: 'Delivers work that can be relied on and finds errors before they reach anyone else.',
    descriptors: [
      'Checks their own work when reminded.',
      'Delivers work that rarely needs to be corrected.',
      'Defines what good looks like before starting and verifies it at the end.',
      'Introduces checks that prevent whole kinds of errors in the team.',
      'Sets quality standards that other departments and partners adopt.',
    ],
  },
  {
    code: 'DEL-04',
    name: 'Problem solving',
    description: 'Finds the cause behind the symptom and the simplest solution that lasts.',
    descriptors: [
      'Describes a problem clearly and looks for known solutions.',
      'Solves common problems alone and tells causes from symptoms.',
      'Analyses unfamiliar problems with data and proposes several solutions.',
      'Solves problems that cross teams and had been accepted as unavoidable.',
      'Is called for the hardest problems of the company and teaches others the method.',
    ],
  },
  {
    code: 'DEL-05',
    name: 'Continuous improvement',
    description: 'Questions how things are done, tries better ways and learns from what went wrong.',
    descriptors: [
      'Points out what does not work well.',
      'Suggests improvements to their own tasks and tries them.',
      'Improves a process of the team and shows the effect with figures.',
      'Establishes a rhythm of retrospectives and experiments that the team keeps.',
      'Makes improvement part of everybody’s work across the company.',
    ],
  },
];
