import { inTransaction } from '../../../shared/db/transaction';
import { ReleaseBy } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { keepComments } from '../../../shared/evaluation/disclosure/published-answers.store';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../../shared/evaluation/participants/participant.model';
import { participantScore, scoreItems } from '../../../shared/evaluation/score.rules';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import type { EvaluatedSubject, KnownRater } from '../../attacker/evaluated-subject';
import { answersOf, requirementsOf } from '../../attacker/published-views';
import { Chance, randomSubject } from '../../attacker/random-subject';
import { toldByComparison } from '../../attacker/shown-comparison';
import type { View } from '../../attacker/shown-statements';
import { differences, unmasked } from '../../attacker/unmask';
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
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

// An attacker takes everything that a subject or manager was shown over HTTP, over all publishings.

const service = useService({ worker: false });
holdClock();
const { Self, Manager, Peer, DirectReport } = EvaluatorType;
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
      this.subject.publishings[at]!.at = this.isReleased ? body.releasedAt : body.resultsPublishedAt;
      for (const [viewer, token] of this.tokens.entries()) {
        const shown = await call('get', `${this.path}?explain=true`, token);
        const compared = await call('get', `${this.path}/comparison`, token);
        expect([shown.status, compared.status]).toEqual([200, 200]);
        this.views[viewer]!.views.push({ publishing: at, body: shown.body, comparison: compared.body });
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
    return this.views.flatMap(({ who, views }) => {
      const hints = views.flatMap((view) => toldByComparison(this.subject, view));
      const names = [...unmasked(this.subject, views), ...differences(this.subject, views), ...hints];
      return names.map((name) => `${who}: ${name}`);
    });
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
    await tenant.within(() => runHandler(recalculateGaps, { cycleId: this.cycleId }));
    this.tokens = [
      await tenant.signedIn({ employeeId: employee._id }),
      await tenant.signedIn({ employeeId: manager._id }),
    ];
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
          await keepComments(row!); // as giving an evaluation back does
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
    expect((await status('Closed')).status).toBe(202); // no worker runs: the gaps are calculated below
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
    const { overall, scorePrecision } = published.views[0]!.views[0]!.body;
    expect([overall, scorePrecision]).toEqual([4, 0.2223]); // (0.8 + 2.5 + 0.2 x 1.5) / 0.9
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
    const [first, second, third] = published.views[0]!.views.map(({ body }) => body);
    const peers = [first, second, third].map((body) =>
      body!.typeScores.find(({ evaluatorType }) => evaluatorType === Peer),
    );
    expect(peers.map((type) => [type!.score, type!.asOf])).toEqual([
      [3.5, first!.resultsPublishedAt],
      [3.5, first!.resultsPublishedAt],
      [3.08, third!.resultsPublishedAt],
    ]);
    const texts = [first, second].map((body) => body!.sections[0]!.items.flatMap((item) => item.comments));
    expect(texts[1]).toEqual(texts[0]);
  });

  test('a plan from gaps is made of the levels that are shown', async () => {
    const published = await new Published(subjectWith({ Peer: 5 }, [peer(1, [1, 1]), peer(2, [1, 1])])).run();
    for (const [at, token] of published.viewers.entries()) {
      const { priority } = published.views[at]!.views[0]!.body.requirements[0]!;
      expect(priority).toBe(3); // the level of Self and Manager is 4.71; that of all is 1.54
      for (const maxPriority of [1, 2, 3]) {
        const { cycleId, subjectId: employeeId } = published;
        const plan = await call('post', '/api/development-plans/from-gaps', token, {
          cycleId,
          employeeId,
          maxPriority,
        });
        expect([maxPriority, plan.status]).toEqual([maxPriority, maxPriority < 3 ? 409 : 201]);
      }
    }
  });
});

describe('random organizations over HTTP', () => {
  test.each(Array.from({ length: 8 }, (_, at) => at))(
    'no one is unmasked, and every surface says the same (%i)',
    async (at) => {
      for (let seed = 10_000 + 4 * at; seed < 10_004 + 4 * at; seed += 1) {
        const subject = randomSubject(seed, 3);
        const weights = subject.publishings[0]!.weights;
        for (const publishing of subject.publishings) Object.assign(publishing, { minimum: 3, weights });
        const chance = new Chance(seed);
        const published = await new Published(subject).run(async (run) => {
          if (chance.isLucky(0.5)) await expectSameEverywhere(run);
        });
        expect(published.unmasked().map((name) => `seed ${seed}: ${name}`)).toEqual([]);
      }
    },
  );
});

/** Lists, dashboards and plans tell what the results tell. */
async function expectSameEverywhere({ cycleId, subjectId, viewers, views }: Published): Promise<void> {
  const [own, boss] = views.map((viewer) => viewer.views.at(-1)!.body);
  const { effective, scorePrecision, requirements } = own!;
  expect([boss!.effective, boss!.scorePrecision]).toEqual([effective, scorePrecision]);
  const list = await call('get', `/api/my-results?cycleId=${cycleId}`, viewers[0]!);
  expect(list.body.items[0]).toMatchObject({ effective, scorePrecision });
  const dashboard = await call('get', '/api/my-dashboard', viewers[0]!);
  expect(dashboard.body.results.result).toMatchObject({ effective, scorePrecision });
  const gaps = requirements.filter(({ gapLevel }) => (gapLevel ?? 0) > 0);
  const plan = await call('post', '/api/development-plans/from-gaps', viewers[1]!, { cycleId, employeeId: subjectId });
  expect(plan.status).toBe(gaps.length === 0 ? 409 : 201);
  if (plan.status !== 201) return;
  const planned: string[] = plan.body.actions.map(({ title }: { title: string }) => title);
  expect(planned.toSorted()).toEqual(gaps.map(({ requirement }) => requirement).toSorted());
}
