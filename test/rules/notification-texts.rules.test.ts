import { dateText } from '../../shared/comms/date-text.rules';
import { languageOf, NOTIFICATION_TYPES, notificationTexts } from '../../shared/comms/notification-texts.rules';

describe('texts of notifications', () => {
  test.each([
    ['en', 1, '2026-12-15', 'You have one evaluation to answer by December 15, 2026.'],
    ['en', 2, '2026-12-15', 'You have 2 evaluations to answer by December 15, 2026.'],
    ['en', 2, '', 'You have 2 evaluations to answer.'],
    ['es', 1, '', 'Tiene una evaluación por responder.'],
    ['es', 3, '2026-12-15', 'Tiene 3 evaluaciones por responder a más tardar el 15 de diciembre de 2026.'],
  ] as const)('%s, %d evaluations, end date "%s"', (language, count, endDate, expected) => {
    expect(notificationTexts('cycle-opened', language, { cycle: '2026', count, endDate }, 'UTC').body).toBe(expected);
  });

  test.each([
    ['en', 1, 'You still need to submit one evaluation. It is due by January 1, 2027.'],
    ['es', 2, 'Faltan 2 evaluaciones por enviar a más tardar el 1 de enero de 2027.'],
  ] as const)('a reminder in %s for %d', (language, count, expected) => {
    const values = { cycle: '2026', count: String(count), endDate: '2027-01-01' };
    expect(notificationTexts('deadline-reminder', language, values, 'America/New_York').body).toBe(expected);
  });

  test('a value is text, never a pattern or a part to leave out', () => {
    const { title, body } = notificationTexts(
      'plan-rejected',
      'en',
      { plan: '[{reason}]', reason: 'No [x] {plan}' },
      'UTC',
    );
    expect([title, body]).toEqual(['Your development plan was rejected', '“[{reason}]”: No [x] {plan}']);
  });

  test.each(NOTIFICATION_TYPES)('%s: no placeholder is left in either language', (type) => {
    const values = {
      cycle: 'C',
      count: 2,
      endDate: '2026-01-31',
      subject: 'S',
      employee: 'E',
      plan: 'P',
      reason: 'R',
      peers: 'A, B',
    };
    for (const language of ['en', 'es'] as const)
      expect(Object.values(notificationTexts(type, language, { ...values, survey: 'V' }, 'UTC')).join()).not.toMatch(
        /[{}[\]]/,
      );
  });

  test('an empty date stays empty; an unknown locale is English', () => {
    expect([dateText('', 'en', 'UTC'), languageOf('fr-FR'), languageOf('es-CL')]).toEqual(['', 'en', 'es']);
  });
});
