/** An action of a development plan of the demo company. */
export interface DemoAction {
  title: string;
  type: 'Experience' | 'Social' | 'Formal';
  competencyCode?: string;
}

/** A development plan that someone writes, and how far it goes. */
export interface DemoPlan {
  /** Of its first team lead, or its head where there are no teams. */
  departmentCode: string;
  /** Which of the leader's direct reports writes it, from 0, or the leader. */
  author: number | 'leader';
  title: string;
  actions: readonly DemoAction[];
  endsAs: 'Draft' | 'PendingApproval' | 'Approved' | 'Rejected' | 'InProgress' | 'Completed' | 'Cancelled';
}

/** Why the manager sends a plan back. */
export const REJECTION = 'Three courses and nothing to try them on: please add one piece of real work for each.';

/** The plans of the demo company, without the one that is made from gaps. */
export const DEMO_PLANS: readonly DemoPlan[] = [
  {
    departmentCode: 'ENG',
    author: 1,
    title: 'From good code to good systems',
    endsAs: 'PendingApproval',
    actions: [
      {
        title: 'Write the design of the new import and defend it in review',
        type: 'Experience',
        competencyCode: 'TEC-03',
      },
      { title: 'Pair once a week with the platform team', type: 'Social', competencyCode: 'TEC-01' },
    ],
  },
  {
    departmentCode: 'ENG',
    author: 2,
    title: 'Comunicar mejor lo técnico',
    endsAs: 'PendingApproval',
    actions: [
      { title: 'Presentar la demo quincenal a clientes', type: 'Experience', competencyCode: 'COL-02' },
      { title: 'Taller de presentaciones', type: 'Formal', competencyCode: 'COL-02' },
    ],
  },
  {
    departmentCode: 'ENG',
    author: 3,
    title: 'Learn the cloud',
    endsAs: 'Rejected',
    actions: [
      { title: 'Course: containers', type: 'Formal', competencyCode: 'TEC-05' },
      { title: 'Course: observability', type: 'Formal', competencyCode: 'TEC-05' },
      { title: 'Course: security basics', type: 'Formal', competencyCode: 'TEC-04' },
    ],
  },
  {
    departmentCode: 'ENG',
    author: 4,
    title: 'Towards a lead position',
    endsAs: 'Draft',
    actions: [{ title: 'Run the planning of one quarter', type: 'Experience', competencyCode: 'DEL-01' }],
  },
  {
    departmentCode: 'VEN',
    author: 0,
    title: 'Negotiating with large customers',
    endsAs: 'Completed',
    actions: [
      { title: 'Lead the renewal with the largest customer', type: 'Experience', competencyCode: 'CUS-03' },
      { title: 'Debrief each negotiation with the head of sales', type: 'Social', competencyCode: 'COL-03' },
    ],
  },
  {
    departmentCode: 'VEN',
    author: 1,
    title: 'Conocer el sector sanitario',
    endsAs: 'Approved',
    actions: [
      { title: 'Acompañar dos días a un responsable de compras', type: 'Social', competencyCode: 'CUS-01' },
      { title: 'Curso de contratación pública', type: 'Formal', competencyCode: 'CUS-05' },
    ],
  },
  {
    departmentCode: 'VEN',
    author: 2,
    title: 'Move to the Lisbon office',
    endsAs: 'Cancelled',
    actions: [{ title: 'Portuguese, level B1', type: 'Formal' }],
  },
  {
    departmentCode: 'ENG',
    author: 'leader',
    title: 'From team lead to head of engineering',
    endsAs: 'InProgress',
    actions: [
      { title: 'Prepare the budget of the department for a quarter', type: 'Experience', competencyCode: 'DEL-01' },
      { title: 'Be coached by the head of another department', type: 'Social', competencyCode: 'COL-03' },
    ],
  },
  {
    departmentCode: 'PER',
    author: 'leader',
    title: 'Read figures about people with more confidence',
    endsAs: 'Approved',
    actions: [
      { title: 'Present the next pulse survey to all department heads', type: 'Experience', competencyCode: 'COL-02' },
      { title: 'Course: statistics for HR', type: 'Formal' },
    ],
  },
];
