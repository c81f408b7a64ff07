/** A key result of a goal of the demo company, with what was reported of it. */
export interface DemoKeyResult {
  title: string;
  unit: string;
  startValue: number;
  targetValue: number;
  weight?: number;
  /** From the first to the last. */
  checkIns: readonly (readonly [value: number, comment: string])[];
}

/** A goal of the demo company: of the company, of a department, or of someone without direct reports in a department. */
export interface DemoGoal {
  title: string;
  description?: string;
  /** Absent: of the company. */
  departmentCode?: string;
  /** Which of those who lead no one in the department owns it, from 0, or its leader; absent: the department itself. */
  owner?: number | 'leader';
  /** Title of the goal above. */
  below?: string;
  /** Active when absent; what it becomes after the check-ins. */
  endsAs?: 'Draft' | 'Completed' | 'Cancelled';
  keyResults?: readonly DemoKeyResult[];
}

const REVENUE = 'Grow recurring revenue by a quarter';
const RELIABILITY = 'Become the platform that customers rely on';
const PEOPLE = 'Be a company that people recommend';
const NEW_CUSTOMERS = 'Win thirty mid-size customers';
const RETENTION = 'Ningún cliente clave se marcha';
const UPTIME = 'Ship weekly without waking anybody at night';
const FIGURES = 'One set of figures for every decision';

