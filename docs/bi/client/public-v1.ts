// Written from the document of the service by dev/openapi/accept.ts.
export interface paths {
  '/api/v1/cycles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List evaluation cycles
     * @description All evaluation cycles, the newest first, with their states and how many evaluations were submitted.
     */
    get: operations['ReadCycles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasets/gaps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the gaps dataset
     * @description All gaps, one row per cycle, employee and requirement with data. Cycles whose gaps were never calculated have none, nor
     *     have cycles that were reopened and are not closed again;
     *     rows of the newest analysis that is not tied to a cycle have an empty `cycleId`. A recalculation replaces all rows of
     *     its cycle: replace them in your copy when rows of the cycle come with a newer `updatedAt`.
     */
    get: operations['ReadGaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasets/nine-box': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the nine-box dataset
     * @description The nine-box, one row per cycle and subject with an effective score and a potential; others have no row. Cycles whose
     *     gaps were never calculated have none, nor have cycles that were reopened and are not closed again. Joining or leaving a
     *     career path changes the row, so `updatedSince` returns it.
     */
    get: operations['ReadNineBoxRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasets/scores': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the scores dataset
     * @description All scores, one row per cycle and subject, complete and without pages; a subject without a score has nulls. Rows are
     *     written as they are read: take the answer as done only when it ends. `Accept: application/x-ndjson` gives a row per line.
     */
    get: operations['ReadScores'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/employees': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List employees
     * @description Employees by last name, a page at a time. A copy is kept up to date with `updatedSince` (the `updatedAt` that you saw
     *     last) and `includeDeleted=true`: removed employees then come as id, `updatedAt` and `isDeleted`.
     */
    get: operations['ReadEmployees'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/goals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List goals
     * @description All goals of the organization by title, of every level, with their key results and progress.
     */
    get: operations['ReadGoals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Verify the key
     * @description Verifies the API key and returns the organization that it reads.
     */
    get: operations['Ping'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/pulse-surveys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pulse surveys
     * @description All pulse surveys, the newest first, with participation and eNPS.
     */
    get: operations['ReadPulseSurveys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/pulse-surveys/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the results of a pulse survey
     * @description The figures of one survey by question. Below the anonymity threshold, and before the survey is closed, `suppressed` is
     *     true and every figure null; so is a question that fewer answered.
     */
    get: operations['ReadPulseResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description State of an evaluation cycle, by the name that JSON carries.
     * @enum {string}
     */
    CycleStatus: 'Draft' | 'Open' | 'InProgress' | 'Closed' | 'Archived';
    /** @description An evaluation cycle. */
    CycleV1: {
      /**
       * Format: date-time
       * @description When it was closed; null before.
       * @example 2026-11-21T09:30:00Z
       */
      closedAt: string | null;
      /**
       * @description A date; inputs also accept a full ISO 8601 timestamp.
       * @example 2026-11-21
       */
      endDate: string | null;
      id: components['schemas']['Id'];
      /** @example Annual review 2026 */
      name: string;
      /**
       * Format: int32
       * @description Evaluations that were asked for.
       * @example 4196
       */
      participants: number;
      /**
       * @description A date; inputs also accept a full ISO 8601 timestamp.
       * @example 2026-11-21
       */
      startDate: string | null;
      /** @example Closed */
      status: components['schemas']['CycleStatus'];
      /**
       * Format: int32
       * @description Employees who are evaluated.
       * @example 600
       */
      subjects: number;
      /**
       * Format: int32
       * @description Evaluations that were submitted, the acknowledged ones included.
       * @example 3880
       */
      submitted: number;
    };
    /** @description A row that was removed, with `includeDeleted=true`. */
    DeletedRowV1: {
      id: components['schemas']['Id'];
      /**
       * @example true
       * @enum {boolean}
       */
      isDeleted: true;
      updatedAt: components['schemas']['Instant'];
    };
    /** @description A subject that has no row of the dataset any more, with `includeDeleted=true`: drop all its rows of the cycle. */
    DeletedSubjectV1: {
      /**
       * Format: uuid
       * @description null: of the newest analysis that is not tied to a cycle.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      cycleId: string | null;
      employeeId: components['schemas']['Id'];
      /**
       * @example true
       * @enum {boolean}
       */
      isDeleted: true;
      updatedAt: components['schemas']['Instant'];
    };
    /** @description A page of employees; removed ones, as their ids, only with `includeDeleted=true`. */
    EmployeePageV1: {
      items: (components['schemas']['EmployeeV1'] | components['schemas']['DeletedRowV1'])[];
      /**
       * Format: int32
       * @example 1
       */
      page: number;
      /**
       * Format: int32
       * @example 50
       */
      pageSize: number;
      /**
       * Format: int32
       * @example 600
       */
      totalCount: number;
      /**
       * Format: int32
       * @example 12
       */
      totalPages: number;
    };
    /**
     * @description Employee states; only Active ones are evaluated and count for the plan limit.
     * @enum {string}
     */
    EmployeeStatus: 'Active' | 'OnLeave' | 'Terminated';
    /**
     * @description Only of this state, by its name or its number.
     * @example Active
     */
    EmployeeStatusFilter: string;
    /** @description An employee. */
    EmployeeV1: {
      /**
       * @description Name of the department.
       * @example Engineering
       */
      department: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4, accepted in either case and returned in lower case.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      departmentId: string | null;
      /** @example ana.garcia@example.com */
      email: string;
      /**
       * @description The code that the organization gives the employee.
       * @example E-0042
       */
      employeeCode: string | null;
      /** @example Ana */
      firstName: string;
      /** @example Ana García */
      fullName: string;
      /**
       * @description A date; inputs also accept a full ISO 8601 timestamp.
       * @example 2026-11-21
       */
      hireDate: string | null;
      id: components['schemas']['Id'];
      /**
       * @description Name of the job profile.
       * @example Software engineer
       */
      jobProfile: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4, accepted in either case and returned in lower case.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      jobProfileId: string | null;
      /** @example García */
      lastName: string;
      /**
       * @description Full name of the manager.
       * @example Luis Rojas
       */
      manager: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4, accepted in either case and returned in lower case.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      managerId: string | null;
      /** @example Active */
      status: components['schemas']['EmployeeStatus'];
      /** @description When the employee, or a name that the row shows, was changed last. */
      updatedAt: components['schemas']['Instant'];
    };
    /** @description The error body. */
    ErrorBody: {
      /** @example VALIDATION */
      errorCode: string;
      /** @example Some fields are invalid. See validationErrors. */
      errorMessage: string;
      /**
       * @description Always false.
       * @example false
       */
      success: boolean;
      /** @description One entry a wrong field; empty for other errors. */
      validationErrors: components['schemas']['FieldError'][];
    };
    /** @description An invalid field of a request; `field` is a path such as `settings.weights.Self`. */
    FieldError: {
      field: string;
      message: string;
    };
    /**
     * @description 1 most urgent .. 4 OK.
     * @enum {number}
     */
    GapPriority: 1 | 2 | 3 | 4;
    /** @description A row of the dataset gaps: one per cycle, employee and requirement with data. */
    GapRowV1: {
      /**
       * Format: double
       * @description 1 to 5 whatever the scale of the template, two decimals.
       * @example 2.75
       */
      currentLevel: number;
      /**
       * Format: uuid
       * @description null: the newest analysis that is not tied to a cycle.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      cycleId: string | null;
      /**
       * @description Name of the cycle.
       * @example Annual review 2026
       */
      cycleName: string | null;
      /**
       * @description The department as of the analysis.
       * @example Engineering
       */
      department: string | null;
      /**
       * @description Full name.
       * @example Ana García
       */
      employee: string;
      employeeId: components['schemas']['Id'];
      /**
       * Format: int32
       * @description 0 (no gap) to 4.
       * @example 2
       */
      gapLevel: number;
      /**
       * @description Whether the job profile calls the requirement critical.
       * @example true
       */
      isCritical: boolean;
      /**
       * @description 1 (most urgent) to 4 (OK, no gap).
       * @example 1
       */
      priority: components['schemas']['GapPriority'];
      /**
       * Format: int32
       * @description 1 to 5.
       * @example 4
       */
      requiredLevel: number;
      /**
       * @description Name of the competency or skill.
       * @example Code review
       */
      requirement: string;
      /** @description With `updatedSince`: when something that the row shows was changed last. */
      updatedAt?: components['schemas']['Instant'];
    };
    /**
     * @description Level of a goal, from the widest to the narrowest.
     * @enum {string}
     */
    GoalLevel: 'Company' | 'Department' | 'Individual';
    /**
     * @description State of a goal.
     * @enum {string}
     */
    GoalStatus: 'Draft' | 'Active' | 'Completed' | 'Cancelled';
    /** @description A goal with its key results and the owner's name. */
    GoalV1: {
      /**
       * @description Name of the department.
       * @example Sales
       */
      department: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4, accepted in either case and returned in lower case.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      departmentId: string | null;
      /** @example Companies with 100 to 1,000 employees. */
      description: string | null;
      /**
       * @description A date; inputs also accept a full ISO 8601 timestamp.
       * @example 2026-11-21
       */
      dueDate: string | null;
      id: components['schemas']['Id'];
      keyResults: components['schemas']['KeyResultV1'][];
      /** @example Department */
      level: components['schemas']['GoalLevel'];
      /**
       * @description Full name of the owner.
       * @example Ana García
       */
      owner: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4, accepted in either case and returned in lower case.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      ownerEmployeeId: string | null;
      /**
       * Format: uuid
       * @description The goal above.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      parentId: string | null;
      /**
       * Format: double
       * @description In percent, two decimals: the weighted mean of the key results; without any the mean of the goals below.
       * @example 40
       */
      progress: number;
      /**
       * @description A date; inputs also accept a full ISO 8601 timestamp.
       * @example 2026-11-21
       */
      startDate: string | null;
      /** @example Active */
      status: components['schemas']['GoalStatus'];
      /** @example Win the mid-size market */
      title: string;
      updatedAt: components['schemas']['Instant'];
    };
    /**
     * Format: uuid
     * @description A UUID version 4, accepted in either case and returned in lower case.
     * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
     */
    Id: string;
    /**
     * Format: date-time
     * @description A timestamp in UTC without fractional seconds.
     * @example 2026-11-21T09:30:00Z
     */
    Instant: string;
    /** @description A key result of a goal. */
    KeyResultV1: {
      /**
       * Format: double
       * @description The value that was reported last.
       * @example 8
       */
      currentValue: number;
      id: components['schemas']['Id'];
      /**
       * Format: double
       * @description In percent, two decimals.
       * @example 40
       */
      progress: number;
      /**
       * Format: double
       * @description The value at 0 percent.
       * @example 0
       */
      startValue: number;
      /**
       * Format: double
       * @description The value at 100 percent.
       * @example 20
       */
      targetValue: number;
      /** @example Sign 20 new customers */
      title: string;
      /**
       * @description What the values count.
       * @example customers
       */
      unit: string | null;
      /**
       * Format: double
       * @description How much it counts within its goal.
       * @example 1
       */
      weight: number;
    };
    /**
     * @description Level on one axis of the nine-box.
     * @enum {string}
     */
    NineBoxLevel: 'Low' | 'Medium' | 'High';
    /** @description A row of the dataset nine-box: one per cycle and subject with a box. */
    NineBoxRowV1: {
      /**
       * Format: int32
       * @description Index of the cell, 0 to 8: potential x 3 + performance, levels 0 to 2.
       * @example 5
       */
      box: number;
      /**
       * @description From Riesgo (0) to Estrella (8).
       * @example Alto desempeño
       */
      boxLabel: string;
      cycleId: components['schemas']['Id'];
      /**
       * @description Name of the cycle.
       * @example Annual review 2026
       */
      cycleName: string;
      /**
       * @description The department as of the generation of the cycle.
       * @example Engineering
       */
      department: string | null;
      /**
       * @description Email address of the employee.
       * @example ana.garcia@example.com
       */
      email: string;
      /**
       * @description Full name.
       * @example Ana García
       */
      employee: string;
      employeeId: components['schemas']['Id'];
      /**
       * @description Whether the employee is on a career path today.
       * @example true
       */
      hasCareerPath: boolean;
      /**
       * @description The job profile as of the generation of the cycle.
       * @example Software engineer
       */
      jobProfile: string | null;
      /**
       * @description The level of the performance score, converted to 1 to 5, by the thresholds of the organization.
       * @example High
       */
      performanceLevel: components['schemas']['NineBoxLevel'];
      /**
       * Format: double
       * @description The effective score on the scale of the cycle's template, two decimals.
       * @example 4.33
       */
      performanceScore: number;
      /**
       * @description The potential score's level by the thresholds of the organization.
       * @example Medium
       */
      potentialLevel: components['schemas']['NineBoxLevel'];
      /**
       * Format: double
       * @description 1 to 5, two decimals.
       * @example 3.8
       */
      potentialScore: number;
      /** @description With `updatedSince`: when something that the row shows was changed last. */
      updatedAt?: components['schemas']['Instant'];
    };
    /**
     * Format: int32
     * @example 1
     */
    PageNumber: number;
    /**
     * Format: int32
     * @description At most 200; larger values are treated as 200.
     * @example 50
     */
    PageSize: number;
    /** @description The organization that a key belongs to. */
    PingV1: {
      /** @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11 */
      tenantId: string;
      /** @example Demo Company */
      tenantName: string;
      /** @example demo */
      tenantSlug: string;
    };
    /** @description The figures of one question; null where fewer than the threshold answered it. */
    PulseQuestionV1: {
      /**
       * Format: int32
       * @description How many answered the question.
       * @example 40
       */
      answers: number | null;
      /**
       * Format: int32
       * @description Of Enps: answers of 0 to 6.
       * @example 8
       */
      detractors: number | null;
      /** @description How often each score was given. */
      distribution: components['schemas']['ScoreCountV1'][] | null;
      /**
       * Format: int32
       * @description Of Enps: -100 to 100.
       * @example 30
       */
      eNPS: number | null;
      /**
       * Format: double
       * @description Of a Rating: the mean, two decimals; null for other types.
       * @example null
       */
      mean: number | null;
      /**
       * Format: int32
       * @description Of Enps: answers of 7 and 8.
       * @example 12
       */
      passives: number | null;
      /**
       * Format: int32
       * @description Of Enps: answers of 9 and 10.
       * @example 20
       */
      promoters: number | null;
      questionId: components['schemas']['Id'];
      /**
       * @description Nothing is shown: too few have answered.
       * @example false
       */
      suppressed: boolean;
      /** @example How likely are you to recommend us as a place to work? */
      text: string;
      /** @example Enps */
      type: components['schemas']['QuestionType'];
    };
    /** @description The results of a pulse survey; answers in words are not part of the public API. */
    PulseResultsV1: {
      /**
       * Format: int32
       * @description Answers that are needed before a figure is shown.
       * @example 5
       */
      anonymityThreshold: number;
      /**
       * Format: date-time
       * @description When it was closed; null before.
       * @example 2026-11-21T09:30:00Z
       */
      closedAt: string | null;
      /**
       * Format: int32
       * @description -100 to 100; null before closing, and when fewer than the anonymity threshold answered.
       * @example 30
       */
      eNPS: number | null;
      id: components['schemas']['Id'];
      /**
       * Format: int32
       * @description Employees who were asked; null in a draft.
       * @example 48
       */
      invited: number | null;
      /** @example Pulse of November */
      name: string;
      /**
       * Format: date-time
       * @description When it was opened; null in a draft.
       * @example 2026-11-21T09:30:00Z
       */
      openedAt: string | null;
      /**
       * Format: double
       * @description Share of the invited who answered, 0 to 1; null in a draft.
       * @example 0.8333
       */
      participationRate: number | null;
      questions: components['schemas']['PulseQuestionV1'][];
      /**
       * Format: int32
       * @description Employees who answered.
       * @example 40
       */
      responses: number;
      /** @example Closed */
      status: components['schemas']['SurveyStatus'];
      /**
       * @description Nothing is shown: the survey is not closed yet, or too few have answered; every figure is null.
       * @example false
       */
      suppressed: boolean;
      /**
       * @description Why nothing is shown; null when it is.
       * @enum {string|null}
       */
      suppressionReason: 'NotClosed' | 'BelowThreshold' | null;
    };
    /** @description A pulse survey. */
    PulseSurveyV1: {
      /**
       * Format: date-time
       * @description When it was closed; null before.
       * @example 2026-11-21T09:30:00Z
       */
      closedAt: string | null;
      /**
       * Format: int32
       * @description -100 to 100; null before closing, and when fewer than the anonymity threshold answered.
       * @example 30
       */
      eNPS: number | null;
      id: components['schemas']['Id'];
      /**
       * Format: int32
       * @description Employees who were asked; null in a draft.
       * @example 48
       */
      invited: number | null;
      /** @example Pulse of November */
      name: string;
      /**
       * Format: date-time
       * @description When it was opened; null in a draft.
       * @example 2026-11-21T09:30:00Z
       */
      openedAt: string | null;
      /**
       * Format: double
       * @description Share of the invited who answered, 0 to 1; null in a draft.
       * @example 0.8333
       */
      participationRate: number | null;
      /**
       * Format: int32
       * @description Employees who answered.
       * @example 40
       */
      responses: number;
      /** @example Closed */
      status: components['schemas']['SurveyStatus'];
    };
    /**
     * @description How a question of a survey is answered: 0 to 10, 1 to 5, or in words.
     * @enum {string}
     */
    QuestionType: 'Enps' | 'Rating' | 'Text';
    /** @description How often a score was given. */
    ScoreCountV1: {
      /**
       * Format: int32
       * @example 12
       */
      count: number;
      /**
       * Format: int32
       * @example 9
       */
      score: number;
    };
    /** @description A row of the dataset scores: one per cycle and subject. Scores are on the template's scale, two decimals. */
    ScoreRowV1: {
      /**
       * Format: int32
       * @description Evaluators whose evaluation the subject has acknowledged.
       * @example 1
       */
      acknowledged: number;
      /**
       * Format: double
       * @description The score set in calibration.
       * @example 4.5
       */
      calibrated: number | null;
      cycleId: components['schemas']['Id'];
      /**
       * @description Name of the cycle.
       * @example Annual review 2026
       */
      cycleName: string;
      /**
       * @description The department as of the generation of the cycle.
       * @example Engineering
       */
      department: string | null;
      /**
       * Format: double
       * @description The calibrated score where there is one, else the overall one.
       * @example 4.5
       */
      effective: number | null;
      /**
       * @description Email address of the employee.
       * @example ana.garcia@example.com
       */
      email: string;
      /**
       * @description Full name.
       * @example Ana García
       */
      employee: string;
      /**
       * @description The code that the organization gives the employee.
       * @example E-0042
       */
      employeeCode: string | null;
      employeeId: components['schemas']['Id'];
      /**
       * @description The job profile as of the generation of the cycle.
       * @example Software engineer
       */
      jobProfile: string | null;
      /**
       * Format: double
       * @description Weighted mean of the evaluators who have submitted; null before the first submission.
       * @example 4.33
       */
      overall: number | null;
      /**
       * Format: int32
       * @description Evaluators who submitted, those acknowledged included.
       * @example 6
       */
      submitted: number;
      /**
       * Format: int32
       * @description Evaluators who were asked, the subject included.
       * @example 7
       */
      totalParticipants: number;
      /** @description With `updatedSince`: when something that the row shows was changed last. */
      updatedAt?: components['schemas']['Instant'];
    };
    /**
     * @description Literal text; case and accents are ignored.
     * @example garcia
     */
    Search: string;
    /**
     * Format: uuid
     * @description Of a pulse survey; what is no id names no survey (404).
     * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
     */
    SurveyId: string;
    /**
     * @description States of a pulse survey: each follows the one before it, and none comes back.
     * @enum {string}
     */
    SurveyStatus: 'Draft' | 'Open' | 'Closed';
    /**
     * Format: date-time
     * @description Only rows that changed at or after this instant (ISO 8601 with a zone).
     * @example 2026-11-21T09:30:00Z
     */
    UpdatedSince: string;
  };
  responses: never;
  parameters: {
    /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
    IfNoneMatch: string;
  };
  requestBodies: never;
  headers: {
    /** @description The version of the answer, for `If-None-Match`. */
    ETag: string;
    /** @description Requests per minute that the narrower limit allows. */
    'RateLimit-Limit': number;
    /** @description Requests left in this minute. */
    'RateLimit-Remaining': number;
    /** @description Seconds until the minute ends. */
    'RateLimit-Reset': number;
    /** @description Seconds to wait. */
    'Retry-After': number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  ReadCycles: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "name": "Annual review 2026",
           *         "status": "Closed",
           *         "startDate": "2026-10-01",
           *         "endDate": "2026-10-31",
           *         "closedAt": "2026-11-02T09:30:00Z",
           *         "subjects": 600,
           *         "participants": 4196,
           *         "submitted": 3880
           *       },
           *       {
           *         "id": "b0d2f4a6-8c1e-4a3c-9e5f-7a9b1c3d5e61",
           *         "name": "Mid-year review 2027",
           *         "status": "Draft",
           *         "startDate": null,
           *         "endDate": null,
           *         "closedAt": null,
           *         "subjects": 0,
           *         "participants": 0,
           *         "submitted": 0
           *       }
           *     ]
           */
          'application/json': components['schemas']['CycleV1'][];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description BAD_REQUEST: the Accept header allows no JSON */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadGaps: {
    parameters: {
      query?: {
        /** @description only of this cycle; all cycles, and the analysis without one, when absent */
        cycleId?: components['schemas']['Id'];
        /** @description subjects too whose rows are gone, as ids with `isDeleted` */
        includeDeleted?: boolean;
        /** @description only rows that changed at or after this instant; they carry `updatedAt` */
        updatedSince?: components['schemas']['UpdatedSince'];
      };
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "cycleId": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "cycleName": "Annual review 2026",
           *         "employeeId": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *         "employee": "Ana García",
           *         "department": "Engineering",
           *         "requirement": "Code review",
           *         "isCritical": true,
           *         "requiredLevel": 4,
           *         "currentLevel": 2.75,
           *         "gapLevel": 2,
           *         "priority": 1
           *       },
           *       {
           *         "cycleId": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "cycleName": "Annual review 2026",
           *         "employeeId": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *         "employee": "Ana García",
           *         "department": "Engineering",
           *         "requirement": "Facilitation",
           *         "isCritical": false,
           *         "requiredLevel": 3,
           *         "currentLevel": 3.2,
           *         "gapLevel": 0,
           *         "priority": 4
           *       }
           *     ]
           */
          'application/json': (components['schemas']['GapRowV1'] | components['schemas']['DeletedSubjectV1'])[];
          'application/x-ndjson': components['schemas']['GapRowV1'] | components['schemas']['DeletedSubjectV1'];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description VALIDATION; BAD_REQUEST: the Accept header allows none of the forms */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description NOT_FOUND: no cycle has this id */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadNineBoxRows: {
    parameters: {
      query?: {
        /** @description only of this cycle; all cycles when absent */
        cycleId?: components['schemas']['Id'];
        /** @description subjects too who have no row any more, as ids with `isDeleted` */
        includeDeleted?: boolean;
        /** @description only rows that changed at or after this instant; they carry `updatedAt` */
        updatedSince?: components['schemas']['UpdatedSince'];
      };
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "cycleId": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "cycleName": "Annual review 2026",
           *         "employeeId": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *         "employee": "Ana García",
           *         "email": "ana.garcia@example.com",
           *         "department": "Engineering",
           *         "jobProfile": "Software engineer",
           *         "performanceScore": 4.5,
           *         "potentialScore": 3.8,
           *         "performanceLevel": "High",
           *         "potentialLevel": "Medium",
           *         "box": 5,
           *         "boxLabel": "Alto desempeño",
           *         "hasCareerPath": true
           *       }
           *     ]
           */
          'application/json': (components['schemas']['NineBoxRowV1'] | components['schemas']['DeletedSubjectV1'])[];
          'application/x-ndjson': components['schemas']['NineBoxRowV1'] | components['schemas']['DeletedSubjectV1'];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description VALIDATION; BAD_REQUEST: the Accept header allows none of the forms */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description NOT_FOUND: no cycle has this id */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadScores: {
    parameters: {
      query?: {
        /** @description only of this cycle; all cycles when absent */
        cycleId?: components['schemas']['Id'];
        /** @description subjects too whose rows are gone, as ids with `isDeleted` */
        includeDeleted?: boolean;
        /** @description only rows that changed at or after this instant; they carry `updatedAt` */
        updatedSince?: components['schemas']['UpdatedSince'];
      };
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "cycleId": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "cycleName": "Annual review 2026",
           *         "employeeId": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *         "employee": "Ana García",
           *         "email": "ana.garcia@example.com",
           *         "department": "Engineering",
           *         "jobProfile": "Software engineer",
           *         "employeeCode": "E-0042",
           *         "overall": 4.33,
           *         "calibrated": 4.5,
           *         "effective": 4.5,
           *         "submitted": 6,
           *         "totalParticipants": 7,
           *         "acknowledged": 1
           *       },
           *       {
           *         "cycleId": "5d0c1a4e-7b7e-4d0a-9d64-0c9b1f6a2e01",
           *         "cycleName": "Annual review 2026",
           *         "employeeId": "9b2f6a1c-4e0d-4c1b-8f35-6a7d9e0c2b12",
           *         "employee": "Luis Rojas",
           *         "email": "luis.rojas@example.com",
           *         "department": "Engineering",
           *         "jobProfile": null,
           *         "employeeCode": null,
           *         "overall": null,
           *         "calibrated": null,
           *         "effective": null,
           *         "submitted": 0,
           *         "totalParticipants": 4,
           *         "acknowledged": 0
           *       }
           *     ]
           */
          'application/json': (components['schemas']['ScoreRowV1'] | components['schemas']['DeletedSubjectV1'])[];
          'application/x-ndjson': components['schemas']['ScoreRowV1'] | components['schemas']['DeletedSubjectV1'];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description VALIDATION; BAD_REQUEST: the Accept header allows none of the forms */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description NOT_FOUND: no cycle has this id */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadEmployees: {
    parameters: {
      query?: {
        /** @description only of this department */
        departmentId?: components['schemas']['Id'];
        /** @description removed employees too */
        includeDeleted?: boolean;
        /** @description the page, from 1 */
        page?: components['schemas']['PageNumber'];
        /** @description rows of a page, at most 200; larger numbers are served as 200 */
        pageSize?: components['schemas']['PageSize'];
        /** @description part of the name, email address or code */
        search?: components['schemas']['Search'];
        /** @description Active, OnLeave or Terminated, or their numbers 0 to 2 */
        status?: components['schemas']['EmployeeStatusFilter'];
        /** @description only rows that changed at or after this instant */
        updatedSince?: components['schemas']['UpdatedSince'];
      };
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *           "employeeCode": "E-0042",
           *           "firstName": "Ana",
           *           "lastName": "García",
           *           "fullName": "Ana García",
           *           "email": "ana.garcia@example.com",
           *           "status": "Active",
           *           "department": "Engineering",
           *           "departmentId": "c1d7e0a2-58f3-4b6d-a2c4-7e9f1b3d5a21",
           *           "jobProfile": "Software engineer",
           *           "jobProfileId": "a7c3e9f1-2b4d-4f6a-8c1e-3d5b7f9a1c31",
           *           "manager": "Luis Rojas",
           *           "managerId": "9b2f6a1c-4e0d-4c1b-8f35-6a7d9e0c2b12",
           *           "hireDate": "2024-03-01",
           *           "updatedAt": "2026-11-21T09:30:00Z"
           *         },
           *         {
           *           "id": "9b2f6a1c-4e0d-4c1b-8f35-6a7d9e0c2b12",
           *           "employeeCode": null,
           *           "firstName": "Luis",
           *           "lastName": "Rojas",
           *           "fullName": "Luis Rojas",
           *           "email": "luis.rojas@example.com",
           *           "status": "OnLeave",
           *           "department": "Engineering",
           *           "departmentId": "c1d7e0a2-58f3-4b6d-a2c4-7e9f1b3d5a21",
           *           "jobProfile": null,
           *           "jobProfileId": null,
           *           "manager": null,
           *           "managerId": null,
           *           "hireDate": null,
           *           "updatedAt": "2026-09-01T07:00:00Z"
           *         }
           *       ],
           *       "totalCount": 2,
           *       "page": 1,
           *       "pageSize": 50,
           *       "totalPages": 1
           *     }
           */
          'application/json': components['schemas']['EmployeePageV1'];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description VALIDATION; BAD_REQUEST: the Accept header allows none of the forms */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadGoals: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "f2a4c6e8-0b1d-4c3e-8f5a-7c9e1b3d5f71",
           *         "title": "Win the mid-size market",
           *         "description": "Companies with 100 to 1,000 employees.",
           *         "level": "Department",
           *         "status": "Active",
           *         "ownerEmployeeId": "3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11",
           *         "owner": "Ana García",
           *         "departmentId": "c1d7e0a2-58f3-4b6d-a2c4-7e9f1b3d5a21",
           *         "department": "Engineering",
           *         "parentId": null,
           *         "startDate": "2026-01-01",
           *         "dueDate": "2026-12-31",
           *         "progress": 50,
           *         "keyResults": [
           *           {
           *             "id": "8a0c2e4f-6b7d-4e9f-a1c3-5e7f9b1d3c72",
           *             "title": "Sign 20 new customers",
           *             "unit": "customers",
           *             "startValue": 0,
           *             "targetValue": 20,
           *             "currentValue": 8,
           *             "weight": 2,
           *             "progress": 40
           *           },
           *           {
           *             "id": "2c4e6a8b-0d1f-4a3b-9c5d-7e8f0a2b4c73",
           *             "title": "Reduce onboarding time",
           *             "unit": "days",
           *             "startValue": 20,
           *             "targetValue": 10,
           *             "currentValue": 13,
           *             "weight": 1,
           *             "progress": 70
           *           }
           *         ],
           *         "updatedAt": "2026-11-21T09:30:00Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['GoalV1'][];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description BAD_REQUEST: the Accept header allows no JSON */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  Ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenantId": "1f3a5c7e-9b0d-4e2f-8a4c-6e8f0a2c4e51",
           *       "tenantSlug": "demo",
           *       "tenantName": "Demo Company"
           *     }
           */
          'application/json': components['schemas']['PingV1'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadPulseSurveys: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "d4b8f2a6-1c3e-4d5f-8a7b-9c0e2f4a6b42",
           *         "name": "Pulse of December",
           *         "status": "Draft",
           *         "openedAt": null,
           *         "closedAt": null,
           *         "invited": null,
           *         "responses": 0,
           *         "participationRate": null,
           *         "eNPS": null
           *       },
           *       {
           *         "id": "6e1a9c3d-0f5b-4a7e-9d2c-8b4f6a0e1c41",
           *         "name": "Pulse of November",
           *         "status": "Closed",
           *         "openedAt": "2026-11-02T08:00:00Z",
           *         "closedAt": "2026-11-13T17:00:00Z",
           *         "invited": 48,
           *         "responses": 40,
           *         "participationRate": 0.8333,
           *         "eNPS": 30
           *       }
           *     ]
           */
          'application/json': components['schemas']['PulseSurveyV1'][];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description BAD_REQUEST: the Accept header allows no JSON */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
  ReadPulseResults: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the answer that you have: 304 without a body when nothing has changed. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description the survey */
        id: components['schemas']['SurveyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ok */
      200: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "6e1a9c3d-0f5b-4a7e-9d2c-8b4f6a0e1c41",
           *       "name": "Pulse of November",
           *       "status": "Closed",
           *       "openedAt": "2026-11-02T08:00:00Z",
           *       "closedAt": "2026-11-13T17:00:00Z",
           *       "invited": 48,
           *       "responses": 40,
           *       "participationRate": 0.8333,
           *       "eNPS": 30,
           *       "anonymityThreshold": 5,
           *       "suppressed": false,
           *       "suppressionReason": null,
           *       "questions": [
           *         {
           *           "questionId": "4e6a8c0d-2f3b-4d5e-8a7c-9f1b3d5e7a43",
           *           "text": "How likely are you to recommend us as a place to work?",
           *           "type": "Enps",
           *           "suppressed": false,
           *           "answers": 40,
           *           "mean": null,
           *           "eNPS": 30,
           *           "promoters": 20,
           *           "passives": 12,
           *           "detractors": 8,
           *           "distribution": [
           *             {
           *               "score": 0,
           *               "count": 0
           *             },
           *             {
           *               "score": 1,
           *               "count": 0
           *             },
           *             {
           *               "score": 2,
           *               "count": 1
           *             },
           *             {
           *               "score": 3,
           *               "count": 1
           *             },
           *             {
           *               "score": 4,
           *               "count": 1
           *             },
           *             {
           *               "score": 5,
           *               "count": 2
           *             },
           *             {
           *               "score": 6,
           *               "count": 3
           *             },
           *             {
           *               "score": 7,
           *               "count": 5
           *             },
           *             {
           *               "score": 8,
           *               "count": 7
           *             },
           *             {
           *               "score": 9,
           *               "count": 12
           *             },
           *             {
           *               "score": 10,
           *               "count": 8
           *             }
           *           ]
           *         },
           *         {
           *           "questionId": "0a2c4e6f-8b9d-4f1a-9c3e-5b7d9f1a3c44",
           *           "text": "My work has a clear purpose.",
           *           "type": "Rating",
           *           "suppressed": false,
           *           "answers": 40,
           *           "mean": 3.8,
           *           "eNPS": null,
           *           "promoters": null,
           *           "passives": null,
           *           "detractors": null,
           *           "distribution": [
           *             {
           *               "score": 1,
           *               "count": 2
           *             },
           *             {
           *               "score": 2,
           *               "count": 2
           *             },
           *             {
           *               "score": 3,
           *               "count": 8
           *             },
           *             {
           *               "score": 4,
           *               "count": 18
           *             },
           *             {
           *               "score": 5,
           *               "count": 10
           *             }
           *           ]
           *         },
           *         {
           *           "questionId": "e8f0a2b4-6c7d-4a9e-8b1c-3d5f7a9b1e45",
           *           "text": "What should we change?",
           *           "type": "Text",
           *           "suppressed": true,
           *           "answers": null,
           *           "mean": null,
           *           "eNPS": null,
           *           "promoters": null,
           *           "passives": null,
           *           "detractors": null,
           *           "distribution": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PulseResultsV1'];
        };
      };
      /** @description Nothing has changed since the ETag of `If-None-Match` (no body) */
      304: {
        headers: {
          ETag: components['headers']['ETag'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description BAD_REQUEST: the Accept header allows no JSON */
      400: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description The key is missing, unknown, expired or revoked (no body) */
      401: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description TENANT_SUSPENDED or TENANT_CANCELLED */
      403: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
      /** @description RATE_LIMITED: wait for the seconds of `Retry-After` */
      429: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorBody'];
        };
      };
    };
  };
}
