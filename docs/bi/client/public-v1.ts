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
     * Read the dataset gaps
     * @description All gaps, one row per cycle, employee and requirement with data. Cycles whose gaps were never calculated have none;
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
     * Read the dataset nine-box
     * @description The nine-box, one row per cycle and subject with an effective score and a potential; others have no row. Cycles whose
     *     gaps were never calculated have none. Joining or leaving a career path is no change that `updatedSince` finds.
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
     * Read the dataset scores
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
     * @description Verifies the API key and names the organization that it reads.
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
     * Read the results of a pulse survey
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
       * @description A calendar date; inputs accept a full ISO 8601 timestamp too.
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
       * @description A calendar date; inputs accept a full ISO 8601 timestamp too.
       * @example 2026-11-21
       */
      startDate: string | null;
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
       * @description A UUID version 4.
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
       * @description A calendar date; inputs accept a full ISO 8601 timestamp too.
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
       * @description A UUID version 4.
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
       * @description A UUID version 4.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      managerId: string | null;
      status: components['schemas']['EmployeeStatus'];
      /** @description When the employee, or a name that the row shows, was changed last. */
      updatedAt: components['schemas']['Instant'];
    };
    /** @description The error body. */
    ErrorBody: {
      /** @example VALIDATION */
      errorCode: string;
      /** @example Some fields are not valid. */
      errorMessage: string;
      /**
       * @description Always false.
       * @example false
       */
      success: boolean;
      /** @description One entry a wrong field; empty for other errors. */
      validationErrors: components['schemas']['FieldError'][];
    };
    /** @description One wrong field of a request; `field` is a path such as `settings.weights.Self`. */
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
       * @description Two decimals.
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
     * @description Whom a goal concerns, from the widest to the narrowest.
     * @enum {string}
     */
    GoalLevel: 'Company' | 'Department' | 'Individual';
    /**
     * @description Where a goal stands.
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
       * @description A UUID version 4.
       * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
       */
      departmentId: string | null;
      description: string | null;
      /**
       * @description A calendar date; inputs accept a full ISO 8601 timestamp too.
       * @example 2026-11-21
       */
      dueDate: string | null;
      id: components['schemas']['Id'];
      keyResults: components['schemas']['KeyResultV1'][];
      level: components['schemas']['GoalLevel'];
      /**
       * @description Full name of the owner.
       * @example Ana García
       */
      owner: string | null;
      /**
       * Format: uuid
       * @description A UUID version 4.
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
       * @description A calendar date; inputs accept a full ISO 8601 timestamp too.
       * @example 2026-11-21
       */
      startDate: string | null;
      status: components['schemas']['GoalStatus'];
      /** @example Win the mid-size market */
      title: string;
      updatedAt: components['schemas']['Instant'];
    };
    /**
     * Format: uuid
     * @description A UUID version 4.
     * @example 3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11
     */
    Id: string;
    /**
     * Format: date-time
     * @description An instant in UTC without fraction.
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
       * @description E-mail address of the employee.
       * @example ana.garcia@example.com
       */
      email: string;
      /**
       * @description Full name.
       * @example Ana García
       */
      employee: string;
      employeeId: components['schemas']['Id'];
      /** @description Whether the employee is on a career path today. */
      hasCareerPath: boolean;
      /**
       * @description The job profile as of the generation of the cycle.
       * @example Software engineer
       */
      jobProfile: string | null;
      /** @description Where the performance score stands between the thresholds of the organization. */
      performanceLevel: components['schemas']['NineBoxLevel'];
      /**
       * Format: double
       * @description The effective score, two decimals.
       * @example 4.33
       */
      performanceScore: number;
      /** @description Where the potential score stands between the thresholds of the organization. */
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
     * @description At most 200; larger numbers are served as 200.
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
       */
      detractors: number | null;
      /** @description How often each score was given. */
      distribution: components['schemas']['ScoreCountV1'][] | null;
      /**
       * Format: int32
       * @description Of Enps: -100 to 100.
       * @example 34
       */
      eNPS: number | null;
      /**
       * Format: double
       * @description Of a Rating: the mean, two decimals.
       * @example 3.85
       */
      mean: number | null;
      /**
       * Format: int32
       * @description Of Enps: answers of 7 and 8.
       */
      passives: number | null;
      /**
       * Format: int32
       * @description Of Enps: answers of 9 and 10.
       */
      promoters: number | null;
      questionId: components['schemas']['Id'];
      /** @description Nothing is shown: too few have answered. */
      suppressed: boolean;
      /** @example How likely are you to recommend us as a place to work? */
      text: string;
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
       * @example 34
       */
      eNPS: number | null;
      id: components['schemas']['Id'];
      /**
       * Format: int32
       * @description Employees who were asked; null in a draft.
       * @example 120
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
       * @example 0.725
       */
      participationRate: number | null;
      questions: components['schemas']['PulseQuestionV1'][];
      /**
       * Format: int32
       * @description Employees who answered.
       * @example 87
       */
      responses: number;
      status: components['schemas']['SurveyStatus'];
      /** @description Nothing is shown: the survey is not closed yet, or too few have answered; every figure is null. */
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
       * @example 34
       */
      eNPS: number | null;
      id: components['schemas']['Id'];
      /**
       * Format: int32
       * @description Employees who were asked; null in a draft.
       * @example 120
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
       * @example 0.725
       */
      participationRate: number | null;
      /**
       * Format: int32
       * @description Employees who answered.
       * @example 87
       */
      responses: number;
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
       * @description E-mail address of the employee.
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
       * @description Weighted mean of the evaluators who submitted; null while nobody has.
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
     * @description Literal text, case- and accent-insensitive.
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
        /** @description part of the name, e-mail address or code */
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
