import { type DemoCompetency } from './competency';

export const COLLABORATION: readonly DemoCompetency[] = [
  {
    code: 'COL-01',
    name: 'Teamwork',
    description: 'Puts the result of the team before their own and can be counted on.',
    descriptors: [
      'Does the agreed share of the work of the team.',
      'Offers help without being asked and shares information.',
      'Brings different opinions together and keeps agreements of the team alive.',
      'Breaks down silos between teams and shares credit generously.',
      'Builds alliances across the company that work without them.',
    ],
  },
  {
    code: 'COL-02',
    name: 'Communication',
    description: 'Speaks and writes clearly, adapts the message to the audience and makes sure that it arrived.',
    descriptors: [
      'Passes on information correctly when asked.',
      'Speaks and writes in an orderly way and answers in time.',
      'Adapts message and channel to the audience and explains complex matters simply.',
      'Communicates difficult news with clarity and respect and convinces critical audiences.',
      'Gives the company a voice, inside and outside, that people trust.',
    ],
  },
  {
    code: 'COL-03',
    name: 'Feedback culture',
    description: 'Gives and asks for feedback that is specific, timely and kind.',
    descriptors: [
      'Accepts feedback without defending themselves.',
      'Asks for feedback and thanks for it.',
      'Gives specific feedback in time, also when it is uncomfortable.',
      'Makes feedback a habit of the team and acts visibly on what is received.',
      'Creates the safety in which everybody, at every level, tells the truth.',
    ],
  },
  {
    code: 'COL-04',
    name: 'Inclusion and respect',
    description: 'Treats everybody with respect and makes use of different points of view.',
    descriptors: [
      'Treats everybody with respect.',
      'Includes quiet colleagues and questions own prejudices.',
      'Seeks out different points of view before deciding and names unfair treatment.',
      'Builds diverse teams and changes practices that exclude people.',
      'Makes inclusion a strength for which the company is known.',
    ],
  },
];
