import { type DemoCompetency } from './competency';

export const LEADERSHIP: readonly DemoCompetency[] = [
  {
    code: 'LEA-01',
    name: 'Strategic vision',
    description: 'Sees beyond the current quarter and connects daily work with where the company wants to be.',
    descriptors: [
      'Knows the goals of their own team and asks how the work contributes to them.',
      'Explains how their own work supports the goals of the department.',
      'Anticipates changes in their own area and adjusts priorities before being asked.',
      'Turns company strategy into a clear direction that other teams can plan with.',
      'Shapes the strategy of the company and makes people want to be part of it.',
    ],
  },
  {
    code: 'LEA-02',
    name: 'Developing people',
    description:
      'Helps others to grow through coaching, stretch assignments and honest conversations about their careers.',
    descriptors: [
      'Shares what they know when a colleague asks.',
      'Gives new colleagues practical guidance and checks that it helped.',
      'Agrees on development goals with others and follows up on them regularly.',
      'Finds assignments that stretch people and coaches them through the difficult parts.',
      'Builds successors, and people from other areas ask to work with them in order to learn.',
    ],
  },
  {
    code: 'LEA-03',
    name: 'Decision making',
    description: 'Decides in time with the information at hand, explains the reasons and stands by the outcome.',
    descriptors: [
      'Decides routine matters and asks for help with the rest.',
      'Compares options and their consequences before deciding within their own task.',
      'Takes timely decisions with incomplete information and explains the reasons.',
      'Takes difficult decisions that affect several teams and listens to dissent first.',
      'Decides on matters of high uncertainty, and creates rules by which others decide well without them.',
    ],
  },
  {
    code: 'LEA-04',
    name: 'Delegation and accountability',
    description:
      'Gives responsibility together with the means to carry it, and holds people, first of all themselves, to what was agreed.',
    descriptors: [
      'Takes responsibility for their own tasks and admits mistakes.',
      'Hands over tasks with clear instructions and a date.',
      'Delegates results rather than tasks and agrees on how progress will be visible.',
      'Gives whole areas of responsibility away and supports without taking them back.',
      'Creates a culture in which teams set demanding commitments and keep them by themselves.',
    ],
  },
  {
    code: 'LEA-05',
    name: 'Leading change',
    description: 'Prepares people for change, keeps them informed and makes new ways of working last.',
    descriptors: [
      'Accepts new ways of working once they are explained.',
      'Tries changes early and tells others about the experience.',
      'Explains the reason for a change and deals with the doubts of the team.',
      'Plans a change across teams, measures its adoption and corrects the course.',
      'Starts changes that transform the company and leaves it better at changing.',
    ],
  },
];
