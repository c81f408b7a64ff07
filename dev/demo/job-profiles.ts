/** A job profile of the demo company before the seed has completed it. */
export interface ProfileCore {
  code: string;
  name: string;
  description: string;
  /** Department in which the profile is at home; null when it is found everywhere. */
  departmentCode: string | null;
  /** Competency code -> required level; every profile has these. */
  core: Readonly<Record<string, number>>;
  /** Those of the core without which the job cannot be done. */
  critical: readonly string[];
  /** Further competencies; the seed decides which of them are required. */
  optional: Readonly<Record<string, number>>;
}

/** The 10 job profiles of the demo company. */
export const DEMO_PROFILES: readonly ProfileCore[] = [
  {
    code: 'HOD',
    name: 'Head of Department',
    description:
      'Leads a department: sets its direction, develops its leaders and answers for its results and its budget.',
    departmentCode: null,
    core: { 'LEA-01': 5, 'LEA-02': 4, 'LEA-03': 4, 'LEA-04': 4, 'LEA-05': 4, 'DEL-02': 4, 'CUS-05': 4, 'COL-02': 4 },
    critical: ['LEA-01', 'LEA-02', 'DEL-02'],
    optional: { 'DEL-01': 4, 'CUS-03': 4, 'COL-03': 4, 'TEC-02': 3 },
  },
  {
    code: 'TLD',
    name: 'Team Lead',
    description:
      'Leads a team of six to nine people: plans its work, grows its members and stays close to the daily business.',
    departmentCode: null,
    core: { 'LEA-02': 4, 'LEA-03': 3, 'LEA-04': 4, 'DEL-01': 4, 'DEL-02': 4, 'COL-01': 4, 'COL-02': 3, 'COL-03': 4 },
    critical: ['LEA-02', 'DEL-01'],
    optional: { 'LEA-05': 3, 'DEL-05': 3, 'TEC-01': 4, 'COL-04': 3 },
  },
  {
    code: 'SWE',
    name: 'Software and Systems Engineer',
    description: 'Designs, builds and runs the software and systems on which the customers and the colleagues rely.',
    departmentCode: 'ENG',
    core: { 'TEC-01': 3, 'TEC-03': 4, 'TEC-04': 3, 'TEC-05': 3, 'DEL-03': 4, 'DEL-04': 4, 'COL-01': 3, 'COL-02': 2 },
    critical: ['TEC-03', 'DEL-04'],
    optional: { 'DEL-01': 2, 'DEL-05': 3, 'COL-03': 3, 'CUS-01': 2 },
  },
  {
    code: 'DAN',
    name: 'Data Analyst',
    description:
      'Turns data into answers: defines indicators, keeps their quality and explains what follows from them.',
    departmentCode: 'DAT',
    core: { 'TEC-02': 5, 'TEC-01': 3, 'TEC-05': 4, 'TEC-04': 3, 'DEL-03': 4, 'DEL-04': 4, 'COL-02': 3, 'CUS-05': 2 },
    critical: ['TEC-02'],
    optional: { 'DEL-01': 3, 'COL-01': 3, 'CUS-01': 3, 'TEC-03': 2 },
  },
  {
    code: 'PDM',
    name: 'Product Manager',
    description: 'Decides with customers and engineers what is built next, and answers for the value that it creates.',
    departmentCode: 'PRO',
    core: { 'LEA-01': 3, 'LEA-03': 4, 'DEL-01': 3, 'DEL-02': 4, 'CUS-01': 4, 'CUS-05': 4, 'TEC-02': 3, 'COL-02': 4 },
    critical: ['CUS-01', 'LEA-03'],
    optional: { 'CUS-03': 3, 'COL-01': 3, 'DEL-04': 3, 'TEC-01': 3 },
  },
  {
    code: 'AEX',
    name: 'Account Executive',
    description:
      'Wins customers and keeps them: understands their business, negotiates fairly and delivers what was promised.',
    departmentCode: 'VEN',
    core: { 'CUS-01': 4, 'CUS-03': 4, 'CUS-05': 3, 'DEL-01': 3, 'DEL-02': 4, 'COL-01': 2, 'COL-02': 4, 'TEC-01': 3 },
    critical: ['CUS-03', 'DEL-02'],
    optional: { 'CUS-02': 4, 'TEC-05': 2, 'COL-03': 2, 'DEL-05': 2 },
  },
  {
    code: 'MKT',
    name: 'Marketing Specialist',
    description: 'Makes the company known and understood, and measures which campaigns bring customers.',
    departmentCode: 'MKT',
    core: { 'TEC-01': 3, 'TEC-02': 3, 'TEC-05': 3, 'DEL-01': 3, 'DEL-02': 3, 'CUS-01': 3, 'COL-02': 4, 'COL-01': 3 },
    critical: ['COL-02'],
    optional: { 'CUS-05': 3, 'DEL-03': 3, 'DEL-05': 3, 'COL-04': 2 },
  },
  {
    code: 'CSM',
    name: 'Customer Success Manager',
    description: 'Accompanies customers after the sale so that they reach their goals with our service and stay.',
    departmentCode: 'CUS',
    core: { 'CUS-01': 5, 'CUS-03': 3, 'DEL-02': 3, 'DEL-04': 3, 'COL-01': 3, 'COL-02': 4, 'TEC-01': 3, 'TEC-02': 2 },
    critical: ['CUS-01', 'COL-02'],
    optional: { 'CUS-02': 4, 'CUS-04': 4, 'DEL-01': 3, 'COL-03': 3 },
  },
  {
    code: 'OPS',
    name: 'Operations Specialist',
    description: 'Keeps goods and services moving: plans, executes, checks and improves the daily operation.',
    departmentCode: 'OPS',
    core: { 'DEL-01': 3, 'DEL-02': 3, 'DEL-03': 4, 'DEL-04': 3, 'DEL-05': 3, 'TEC-04': 3, 'TEC-05': 2, 'COL-01': 3 },
    critical: ['DEL-03', 'TEC-04'],
    optional: { 'CUS-01': 3, 'COL-02': 2, 'TEC-01': 3, 'COL-04': 2 },
  },
  {
    code: 'COR',
    name: 'Corporate Specialist',
    description:
      'Supports the company in finance, people, legal and administration with reliable and understandable service.',
    departmentCode: null,
    core: { 'TEC-01': 4, 'TEC-02': 3, 'TEC-04': 4, 'DEL-01': 3, 'DEL-03': 4, 'CUS-01': 3, 'COL-02': 3, 'COL-01': 3 },
    critical: ['TEC-04', 'DEL-03'],
    optional: { 'TEC-05': 3, 'DEL-05': 2, 'CUS-05': 3, 'COL-03': 2 },
  },
];
