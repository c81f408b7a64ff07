import type { SubjectResultView } from '../../../api/insight/evaluation-results.dto';
import { inTransaction } from '../../../shared/db/transaction';
import type { Answer } from '../../../shared/evaluation/answer.rules';
import { ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { ratingsOf } from '../../../shared/evaluation/disclosure/guarded-group.rules';
import { storePublishedComments } from '../../../shared/evaluation/disclosure/published-answers.store';
import { commentsOf } from '../../../shared/evaluation/disclosure/published-rater.rules';
import {
  type PublishedResultsRow,
  PublishedResultsModel,
} from '../../../shared/evaluation/disclosure/published-results.model';
import { GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../../shared/evaluation/participants/participant.model';
import { participantScore, scoreItems } from '../../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { readFile } from '../../../shared/infra/files';
import type { Payload } from '../../../shared/jobs/contract';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { findPerson } from '../../../shared/privacy/person.store';
import { publishCycleResults } from '../../../worker/evaluation/publish-results.job';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { accessData } from '../../../worker/privacy/access/access-data.store';
import { differences, shownOfFew, type View } from '../../attacker/differences';
import type { EvaluatedSubject, KnownRater } from '../../attacker/evaluated-subject';
import { hiddenTwin } from '../../attacker/hidden-twin';
import { answersOf, requirementsOf } from '../../attacker/published-views';
import { Chance, randomSubject } from '../../attacker/random-subject';
import {
  type EvaluatedCycle,
  makeEmployee,
  makeEvaluatedCycle,
  makeTemplate,
  settled,
} from '../../factories/evaluation';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { readDocument } from '../../support/operations';
import { runHandler, runJob } from '../../support/run-handler';
import { useService } from '../../support/service';
import { shownAnswers, shownOperations } from '../../support/shown-answers';
import { pdfLook, pdfText } from '../../worker/render/pdf.probe';

// Everything that a subject or manager is shown over HTTP is a function of what they may see (docs/anonymity.md).

const service = useService({ worker: false });
holdClock();
const { Self, Manager, Peer, DirectReport } = EvaluatorType;
/** How many times three random organizations are tried; `npm run test:all` tries more. */
const TRIES = Number(process.env.UNMASK_TRIES ?? 2);
const WEIGHTS = { Self: 0.2, Manager: 0.5, Peer: 0.2, DirectReport: 0.05, Stakeholder: 0.05 };

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const call = (method: 'get' | 'post', path: string, token: string, body: object = {}) => {
  const request = service().call(method, path, token);
  return method === 'get' ? request : request.send(body);
};

/** A subject in the service whose evaluators answer as `subject` says, and who is published as often. */
class Published {
  readonly views: { who: string; views: View[] }[] = [
    { who: 'the subject', views: [] },
    { who: 'the manager', views: [] },
  ];
  private readonly evaluators = new Map<string, string>();
  private made!: EvaluatedCycle;
  private tokens: string[] = [];

  constructor(readonly subject: EvaluatedSubject) {}

  async run(eachTime: (published: Published) => Promise<void> = async () => {}): Promise<this> {
    await this.make();
    for (let at = 0; at < this.subject.publishings.length; at += 1) {
      if (at > 0) await this.reopenAndChange(at);
      jest.setSystemTime(now().getTime() + 5_000); // each publishing has an instant of its own
      const { body } = this.isReleased
        ? await call('post', `${this.path}/release`, this.tokens[1] ?? '')
        : await call('post', `/api/evaluation-results/${this.cycleId}/publish`, tenant.hr);
      expect(this.isReleased ? body.releasedAt : body.resultsPublishedAt).not.toBeNull();
      await this.publish();
      for (const [viewer, token] of this.tokens.entries()) {
        const shown = await call('get', `${this.path}?explain=true`, token);
        expect(shown.status).toBe(200);
        this.subject.publishings[at]!.at = shown.body.closedAt; // figures are first stored at closing
        this.views[viewer]!.views.push({ publishing: at, body: shown.body });
      }
      await eachTime(this);
    }
    return this;
  }

  /** Half of the subjects are released by their manager, which is a publishing too. */
  private get isReleased(): boolean {
    return this.subject.publishings.length % 2 === 0;
  }

  get path(): string {
    return `/api/evaluation-results/${this.cycleId}/subjects/${this.subjectId}`;
  }

  get cycleId(): string {
    return this.made.cycle._id;
  }

  get subjectId(): string {
    return this.made.subjects[0]!.employee._id;
  }

  /** The tokens of the subject and of the manager. */
  get viewers(): readonly string[] {
    return this.tokens;
  }

  /** Whom the subject or the manager unmasks, in words. */
  unmasked(): string[] {
    return this.views.flatMap(({ who, views }) =>
      [...shownOfFew(this.subject, views), ...differences(this.subject, views)].map((name) => `${who}: ${name}`),
    );
  }

  /** The job of closing and publishing; no worker runs. */
  async publish(): Promise<void> {
    await tenant.within(() => runHandler(publishCycleResults, { cycleId: this.cycleId }));
  }

  /** Stores other answers in place of those that no one was shown. */
  async replaceHidden(twin: EvaluatedSubject): Promise<void> {
    const { cycleId, subjectId } = this;
    const { content, publishings } = twin;
    const answersAt = (at: number, evaluatorId: string): Answer[] => {
      const rater = publishings[at]!.raters.find((candidate) => this.evaluators.get(candidate.id) === evaluatorId);
      return rater ? answersOf(rater, content) : [];
    };
    await tenant.within(() =>
      inTransaction(async () => {
        for (const [at, rater] of publishings.at(-1)!.raters.entries()) {
          if (JSON.stringify(rater) === JSON.stringify(this.subject.publishings.at(-1)!.raters[at])) continue;
          const row = { cycleId, subjectId, evaluatorId: this.evaluatorId(rater) };
          await ParticipantModel.updateOne(row, { $set: this.answered(rater) });
        }
        const kept = await PublishedResultsModel.findOne({ cycleId, subjectId }).lean<PublishedResultsRow>();
        const groups = kept!.groups.map((group) => {
          const at = publishings.findLastIndex((publishing) => new Date(publishing.at) <= group.asOf);
          const raters = group.raters.map((rater) => {
            const answers = answersAt(at, rater.evaluatorId);
            const comments = rater.comments === null ? null : commentsOf(answers);
            return { ...rater, ratings: ratingsOf(answers, content), comments };
          });
          return { ...group, raters };
        });
        await PublishedResultsModel.updateOne({ _id: kept!._id }, { $set: { groups } });
        await settled(cycleId, [subjectId]);
      }),
    );
    await tenant.within(() => runHandler(recalculateGaps, { cycleId }));
  }

  private async make(): Promise<void> {
    const { content, publishings } = this.subject;
    const [first] = publishings;
    const template = await makeTemplate(tenant, { items: [...content.sections[0]!.items], scale: content.scale });
    const manager = await makeEmployee(tenant);
    const employee = await makeEmployee(tenant, { managerId: manager._id });
    const evaluators = first!.raters.map((rater) => ({
      type: rater.type,
      answers: answersOf(rater, content),
      ...(rater.type === Self || rater.type === Manager ? {} : { evaluatorId: this.evaluatorId(rater) }),
    }));
    this.made = await makeEvaluatedCycle(tenant, {
      template,
      cycle: {
        settings: { weights: first!.weights, release: this.isReleased ? ReleaseBy.Manager : ReleaseBy.Hr },
      },
      subjects: [{ employee, requirements: requirementsOf(content), evaluators }],
    });
    for (const { evaluatorType, evaluatorId } of this.made.subjects[0]!.participants)
      if (evaluatorType === Self || evaluatorType === Manager) this.evaluators.set(`${evaluatorType}1`, evaluatorId);
    await this.storeGuests();
    await tenant.within(() => runHandler(recalculateGaps, { cycleId: this.cycleId }));
    this.tokens = [
      await tenant.signedIn({ employeeId: employee._id }),
      await tenant.signedIn({ employeeId: manager._id }),
    ];
  }

  /** Stakeholders are guests: people without an account, with a name and an email of their own. */
  private async storeGuests(): Promise<void> {
    const { cycleId } = this;
    await tenant.within(async () => {
      const rows = await ParticipantModel.find({ cycleId, evaluatorType: EvaluatorType.Stakeholder }).lean();
      for (const { evaluatorId: _id } of rows)
        if (!(await GuestModel.exists({ _id })))
          await new GuestModel({ _id, cycleId, email: `${_id}@client.example`, name: `Guest ${_id}` }).save();
    });
  }

  private evaluatorId({ id }: KnownRater): string {
    const evaluatorId = this.evaluators.get(id) ?? newId();
    this.evaluators.set(id, evaluatorId);
    return evaluatorId;
  }

  /** HR reopens the cycle and gives evaluations back; evaluators answer again, join and leave; HR closes it. */
  private async reopenAndChange(at: number): Promise<void> {
    const { publishings } = this.subject;
    const [before, after] = [publishings[at - 1]!.raters, publishings[at]!.raters];
    const status = (name: string) =>
      call('post', `/api/evaluation-cycles/${this.cycleId}/status/${name}`, tenant.hr).set('Prefer', 'respond-async');
    expect((await status('InProgress')).status).toBe(200);
    await tenant.within(() =>
      inTransaction(async () => {
        for (const rater of before) {
          const same = after.find(({ id }) => id === rater.id);
          if (same && JSON.stringify(same) === JSON.stringify(rater)) continue;
          const some = { cycleId: this.cycleId, evaluatorId: this.evaluatorId(rater) };
          const row = await ParticipantModel.findOne(some).lean<Participant>();
          await storePublishedComments(row!); // as giving an evaluation back does
          if (same) await ParticipantModel.updateOne(some, { $set: this.answered(same) });
          else await ParticipantModel.deleteOne(some);
        }
        for (const rater of after.filter(({ id }) => !before.some((former) => former.id === id))) {
          const { cycleId, subjectId } = this;
          const role = { cycleId, subjectId, evaluatorId: this.evaluatorId(rater), evaluatorType: rater.type };
          const submitted = { origin: ParticipantOrigin.Manual, status: ParticipantStatus.Submitted };
          await new ParticipantModel({ ...role, ...submitted, ...this.answered(rater) }).save();
        }
        await settled(this.cycleId, [this.subjectId]);
      }),
    );
    await this.storeGuests();
    jest.setSystemTime(now().getTime() + 5_000); // each closing has an instant of its own
    expect((await status('Closed')).status).toBe(202); // no worker runs: the gaps are calculated below
    await this.publish();
    await tenant.within(() => runHandler(recalculateGaps, { cycleId: this.cycleId }));
  }

  private answered(rater: KnownRater): Pick<Participant, 'answers' | 'score'> {
    const answers = answersOf(rater, this.subject.content);
    return { answers, score: participantScore(answers, scoreItems(this.subject.content)) };
  }
}

const rater = (
  id: string,
  type: EvaluatorType,
  ratings: (number | null)[],
  comment: string | null = null,
): KnownRater => {
  return { id, type, ratings, comment };
};

/** Two rated items and publishings with these evaluators besides Self and Manager. */
function subjectWith(weights: Partial<typeof WEIGHTS>, ...publishings: KnownRater[][]): EvaluatedSubject {
  const competencyId = newId();
  const items = [templateItem({ competencyId, allowNotApplicable: true }), templateItem({ allowNotApplicable: true })];
  const open = [rater('Self1', Self, [4, 4]), rater('Manager1', Manager, [5, 5])];
  return {
    content: { scale: { min: 1, max: 5, labels: [] }, sections: [{ id: newId(), title: 'Section', items }] },
    publishings: publishings.map((raters) => {
      return { at: '', raters: [...open, ...raters], minimum: 3, weights: { ...WEIGHTS, ...weights } };
    }),
  };
}

const peer = (n: number, ratings: (number | null)[], comment: string | null = null): KnownRater =>
  rater(`Peer${n}`, Peer, ratings, comment);

describe('what an attacker found', () => {
  test('one peer next to two reports without weight: the overall score does not give the peer away', async () => {
    const reports = [1, 2].map((n) => rater(`DirectReport${n}`, DirectReport, [3, 3]));
    const published = await new Published(subjectWith({ DirectReport: 0 }, [peer(1, [1, 1]), ...reports])).run();
    expect(published.unmasked()).toEqual([]);
    const { body } = published.views[0]!.views[0]!;
    expect(body).toMatchObject({ overall: 4.71, hiddenTypes: [Peer, DirectReport] }); // (0.8 + 2.5) / 0.7
  });

  test('guests are as hidden as every Stakeholder: two show nothing, three an average, and none a name', async () => {
    const guest = (n: number): KnownRater => rater(`Stakeholder${n}`, EvaluatorType.Stakeholder, [n, n], `from ${n}`);
    const scoreOf = ({ views }: Published) =>
      views[0]!.views[0]!.body.typeScores.find(({ evaluatorType }) => evaluatorType === EvaluatorType.Stakeholder);
    const two = await new Published(subjectWith({}, [guest(1), guest(2)])).run();
    expect([two.unmasked(), scoreOf(two)]).toMatchObject([[], { score: null, suppressed: true }]);
    const three = await new Published(subjectWith({}, [guest(1), guest(2), guest(3)])).run();
    expect([three.unmasked(), scoreOf(three)]).toMatchObject([[], { score: 2, suppressed: false }]);
    expect(JSON.stringify([two.views, three.views])).not.toMatch(/client\.example|Guest /);
  });

  test('an item that one of three peers rated is not shown, nor peers who rated nothing', async () => {
    const [first, second, third] = [peer(1, [4, 1]), peer(2, [3, null]), peer(3, [5, null])];
    const published = await new Published(subjectWith({}, [first, second, third])).run();
    expect(published.unmasked()).toEqual([]);
    const { body } = published.views[0]!.views[0]!;
    expect(body.sections[0]!.items.map(({ scores, suppressed }) => [scores.Peer, suppressed])).toEqual([
      [4, {}],
      [null, { Peer: true }],
    ]);
    const silent = await new Published(subjectWith({}, [first, peer(2, [null, null]), peer(3, [null, null])])).run();
    expect(silent.unmasked()).toEqual([]);
    expect(
      silent.views[0]!.views[0]!.body.typeScores.find(({ evaluatorType }) => evaluatorType === Peer),
    ).toMatchObject({
      score: null,
      suppressed: true,
    });
  });

  test('a fourth peer who joins between two publishings is not the difference of them', async () => {
    const three = [peer(1, [4, 4], 'first'), peer(2, [3, 3], 'second'), peer(3, [3, 4], 'third')];
    const published = await new Published(
      subjectWith(
        {},
        three,
        [...three, peer(4, [1, 1], 'fourth')],
        [...three, peer(4, [1, 1]), peer(5, [2, 2]), peer(6, [5, 5])],
      ),
    ).run();
    expect(published.unmasked()).toEqual([]);
    const [first, second, third] = published.views[0]!.views.map(({ body }) => body as SubjectResultView);
    const peers = [first, second, third].map((body) =>
      body!.typeScores.find(({ evaluatorType }) => evaluatorType === Peer),
    );
    expect(peers.map((type) => [type!.score, type!.asOf])).toEqual([
      [3.5, first!.closedAt],
      [3.5, first!.closedAt],
      [3.08, third!.closedAt],
    ]);
    const texts = [first, second].map((body) => body!.sections[0]!.items.flatMap((item) => item.comments));
    expect(texts[1]).toEqual(texts[0]);
  });

  test('one peer who answers one of the questions: no number says what', async () => {
    const read = async (rating: number) => {
      const published = await new Published(subjectWith({}, [peer(1, [rating, null])])).run();
      const { overall, typeScores, hiddenTypes } = published.views[0]!.views[0]!.body as SubjectResultView;
      return { overall, typeScores, hiddenTypes };
    };
    expect(await read(2)).toEqual(await read(5));
  });

  test('a plan from gaps is made of the levels that the employee is shown, whoever makes it', async () => {
    const published = await new Published(subjectWith({ Peer: 5 }, [peer(1, [1, 1]), peer(2, [1, 1])])).run();
    const { cycleId, subjectId: employeeId } = published;
    const { requirements } = published.views[0]!.views[0]!.body as SubjectResultView;
    expect(requirements[0]).toMatchObject({ priority: 3, currentLevel: 4.71 }); // that of all is 1.54
    for (const token of [...published.viewers, tenant.hr])
      for (const maxPriority of [1, 2, 3]) {
        const body = { cycleId, employeeId, maxPriority };
        const plan = await call('post', '/api/development-plans/from-gaps', token, body);
        expect([maxPriority, plan.status]).toEqual([maxPriority, maxPriority < 3 ? 409 : 201]);
      }
  });
});

describe('random organizations over HTTP', () => {
  test.each(Array.from({ length: TRIES }, (_, at) => 3 * at))(
    'other hidden answers change no byte that is shown (from %i on)',
    async (first) => {
      for (let seed = 10_000 + first; seed < 10_003 + first; seed += 1) {
        const subject = randomSubject(seed, 3);
        const weights = subject.publishings[0]!.weights;
        for (const publishing of subject.publishings) Object.assign(publishing, { minimum: 3, weights });
        const published = await new Published(subject).run();
        expect(published.unmasked().map((name) => `seed ${seed}: ${name}`)).toEqual([]);
        const planned = await plansOf(published);
        const before = await everythingOf(published);
        const isWhole = first === 0 && seed === 10_000;
        const crawled = isWhole ? await crawl(published) : {};
        const isPrinted = seed === 10_000 + first; // Chromium takes a second for each
        const printed = isPrinted ? await reportsOf(published) : [];
        const twin = hiddenTwin(subject, published.views[0]!.views, new Chance(seed));
        await published.replaceHidden(twin);
        expect({ seed, shown: await everythingOf(published) }).toEqual({ seed, shown: before });
        if (isWhole) expect(await crawl(published)).toEqual(crawled);
        if (isPrinted) expect({ seed, printed: await reportsOf(published) }).toEqual({ seed, printed });
        expect({ seed, planned: await plansOf(published) }).toEqual({ seed, planned });
      }
    },
  );
});

/** The actions of plans from gaps, whoever makes them. */
async function plansOf({ cycleId, subjectId: employeeId, viewers }: Published): Promise<unknown[]> {
  const made: unknown[] = [];
  for (const token of [...viewers, tenant.hr]) {
    const { status, body } = await call('post', '/api/development-plans/from-gaps', token, { cycleId, employeeId });
    made.push(status === 201 ? body.actions.map(({ title }: { title: string }) => title) : status);
  }
  return made;
}

/** The reports that subject and manager can print, as text and as they look: the job that the route asks for, run as a worker does. */
async function reportsOf({ cycleId, subjectId, viewers }: Published): Promise<unknown[]> {
  const reports: unknown[] = [];
  for (const token of viewers) {
    const body = { cycleId, subjectId };
    const asked = await call('post', '/api/evaluation-results/export-pdf', token, body).set('Prefer', 'respond-async');
    expect(asked.status).toBe(202);
    const pdf = await tenant.within(async () => {
      const job = await JobModel.findById(asked.body.id).lean<Job>();
      let fileId = '';
      const setFile = (id: string): void => void (fileId = id);
      await runJob('insight.export-report', job!.payload as Payload<'insight.export-report'>, { setFile });
      return readFile(fileId);
    });
    const text = pdfText(pdf);
    expect(text.length).toBeGreaterThan(200);
    reports.push([text, pdfLook(pdf)]);
  }
  return reports;
}

/** What subject and manager read of a subject, and the access file. */
async function everythingOf({ cycleId, subjectId, viewers, path }: Published): Promise<unknown> {
  const paths = [
    `${path}?explain=true`,
    `${path}/comparison`,
    `/api/my-results?cycleId=${cycleId}`,
    '/api/my-results',
    '/api/my-dashboard',
    '/api/dashboards/manager',
    `/api/development-plans?employeeId=${subjectId}`,
    '/api/notifications',
  ];
  const shown: unknown[] = [];
  for (const token of viewers)
    for (const each of paths) {
      const { status, text } = await call('get', each, token);
      shown.push([each, status, text]);
    }
  const { generatedAt: _at, ...file } = await tenant.within(async () =>
    accessData(await findPerson(subjectId), newId()),
  );
  return { shown, file: withoutPotential(file) };
}

/** An access file without what Self and Manager answered about potential, and without the rows of gap runs, which have no levels. */
function withoutPotential(file: object): unknown {
  const isPotential = (value: unknown): boolean => JSON.stringify(value).includes('"Potential"');
  return JSON.parse(JSON.stringify(file), (name, value: unknown) => {
    if (name === 'potential') return undefined;
    if (name === 'sections') return (value as { name: string }[]).filter((section) => section.name !== 'Gap');
    return (name === 'items' || name === 'answers') && Array.isArray(value)
      ? value.filter((entry) => !isPotential(entry))
      : value;
  }) as unknown;
}

/** Every page that subject and manager can get, by the OpenAPI document. */
async function crawl({ viewers }: Published): Promise<unknown> {
  const operations = shownOperations(readDocument('internal'));
  const found: unknown[] = [];
  for (const token of viewers)
    found.push(await shownAnswers(operations, { url: service().url, headers: { authorization: `Bearer ${token}` } }));
  return found;
}
