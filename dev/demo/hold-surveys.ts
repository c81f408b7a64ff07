import type { PulseSurveyView } from '../../api/growth/pulse-surveys/pulse-surveys.dto';
import type { SurveyAnswer } from '../../shared/growth/pulse-surveys/survey-answers.rules';
import { QuestionType } from '../../shared/growth/pulse-surveys/survey-status';
import { type Colleague, type DemoRun, each } from './run';
import { type SeededRandom, seededRandom } from './seeded-random';

const QUESTIONS = [
  { text: 'How likely are you to recommend us as a place to work?', type: QuestionType.Enps, required: true },
  { text: 'My manager talks with me about my development.', type: QuestionType.Rating, required: true },
  { text: 'Tengo lo que necesito para hacer bien mi trabajo.', type: QuestionType.Rating },
  { text: 'What would make the biggest difference for you?', type: QuestionType.Text },
];

const WISHES = [
  'More time for code reviews, please.',
  'Saber antes qué se espera de mí en el próximo año.',
  'Fewer meetings on Mondays; the whole morning is gone.',
  'A real conversation about careers, not only once a year.',
  'Que se celebren los logros de los equipos pequeños.',
  'Better tools for planning: we still use three spreadsheets.',
  'Poder trabajar dos días más desde casa.',
  'Nothing urgent. I like it here.',
];

const OPEN_SURVEY = 'Autumn pulse';
const SHARE = { closed: 0.85, open: 0.3, wishes: 0.5, skips: 0.1 };

/** Holds one survey to its end and leaves another one open. */
export async function holdSurveys(run: DemoRun, people: readonly Colleague[]): Promise<void> {
  const closed = await ask(run, people, 'Spring pulse', SHARE.closed);
  await run.hr.post(`/api/pulse-surveys/${closed}/close`);
  await ask(run, people, OPEN_SURVEY, SHARE.open);
}

/** Whether this employee has answered the survey that stays open. */
export function answersOpenSurvey(seed: number, email: string): boolean {
  return votes(seed, OPEN_SURVEY, email, SHARE.open);
}

function votes(seed: number, survey: string, email: string, share: number): boolean {
  return seededRandom(seed, survey, 'votes', email).chance(share);
}

async function ask(run: DemoRun, people: readonly Colleague[], name: string, share: number): Promise<string> {
  const { id, questions } = await run.hr.post<PulseSurveyView>('/api/pulse-surveys', { name, questions: QUESTIONS });
  await run.hr.post(`/api/pulse-surveys/${id}/open`);
  const voters = people.filter(({ email }) => votes(run.seed, name, email, share));
  await each(run, name, voters, async ({ email, client }) => {
    const random = seededRandom(run.seed, name, email);
    await client.post(`/api/pulse-surveys/${id}/respond`, {
      answers: questions.flatMap((question) => answerOf(random, question)),
    });
  });
  return id;
}

function answerOf(random: SeededRandom, { id, type, required }: PulseSurveyView['questions'][number]): SurveyAnswer[] {
  const score = (mean: number, deviation: number, least: number, most: number): SurveyAnswer[] => [
    { questionId: id, score: Math.min(most, Math.max(least, Math.round(random.normal(mean, deviation)))) },
  ];
  if (type === QuestionType.Text)
    return random.chance(SHARE.wishes) ? [{ questionId: id, text: random.pick(WISHES) }] : [];
  if (!required && random.chance(SHARE.skips)) return [];
  return type === QuestionType.Enps ? score(8.2, 1.7, 0, 10) : score(3.7, 0.9, 1, 5);
}
