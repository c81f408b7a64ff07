import { validateEmailSettings } from '../../api/comms/email-settings.rules';
import { htmlProblem, htmlToText } from '../../shared/comms/mail/mail-html.rules';
import { notificationTexts } from '../../shared/comms/notification-texts.rules';
import { cycleMailRefusal } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';

const links = new Set(['link']);

describe('the HTML of a mail', () => {
  test.each([
    ['<p>a</p>'],
    ['a &lt; b'],
    ['<p>x<br>y<br/>z</p><hr>'],
    ['<h1>a</h1><ul><li><em>b</em></li></ul>'],
    ['<a href="https://example.com/?a=1&amp;b=2">x</a>'],
    ['<a href="mailto:hr@example.com">x</a>'],
    ['<a href="{{link}}">x</a>'],
    ['<P>upper</P>'],
    [''],
  ])('%s is allowed', (html) => expect(htmlProblem(html, links)).toBeNull());

  test.each([
    ['<p>', 'is not closed'],
    ['</p>', 'has no opening tag'],
    ['<p><b></p></b>', 'has no opening tag'],
    ['a < b', 'begins no allowed tag'],
    ['<svg/onload=alert(1)>', 'begins no allowed tag'],
    ['<p style="x">a</p>', 'begins no allowed tag'],
    ['<p href="https://a.test">a</p>', 'takes no attribute'],
    ['<a>x</a>', 'an anchor needs'],
    ['<a href="//a.test">x</a>', 'an anchor needs'],
    ['<a href=" javascript:alert(1)">x</a>', 'an anchor needs'],
    ['<a href="&#106;avascript:alert(1)">x</a>', 'an anchor needs'],
    ['<a href="data:text/html,x">x</a>', 'an anchor needs'],
    ['<a href="{{name}}">x</a>', 'an anchor needs'],
    ['<a href="https://a.test" onclick="x">x</a>', 'begins no allowed tag'],
  ])('%s is refused', (html, problem) => expect(htmlProblem(html, links)?.message).toContain(problem));

  test.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['<p>a\n  b<br>c</p>', 'a b\nc'],
    ['<ul><li>a</li><li>b</li></ul><p>c</p>', '- a\n- b\n\nc'],
    ['<a href="https://a.test/?x&#x3D;1">Go</a>', 'Go: https://a.test/?x=1'],
    ['<a href="mailto:a@b.test">a@b.test</a>', 'a@b.test'],
    ['&lt;b&gt; &amp;lt; &#39;&quot;&nbsp;&unknown;', '<b> &lt; \'" &unknown;'],
    ['<h1>T</h1>a<hr>b', 'T\n\na\n--\nb'],
  ])('%s reads as plain text', (html, text) => expect(htmlToText(html)).toBe(text));
});

describe('when the people of a cycle are written to', () => {
  test.each([
    [CycleStatus.Draft, false, false],
    [CycleStatus.Open, true, false],
    [CycleStatus.InProgress, true, false],
    [CycleStatus.Closed, false, true],
    [CycleStatus.Archived, false, true],
  ])('%s: evaluators %s, subjects %s', (status, evaluators, subjects) => {
    const cycle = { status };
    expect(cycleMailRefusal('cycle-opened', cycle) === null).toBe(evaluators);
    expect(cycleMailRefusal('deadline-reminder', cycle) === null).toBe(evaluators);
    expect(cycleMailRefusal('results-published', cycle) === null).toBe(subjects);
  });
});

describe('settings of a mail server', () => {
  const complete = { host: 'smtp.a.test', port: 587, user: 'u', hasPassword: true, fromAddress: 'a@a.test' };
  test.each([
    [{}, false, []],
    [{}, true, []],
    [{ port: 2526 }, true, ['port']],
    [{ port: 2526 }, false, []],
    [{ port: null }, false, ['port']],
    [{ fromAddress: null }, false, ['fromAddress']],
    [{ host: null, port: null, fromAddress: null, user: null, hasPassword: false }, true, []],
    [{ user: null }, false, ['user']],
    [{ hasPassword: false }, false, ['password']],
  ])('%j, guarded %s: %j', (change, isGuarded, fields) => {
    expect(validateEmailSettings({ ...complete, ...change }, isGuarded).map(({ field }) => field)).toEqual(fields);
  });
});

describe('a cycle without an end date is announced without one', () => {
  const values = { cycle: 'Spring [2026]', count: 2, endDate: '' };
  test.each([
    ['cycle-opened', 'en', 'You have 2 evaluations to answer.'],
    ['cycle-opened', 'es', 'Tiene 2 evaluaciones por responder.'],
    ['deadline-reminder', 'en', 'You still need to submit 2 evaluations.'],
    ['deadline-reminder', 'es', 'Faltan 2 evaluaciones por enviar.'],
  ] as const)('%s in %s', (type, language, body) => {
    const texts = notificationTexts(type, language, values, 'UTC');
    expect(texts.body).toBe(body);
    expect(texts.title).toContain('Spring [2026]'); // brackets of a value are text
    const dated = notificationTexts(type, language, { ...values, endDate: '2026-12-15' }, 'Europe/Madrid');
    expect(dated.body).toMatch(/ (by 15 December 2026|a más tardar el 15 de diciembre de 2026)\.$/);
  });
});
