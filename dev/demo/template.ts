import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType, type RatingScale } from '../../shared/framework/template.rules';

/** An item of the demo template; the competency is named by its code, and ids are the server's. */
export interface DemoItem {
  text: string;
  type: ItemType;
  competencyCode: string | null;
  weight: number;
  required: boolean;
  allowNotApplicable: boolean;
  evaluatorTypes: readonly EvaluatorType[];
  measuresPotential: boolean;
}

/** The evaluation template of the demo company. */
export interface DemoTemplate {
  name: string;
  description: string;
  scale: RatingScale;
  sections: ReadonlyArray<{ title: string; items: readonly DemoItem[] }>;
}

export const KEEP_DOING = 'What does this person do particularly well and should keep doing? Please give an example.';
/** Text of the item that asks for a next step. */
export const DO_DIFFERENTLY = 'What one thing, done differently, would make this person even more effective?';

function rating(competencyCode: string, text: string, changes: Partial<DemoItem> = {}): DemoItem {
  return {
    text,
    type: ItemType.Rating,
    competencyCode,
    weight: 1,
    required: true,
    allowNotApplicable: false,
    evaluatorTypes: [],
    measuresPotential: false,
    ...changes,
  };
}

function question(text: string, required: boolean): DemoItem {
  return {
    text,
    type: ItemType.Text,
    competencyCode: null,
    weight: 1,
    required,
    allowNotApplicable: false,
    evaluatorTypes: [],
    measuresPotential: false,
  };
}

const notAlwaysSeen = { allowNotApplicable: true };
const potential = { evaluatorTypes: [EvaluatorType.Manager], measuresPotential: true };

/** 20 items in 5 sections: 18 ratings, each of its own competency (2 of them of potential, for managers only), and 2 texts. */
export const DEMO_TEMPLATE: DemoTemplate = {
  name: 'Annual 360° review',
  description:
    'Once a year for everybody. It takes about fifteen minutes; please think of the whole year, not of the last month.',
  scale: {
    min: 1,
    max: 5,
    labels: ['Far below expectations', 'Below expectations', 'Meets expectations', 'Above expectations', 'Exceptional'],
  },
  sections: [
    {
      title: 'Results and delivery',
      items: [
        rating('DEL-02', 'Delivers the results that were agreed, and says early when something stands in the way.', {
          weight: 2,
        }),
        rating('DEL-01', 'Plans their own work well, sets sensible priorities and keeps dates.'),
        rating('DEL-03', 'Delivers work of a quality that others can build on without checking it again.'),
        rating('DEL-04', 'Finds the cause of problems and solves them in a way that lasts.', { weight: 1.5 }),
        rating('LEA-03', 'Takes decisions in time, explains the reasons and stands by them.', notAlwaysSeen),
      ],
    },
    {
      title: 'Know-how',
      items: [
        rating('TEC-01', 'Masters the knowledge that the job requires and keeps it up to date.', { weight: 1.5 }),
        rating(
          'TEC-02',
          'Bases proposals and decisions on facts and figures, and reads them critically.',
          notAlwaysSeen,
        ),
        rating(
          'TEC-04',
          'Treats confidential information carefully and follows the rules of security and compliance.',
          notAlwaysSeen,
        ),
        rating('TEC-03', 'Builds solutions that are simple, tested and easy for others to change.', notAlwaysSeen),
      ],
    },
    {
      title: 'Customer and business',
      items: [
        rating('CUS-01', 'Understands what customers, inside or outside the company, need and acts accordingly.', {
          weight: 1.5,
        }),
        rating('CUS-03', 'Reaches agreements that both sides are content with.', notAlwaysSeen),
        rating('CUS-05', 'Considers cost, benefit and risk for the company when deciding.', notAlwaysSeen),
      ],
    },
    {
      title: 'Working together',
      items: [
        rating('COL-01', 'Helps others without being asked and puts the success of the team first.'),
        rating('COL-02', 'Communicates clearly, listens, and adapts to the people in front of them.'),
        rating('COL-03', 'Gives honest, specific and respectful feedback, and accepts it from others.'),
        rating('LEA-02', 'Helps colleagues to learn and grow.', notAlwaysSeen),
      ],
    },
    {
      title: 'Looking ahead',
      items: [
        rating(
          'LEA-01',
          'Could take on a role with a wider scope and a longer horizon within the next two years.',
          potential,
        ),
        rating('LEA-05', 'Learns fast in unfamiliar situations and takes others along through change.', potential),
        question(KEEP_DOING, true),
        question(DO_DIFFERENTLY, false),
      ],
    },
  ],
};