/** The goals of the demo company, those above first. The company's first two take their progress from the goals below. */
export const DEMO_GOALS: readonly DemoGoal[] = [
  { title: REVENUE, description: 'From new mid-size customers and from those who stay; not from price.' },
  { title: RELIABILITY, description: 'Fewer incidents, faster answers, figures that everybody trusts.' },
  {
    title: PEOPLE,
    keyResults: [
      {
        title: 'eNPS of the pulse survey',
        unit: 'points',
        startValue: 8,
        targetValue: 30,
        weight: 2,
        checkIns: [
          [14, 'Spring pulse'],
          [19, 'Autumn pulse: leads who talk about careers make the difference.'],
        ],
      },
      { title: 'Voluntary turnover', unit: '%', startValue: 14, targetValue: 9, checkIns: [[12.5, 'First half year']] },
    ],
  },
  {
    title: NEW_CUSTOMERS,
    departmentCode: 'VEN',
    below: REVENUE,
    keyResults: [
      {
        title: 'Signed mid-size customers',
        unit: 'customers',
        startValue: 0,
        targetValue: 30,
        weight: 3,
        checkIns: [
          [6, 'First quarter'],
          [13, 'The fair in Bilbao paid off.'],
          [19, 'Two large ones are waiting for their legal departments.'],
        ],
      },
      {
        title: 'Length of the sales cycle',
        unit: 'days',
        startValue: 95,
        targetValue: 70,
        checkIns: [[88, 'New demo tenant for trials']],
      },
    ],
  },
  {
    title: RETENTION,
    departmentCode: 'CUS',
    below: REVENUE,
    keyResults: [
      {
        title: 'Renovaciones de clientes clave',
        unit: '%',
        startValue: 88,
        targetValue: 97,
        checkIns: [
          [91, 'Revisión trimestral con los diez mayores'],
          [94, 'Solo queda uno en riesgo.'],
        ],
      },
    ],
  },
  {
    title: UPTIME,
    departmentCode: 'ENG',
    below: RELIABILITY,
    keyResults: [
      {
        title: 'Incidents at night',
        unit: 'per month',
        startValue: 11,
        targetValue: 2,
        weight: 2,
        checkIns: [
          [8, 'Alerts cleaned up'],
          [5, 'The job queue no longer loses work.'],
        ],
      },
      {
        title: 'Releases',
        unit: 'per month',
        startValue: 1,
        targetValue: 4,
        checkIns: [
          [2, 'Every other Tuesday'],
          [4, 'Weekly since September'],
        ],
      },
    ],
  },
  {
    title: FIGURES,
    departmentCode: 'DAT',
    below: RELIABILITY,
    keyResults: [
      {
        title: 'Reports on the common model',
        unit: 'reports',
        startValue: 4,
        targetValue: 24,
        checkIns: [[11, 'Sales and finance are done.']],
      },
    ],
  },
  {
    title: 'Sign eight customers in the north',
    departmentCode: 'VEN',
    owner: 0,
    below: NEW_CUSTOMERS,
    keyResults: [
      {
        title: 'Signed customers',
        unit: 'customers',
        startValue: 0,
        targetValue: 8,
        checkIns: [
          [3, 'Two in Santander, one in Vitoria'],
          [5, 'Bilbao signed on Friday.'],
        ],
      },
    ],
  },
  {
    title: 'Abrir el sector sanitario',
    departmentCode: 'VEN',
    owner: 1,
    below: NEW_CUSTOMERS,
    keyResults: [
      {
        title: 'Hospitales con prueba piloto',
        unit: 'hospitales',
        startValue: 0,
        targetValue: 4,
        checkIns: [[1, 'Pamplona empieza en marzo']],
      },
    ],
  },
  {
    title: 'Write the playbook for renewals',
    departmentCode: 'CUS',
    owner: 0,
    below: RETENTION,
    endsAs: 'Completed',
    keyResults: [
      {
        title: 'Chapters that the team uses',
        unit: 'chapters',
        startValue: 0,
        targetValue: 6,
        checkIns: [
          [4, 'Tried with two customers'],
          [6, 'In use since June'],
        ],
      },
    ],
  },
  {
    title: 'Cover the payment module with tests',
    departmentCode: 'ENG',
    owner: 0,
    below: UPTIME,
    keyResults: [
      {
        title: 'Branches covered',
        unit: '%',
        startValue: 35,
        targetValue: 85,
        checkIns: [
          [52, 'Refunds are covered.'],
          [71, 'Only the import is left.'],
        ],
      },
    ],
  },
  {
    title: 'Halve the time of a release',
    departmentCode: 'ENG',
    owner: 2,
    below: UPTIME,
    keyResults: [
      {
        title: 'From merge to production',
        unit: 'minutes',
        startValue: 90,
        targetValue: 45,
        checkIns: [[60, 'Checks run in parallel.']],
      },
    ],
  },
  {
    title: 'Speak at a conference',
    departmentCode: 'ENG',
    owner: 2,
    endsAs: 'Draft',
    keyResults: [{ title: 'Talks proposed', unit: 'talks', startValue: 0, targetValue: 3, checkIns: [] }],
  },
  {
    title: 'Migrate the old warehouse ourselves',
    departmentCode: 'DAT',
    owner: 0,
    below: FIGURES,
    endsAs: 'Cancelled',
    keyResults: [
      {
        title: 'Tables moved',
        unit: 'tables',
        startValue: 0,
        targetValue: 120,
        checkIns: [[15, 'The provider offers to do it.']],
      },
    ],
  },
  {
    title: 'Definir los veinte indicadores comunes',
    departmentCode: 'DAT',
    owner: 1,
    below: FIGURES,
    keyResults: [
      {
        title: 'Indicadores acordados',
        unit: 'indicadores',
        startValue: 0,
        targetValue: 20,
        checkIns: [[12, 'Faltan los de operaciones']],
      },
    ],
  },
  {
    title: 'Give everyone in the team a career talk',
    departmentCode: 'ENG',
    owner: 'leader',
    below: PEOPLE,
    keyResults: [
      {
        title: 'Talks held',
        unit: 'talks',
        startValue: 0,
        targetValue: 8,
        checkIns: [
          [2, 'Both newcomers came first.'],
          [5, 'Three more before the holidays.'],
        ],
      },
    ],
  },
  {
    title: 'Fill open positions from within',
    departmentCode: 'PER',
    owner: 'leader',
    below: PEOPLE,
    keyResults: [
      {
        title: 'Positions filled by our own people',
        unit: '%',
        startValue: 20,
        targetValue: 50,
        checkIns: [[34, 'The career paths help.']],
      },
    ],
  },
];
